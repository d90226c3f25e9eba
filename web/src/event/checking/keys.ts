import { hexOf, sha256 } from '../../browser/sha256';
import { fromText, toText } from '../../contract/bytes';
import { t } from '../../i18n';
import { fits, open, wrong, type Line, type Signer } from './lines';

/** Where the server publishes its keys (RFC 7517), beside the API and without a version. */
const PUBLISHED = '/.well-known/jwks.json';
/** A raw key of Ed25519 in base64url. */
const KEY = /^[\w-]{43}$/;

export const isKeyText = (text: string): boolean => KEY.test(text);

const LENGTH_BYTES = 8;

/** The name of a key, which follows from the key itself: so nobody can publish another one under its name. */
export function keyId(key: string): string {
  const parts = ['ed25519', hexOf(fromText(key))].flatMap((part) => {
    const bytes = new TextEncoder().encode(part);
    const length = new Uint8Array(LENGTH_BYTES);
    new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length));
    return [...length, ...bytes];
  });
  return toText(sha256(Uint8Array.from(parts)).slice(0, 16));
}

/** The keys that the server publishes for this, those that it used before too; null where it does not answer with any list of them. */
export async function publishedKeys(signs: 'rating_files' | 'results'): Promise<string[] | null> {
  try {
    const answer = await fetch(PUBLISHED, { method: 'GET', credentials: 'omit' });
    if (!answer.ok) return null;
    const { keys } = (await answer.json()) as { keys: { crv?: string; signs?: string; x?: string }[] };
    return keys.flatMap(({ crv, signs: what, x }) => (crv === 'Ed25519' && what === signs && x !== undefined && isKeyText(x) ? [x] : []));
  } catch {
    return null;
  }
}

/** What is to be thought of the key: `named` is the one that somebody has from elsewhere. */
export function keyLine({ key, published, otherAt, signedWith }: Signer, named: string): Line {
  if (named !== '') {
    if (key === null ? signedWith(named) : key === named) return fits(t('checks.key.named'));
    return wrong(t('checks.key.refused'));
  }
  if (published === null) return open(t('checks.key.unread'));
  if (key !== null && published.includes(key)) return fits(t('checks.key.published'));
  if (otherAt !== null) return wrong(t('checks.key.retired', { version: otherAt }));
  return open(t(key === null ? 'checks.key.unknown' : 'checks.key.unpublished'));
}
