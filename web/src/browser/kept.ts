import { storage } from './storage';

/** A text that this browser keeps under a name; null where it keeps none. */
export const keptText = (name: string): string | null => storage.getItem(`outflank.kept.${name}`);

/** Keeps a text under a name until another takes its place. */
export const keepText = (name: string, text: string): void => storage.setItem(`outflank.kept.${name}`, text);
