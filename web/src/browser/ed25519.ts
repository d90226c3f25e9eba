import { hashes, Point, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';

// The browser has both of its own, but not on a page that came by plain HTTP, as in a hall without the internet.
hashes.sha512 = sha512;

/** Whether these bytes are a public key of Ed25519. */
export function isKey(bytes: Uint8Array): boolean {
  try {
    return !Point.fromBytes(bytes).isSmallOrder();
  } catch {
    return false;
  }
}

/** Whether that is this key’s signature under these bytes, by the strict reading of RFC 8032. */
export function isSignedBy(key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(signature, bytes, key, { zip215: false });
  } catch {
    return false;
  }
}
