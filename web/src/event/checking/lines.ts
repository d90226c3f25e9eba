/** Something that was looked at: it fits, it does not, or it could not be said. */
export interface Line {
  mark: 'fits' | 'wrong' | 'open';
  text: string;
}

/** What came of a check. */
export interface Checked {
  lines: Line[];
  /** The key that signed it, where that can be told. */
  signer: Signer | null;
}

/** The key under something that is signed. */
export interface Signer {
  /** The key; null where only its name is told, and nobody knows the key. */
  key: string | null;
  keyId: string;
  /** When it was signed, as the server says. */
  atMs: number | null;
  /** The keys that the server publishes; null where they could not be read. */
  published: readonly string[] | null;
  /** The newest version, where that is signed with another key. */
  otherAt: number | null;
  /** What the signature is worth under a key that somebody names from elsewhere. */
  signedWith: (key: string) => boolean;
}

export const fits = (text: string): Line => ({ mark: 'fits', text });
export const wrong = (text: string): Line => ({ mark: 'wrong', text });
export const open = (text: string): Line => ({ mark: 'open', text });

/** How a check ended. */
export function outcome(lines: readonly Line[]): Line['mark'] {
  if (lines.some(({ mark }) => mark === 'wrong')) return 'wrong';
  return lines.some(({ mark }) => mark === 'open') ? 'open' : 'fits';
}
