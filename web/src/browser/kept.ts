/** A text that this browser keeps under a name; null where it keeps none. */
export function keptText(name: string): string | null {
  try {
    return localStorage.getItem(`outflank.kept.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text under a name until another takes its place. */
export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(`outflank.kept.${name}`, text);
  } catch {
    // Nothing is kept here: it is asked for again.
  }
}
