import { fromText } from '../../contract/bytes';
import type { RatingFileManifest } from '../../contract/types';
import { t } from '../../i18n';
import { readManifest, type Manifest } from '../rating-files';
import { isManifest } from './form';
import { isKeyText } from './keys';
import { fits, wrong, type Line } from './lines';

/** The first words of what may be signed as a manifest, so that a signature under anything else is none under one. */
const FORMATS = ['outflank rating export 1', 'outflank rating export 2'];
const SIGNATURE = /^[\w-]{86}$/;

export type SignedText = Pick<RatingFileManifest, 'file_name' | 'manifest' | 'signature' | 'public_key'>;

/** What is signed, if its signature fits; else why it does not. */
export type Read = { manifest: Manifest; line: Line } | { manifest: null; line: Line };

const refused = (line: Line): Read => ({ manifest: null, line });

/** Whether the signature is that of the key beside it under the manifest’s exact bytes. */
export async function signatureUnder({ manifest, signature, public_key: key }: SignedText): Promise<'fits' | 'wrong' | 'unreadable'> {
  const { isKey, isSignedBy } = await import('../../browser/ed25519');
  if (!SIGNATURE.test(signature) || !isKeyText(key) || !isKey(fromText(key))) return 'unreadable';
  return isSignedBy(fromText(key), new TextEncoder().encode(manifest), fromText(signature)) ? 'fits' : 'wrong';
}

/** Reads a manifest as `outflank verify` does: signature, format, and the file’s name within and without. */
export async function readSigned(signed: SignedText): Promise<Read> {
  const signature = await signatureUnder(signed);
  if (signature !== 'fits') return refused(wrong(t(`checks.signature.${signature}`)));
  const manifest = manifestIn(signed.manifest);
  if (!manifest) return refused(wrong(t('checks.form')));
  if (manifest.fileName !== signed.file_name) {
    return refused(wrong(t('checks.name', { shown: signed.file_name, signed: manifest.fileName })));
  }
  return { manifest, line: fits(t('checks.signature.fits')) };
}

function manifestIn(text: string): Manifest | null {
  try {
    if (!isManifest(JSON.parse(text))) return null;
  } catch {
    return null;
  }
  const manifest = readManifest(text);
  return FORMATS.includes(manifest.format) ? manifest : null;
}
