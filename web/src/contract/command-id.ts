/** A fresh command id: 128 random bits in base 36. `crypto.randomUUID` is withheld on plain HTTP, this is not. */
export function newCommandId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(36).padStart(7, '0')).join('');
}
