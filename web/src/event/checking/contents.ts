import { hexOf, sha256 } from '../../browser/sha256';
import { t } from '../../i18n';
import { fits, wrong, type Line } from './lines';

/** A file as it was signed. */
export interface SignedFile {
  name: string;
  sha256: string;
  bytes: number;
}

export const digestOf = (content: Uint8Array): string => hexOf(sha256(content));

/** Whether a file is the one that was signed. */
export function contentLine(content: Uint8Array, { name, sha256: digest, bytes }: SignedFile): Line {
  if (digestOf(content) === digest) return fits(t('checks.file.fits', { name }));
  if (content.length < bytes) return wrong(t('checks.file.cut', { name, found: content.length, signed: bytes }));
  return wrong(t('checks.file.changed', { name }));
}

/** Whether a file of this name may lie beside a rating file: `20260718_Open.standings.csv` beside `20260718_Open.ELO`. */
export function isNameBeside(ratingFile: string, name: string): boolean {
  const start = `${ratingFile.replace(/(\.ELO)+$/, '')}.`;
  const rest = name.slice(start.length);
  return name.startsWith(start) && name.length <= 128 && /^[\w.-]+$/.test(name) && rest !== '' && !rest.startsWith('.') && rest !== 'ELO';
}
