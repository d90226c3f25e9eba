import { fromText } from '../../contract/bytes';
import { send } from '../../contract/client';
import { t } from '../../i18n';
import { besidePath, ratingFilePath, ratingFilesOf, type NamedFile, type RatingFile } from '../rating-files';
import { chainLine } from './chain';
import { contentLine, isNameBeside, type SignedFile } from './contents';
import { keyId, isKeyText, publishedKeys } from './keys';
import { fits, open, wrong, type Checked, type Line, type Signer } from './lines';
import { readSigned } from './manifest';

/** Checks a version of an event’s rating file whole: signature, files, and what it follows on. */
export async function checkVersion(tournament: string, version: number): Promise<Checked> {
  const [files, published] = await Promise.all([ratingFilesOf(tournament), publishedKeys('rating_files')]);
  const file = files.find((one) => one.version === version);
  if (!file) return { lines: [wrong(t('checks.chain.missing', { version }))], signer: null };
  const { manifest, line } = await readSigned(file.signed);
  const signer = signerOf(file, files, published);
  if (!manifest) return { lines: [line], signer };
  const same = manifest.tournamentId === tournament && manifest.version === version && manifest.rated === file.rated;
  if (!same) return { lines: [line, wrong(t('checks.listed'))], signer };
  const content = await fetched(ratingFilePath(tournament, version), { ...manifest, name: manifest.fileName });
  const beside: Line[] = [];
  for (const one of manifest.files) beside.push(await besideLine(tournament, file, one));
  return { lines: [line, content, ...together(beside), ...(await chainLines(file, files))], signer };
}

/** The files beside it in one line where all of them fit. */
function together(lines: Line[]): Line[] {
  const others = lines.filter(({ mark }) => mark !== 'fits');
  const fitting = lines.length - others.length;
  return fitting > 0 ? [fits(t('checks.beside.fit', { count: fitting })), ...others] : others;
}

async function besideLine(tournament: string, { version, said }: RatingFile, file: NamedFile): Promise<Line> {
  if (!isNameBeside(said.fileName, file.name)) return wrong(t('checks.beside.name', { name: file.name }));
  return fetched(besidePath(tournament, file.kind, version), file);
}

async function fetched(path: string, file: SignedFile): Promise<Line> {
  try {
    return contentLine(new Uint8Array(await (await send('GET', path)).arrayBuffer()), file);
  } catch {
    return open(t('checks.file.unread', { name: file.name }));
  }
}

/** A version before it that is not signed says nothing of what it follows on. */
async function chainLines(file: RatingFile, files: readonly RatingFile[]): Promise<Line[]> {
  const before = files.find(({ version }) => version === file.version - 1);
  if (before && !(await readSigned(before.signed)).manifest) return [wrong(t('checks.chain.unsigned', { version: before.version }))];
  return [
    chainLine(
      file.said,
      files.map(({ said }) => said),
    ),
  ];
}

/** Newest first: the key of the newest is the one that the server signs with. */
function signerOf({ signed }: RatingFile, files: readonly RatingFile[], published: string[] | null): Signer | null {
  const { public_key: key, at_ms: atMs } = signed;
  if (!isKeyText(key) || fromText(key).length !== 32) return null;
  const newest = files[0];
  const otherAt = newest && newest.signed.public_key !== key ? newest.version : null;
  return { key, keyId: keyId(key), atMs, published, otherAt, signedWith: (named) => named === key };
}
