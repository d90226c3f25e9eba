/** What a browser that keeps nothing has been given: it lasts as long as the page. */
const memory = new Map<string, string>();

/** What this browser keeps; for the time of the page where it is told to keep nothing, and refuses. */
export const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return memory.get(name) ?? null;
    }
  },
  setItem(name, text) {
    try {
      localStorage.setItem(name, text);
    } catch {
      memory.set(name, text);
    }
  },
  removeItem(name) {
    try {
      localStorage.removeItem(name);
    } catch {
      memory.delete(name);
    }
  },
};
