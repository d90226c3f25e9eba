import { keepText, keptText } from './kept';
import { bytesOf, hexOf, sha256 } from './sha256';

/** Which draw of which event, and for whom. */
export interface NonceOf {
  tournament: string;
  entrant: string;
  /** From 1. */
  draw: number;
}

const BYTES = 32;
const nameOf = ({ tournament, entrant, draw }: NonceOf): string => `nonce.${tournament}.${entrant}.${draw}`;

/** Where nothing is kept by the browser a number lasts as long as the page is open. */
const here = new Map<string, string>();

/** The number that this browser keeps for a draw, in hex; null where it keeps none. */
export const keptNonce = (of: NonceOf): string | null => keptText(nameOf(of)) ?? here.get(nameOf(of)) ?? null;

/** A new number for a draw, kept before anybody is told its digest; the one that is kept already where there is one. */
export function newNonce(of: NonceOf): string {
  const kept = keptNonce(of);
  if (kept !== null) return kept;
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));
  here.set(nameOf(of), nonce);
  keepText(nameOf(of), nonce);
  return nonce;
}

export const isNonce = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** What binds to a number without telling it: the SHA-256 of its bytes, in hex. */
export const commitmentOf = (nonce: string): string => hexOf(sha256(bytesOf(nonce)));
