/** What this browser did not take: it lasts as long as the page. */
const memory = new Map<string, string>();

/** What this browser keeps; for the time of the page where it is told to keep nothing, or has no room. */
export const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem(name) {
    try {
      return memory.get(name) ?? localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  setItem(name, text) {
    try {
      localStorage.setItem(name, text);
      memory.delete(name);
    } catch {
      memory.set(name, text);
    }
  },
  removeItem(name) {
    memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // Then nothing of it was kept.
    }
  },
};
