import { t } from '../../i18n';
import type { Manifest, RatingFile } from '../rating-files';
import { contentLine, digestOf, type SignedFile } from './contents';
import { keyId } from './keys';
import { fits, open, wrong, type Checked, type Line, type Signer } from './lines';
import { readSigned, type SignedText } from './manifest';

/** A file that somebody has. */
export interface OwnFile {
  name: string;
  content: Uint8Array;
}

/** What is signed in one of them, or of an event that is shown. */
interface Signed {
  signed: SignedText;
  manifest: Manifest;
}

/** More than any manifest or rating file has: what is larger is read by nobody. */
export const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Checks files that somebody has on disk, without asking the server for any: each saved manifest by its signature, every
 * other file against those manifests and against the versions that the page shows, newest first.
 */
export async function checkOwnFiles(
  files: readonly OwnFile[],
  shown: readonly RatingFile[],
  published: readonly string[] | null,
): Promise<Checked> {
  const lines: Line[] = [];
  const own: Signed[] = [];
  const others: OwnFile[] = [];
  for (const file of files) {
    const signed = signedIn(file);
    if (!signed) {
      others.push(file);
      continue;
    }
    const { manifest, line } = await readSigned(signed);
    lines.push({ ...line, text: t('checks.own.of', { name: file.name, found: line.text }) });
    if (manifest) own.push({ signed, manifest });
  }
  const known = [...own];
  for (const { signed } of shown) {
    const { manifest } = await readSigned(signed);
    if (manifest) known.push({ signed, manifest });
  }
  const used = new Set(own);
  for (const file of others) {
    const { line, by } = ownLine(file, known);
    lines.push(line);
    if (by) used.add(by);
  }
  const keys = new Set([...used].map(({ signed }) => signed.public_key));
  if (keys.size > 1) lines.push(open(t('checks.own.keys')));
  return { lines, signer: signerOf([...keys], shown[0], published) };
}

const filesOf = ({ fileName: name, sha256, bytes, files }: Manifest): SignedFile[] => [{ name, sha256, bytes }, ...files];

function ownLine(file: OwnFile, known: readonly Signed[]): { line: Line; by: Signed | null } {
  if (known.length === 0) return { line: open(t('checks.own.alone', { name: file.name })), by: null };
  const digest = digestOf(file.content);
  for (const one of known) {
    if (!filesOf(one.manifest).some(({ sha256 }) => sha256 === digest)) continue;
    const { tournament, version } = one.manifest;
    return { line: fits(t('checks.own.fits', { name: file.name, tournament, version })), by: one };
  }
  for (const one of known) {
    const named = filesOf(one.manifest).find(({ name }) => name === file.name);
    if (named) return { line: contentLine(file.content, named), by: one };
  }
  return { line: wrong(t('checks.own.none', { name: file.name })), by: null };
}

/** What a saved manifest holds; null where the file is none. */
function signedIn({ content }: OwnFile): SignedText | null {
  try {
    const said = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)) as Partial<Record<keyof SignedText, unknown>>;
    const { file_name, manifest, signature, public_key } = said;
    const texts = [file_name, manifest, signature, public_key];
    if (!texts.every((one) => typeof one === 'string')) return null;
    return { file_name, manifest, signature, public_key } as SignedText;
  } catch {
    return null;
  }
}

/** The key of them all; null where there is none, or where they have several. */
function signerOf([key, ...more]: readonly string[], newest: RatingFile | undefined, published: readonly string[] | null): Signer | null {
  if (key === undefined || more.length > 0) return null;
  const otherAt = newest && newest.signed.public_key !== key ? newest.version : null;
  return { key, keyId: keyId(key), atMs: null, published, otherAt, signedWith: (named) => named === key };
}
