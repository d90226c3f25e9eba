/** What the id of a series is written with, and in how many characters at most: `grand-prix-2027`. */
export const SERIES_ID = { pattern: String.raw`[a-z0-9\-]+`, most: 64 } as const;
