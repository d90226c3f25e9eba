/**
 * SHA-256 (FIPS 180-4). The browser has its own, but not on a page that came by plain HTTP, as in a hall without the internet.
 */
const PRIMES = primes(64);
/** The first 32 bits of the fractions of roots of primes. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) if (found.every((one) => number % one !== 0)) found.push(number);
  return found;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(place * 4, word));
  return new Uint8Array(digest.buffer);
}

function mix(state: Uint32Array, view: DataView, at: number): void {
  const words = new Uint32Array(64);
  const word = (place: number): number => words[place] ?? 0;
  for (let place = 0; place < 64; place += 1) {
    const [late, early] = [word(place - 2), word(place - 15)];
    const one = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    const other = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    words[place] = place < 16 ? view.getUint32(at + place * 4) : word(place - 16) + other + word(place - 7) + one;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let place = 0; place < 64; place += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (CONSTANTS[place] ?? 0) + word(place)) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, place) => (state[place] = (state[place] ?? 0) + value));
}

export const hexOf = (bytes: Uint8Array): string => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
/** The bytes of hex digits, two a byte. */
export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
