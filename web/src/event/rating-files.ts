import { saveText } from '../browser/save';
import { call } from '../contract/call';
import { BASE, list } from '../contract/client';
import type { Export, RatingFileManifest } from '../contract/types';
import { asWords, t, textOf } from '../i18n';

/** An account, and when it acted; nameless where it is no more. */
export interface Signatory {
  name: string;
  at_ms?: number;
}

/** An act that led to a version. */
export interface Change {
  cause: string;
  at_ms: number;
  /** Absent where it follows from another act. */
  by?: Signatory;
  reason?: string;
}

export interface Responsible {
  director: string;
  head_directors: Signatory[];
  confirmed_by: Signatory | null;
  approved_by: Signatory | null;
  /** The federation in whose name it was approved, by its code; absent where none was. */
  federation?: string;
  /** Absent while the file is not released. */
  released_by?: Signatory;
}

/** A file beside the rating file, under the same signature. */
export interface NamedFile {
  kind: string;
  name: string;
  sha256: string;
  bytes: number;
  /** Games that it has no place for, as round/table. */
  without?: string[];
}

/** What the app says of a manifest. The first format has nobody who answers, no changes and no differences. */
export interface Manifest {
  format: string;
  tournamentId: string;
  tournament: string;
  version: number;
  fileName: string;
  rated: boolean;
  sha256: string;
  bytes: number;
  unsigned_results: string[];
  responsible: Responsible | null;
  changes: Change[];
  supersedes: { version: number; sha256: string } | null;
  differences: string[];
  files: NamedFile[];
  files_left_out: { kind: string; why: string }[];
}

/** A version of a rating file: what is published of it, and what its manifest says. */
export interface RatingFile {
  version: number;
  rated: boolean;
  superseded: boolean;
  said: Manifest;
  /** What is saved for whoever checks it: the manifest’s exact text, and its signature. */
  signed: RatingFileManifest;
}

/** The signed text of a list, which holds bytes as base64url. */
export function textOfBytes(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  // Its bytes as they were signed, whatever they begin with.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
}

type Said = Partial<Omit<Manifest, 'tournamentId' | 'fileName'> & { tournament_id: string; file_name: string }>;

/** What a text says as a manifest; nothing where it is none. */
function parsed(text: string): Said {
  try {
    return (JSON.parse(text) ?? {}) as Said;
  } catch {
    return {};
  }
}

/** Reads a manifest of either format. */
export function readManifest(text: string): Manifest {
  const said = parsed(text);
  return {
    format: said.format ?? '',
    tournamentId: said.tournament_id ?? '',
    tournament: said.tournament ?? '',
    version: said.version ?? 0,
    fileName: said.file_name ?? '',
    rated: said.rated ?? false,
    sha256: said.sha256 ?? '',
    bytes: said.bytes ?? 0,
    unsigned_results: said.unsigned_results ?? [],
    responsible: said.responsible ?? null,
    changes: said.changes ?? [],
    supersedes: said.supersedes ?? null,
    differences: said.differences ?? [],
    files: said.files ?? [],
    files_left_out: said.files_left_out ?? [],
  };
}

export function ratingFile({ file_name, version, manifest, signature, public_key, at_ms, superseded, rated }: Export): RatingFile {
  const text = textOfBytes(manifest);
  const signed = { file_name, version, manifest: text, signature, public_key, at_ms, superseded };
  return { version, rated, superseded, said: readManifest(text), signed };
}

/** Where the API has the file of an event: its newest, or this version of it. */
export const ratingFilePath = (tournament: string, version?: number): string =>
  `/tournaments/${encodeURIComponent(tournament)}/rating-file${version === undefined ? '' : `?version=${version}`}`;

/** Where it has a file beside this version of an event’s rating file. */
export const besidePath = (tournament: string, kind: string, version: number): string =>
  `/tournaments/${encodeURIComponent(tournament)}/rating-file/${encodeURIComponent(kind)}?version=${version}`;

export const ratingFileAddress = (...of: Parameters<typeof ratingFilePath>): string => BASE + ratingFilePath(...of);
export const besideAddress = (...of: Parameters<typeof besidePath>): string => BASE + besidePath(...of);

/** Every version of an event’s rating file, newest first. */
export async function ratingFilesOf(tournament: string): Promise<RatingFile[]> {
  const all = await list<'exports', Export>(`/rating-files?tournament_id=${encodeURIComponent(tournament)}`, 'exports');
  return all.map(ratingFile).reverse();
}

/** Throws the refusal that says why a confirmed event has no rating file. */
export async function askWhyNone(tournament: string): Promise<void> {
  await call('get_rating_manifest', { path: { tournament_id: tournament } });
}

/** Lets the browser save what is needed to check a file, beside it. */
export function saveManifest({ signed }: RatingFile): void {
  saveText(`${signed.file_name}.manifest.json`, JSON.stringify(signed, null, 2));
}

/** What kind of act led to a version; by its name where a later server knows more of them. */
export const causeText = ({ cause }: Pick<Change, 'cause'>): string => textOf(`rating_files.cause.${cause}`) ?? asWords(cause);

/** What a file beside is; by its kind where a later server knows more of them. */
export const kindText = (kind: string): string => textOf(`rating_files.kind.${kind}`) ?? kind;

export const signatoryName = ({ name }: Signatory): string => name || t('account.nameless');

/** The heads of an event where they are others than its director by name. */
export function otherHeads({ director, head_directors }: Responsible): string[] {
  const names = head_directors.map(signatoryName);
  return names.length === 1 && names[0] === director ? [] : names;
}
