/** Manifests and rating files as a server makes them, signed with keys that are made of a number. */
import { getPublicKey, sign } from '@noble/ed25519';
import '../src/browser/ed25519';
import { toText } from '../src/contract/bytes';
import type { Export } from '../src/contract/types';
import { digestOf } from '../src/event/checking/contents';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A pair of keys; another number, another pair. */
export class Key {
  readonly #secret: Uint8Array;
  readonly text: string;

  constructor(number: number) {
    this.#secret = new Uint8Array(32).fill(number);
    this.text = toText(getPublicKey(this.#secret));
  }

  sign(text: string): string {
    return toText(sign(bytesOf(text), this.#secret));
  }
}

export const STEM = '20260718_Lower_Marsh_Open';

/** What a server has of each version. */
export interface Published {
  export: Export;
  /** By kind; the rating file itself as `ELO`. */
  contents: Record<string, Uint8Array<ArrayBuffer>>;
}

const named = (kind: string, content: Uint8Array) => ({
  kind,
  name: `${STEM}.${kind}`,
  sha256: digestOf(content),
  bytes: content.length,
});

/** A version signed with a key, that follows on another one; `said` is told otherwise in what is signed. */
export function publish(key: Key, version: number, before: Published | null = null, said: object = {}): Published {
  const contents = {
    ELO: bytesOf(`%%Version ${version}\n`) as Uint8Array<ArrayBuffer>,
    'standings.csv': bytesOf('rank,name\n1,Lærke\n') as Uint8Array<ArrayBuffer>,
    'games.wtb': Uint8Array.from([version, 0, 255, 13, 10]),
  };
  const { ELO, ...beside } = contents;
  const manifest = JSON.stringify({
    format: 'outflank rating export 2',
    tournament_id: 't1',
    tournament: 'Lower Marsh Open',
    version,
    file_name: `${STEM}.ELO`,
    sha256: digestOf(ELO),
    bytes: ELO.length,
    rated: true,
    at_ms: Date.UTC(2026, 6, 18, 16) + version,
    tournament_seq: 40 + version,
    rule_set: 'club',
    conformant: true,
    departures: [],
    draw_anchor: '00',
    revealed_seeds: [],
    supersedes: before && { version: before.export.version, sha256: digestOf(before.contents['ELO'] ?? new Uint8Array()) },
    files: Object.entries(beside).map(([kind, content]) => named(kind, content)),
    ...said,
  });
  return {
    contents,
    export: {
      tournament_id: 't1',
      version,
      file_name: `${STEM}.ELO`,
      manifest: toText(bytesOf(manifest)),
      signature: key.sign(manifest),
      public_key: key.text,
      at_ms: Date.UTC(2026, 6, 18, 16) + version,
      superseded: false,
      rated: true,
    },
  };
}

/** What keys of a server sign. */
const SIGNED = ['results', 'rating_files'] as const;

/** The keys document of a server that signs results and rating files with each of these. */
export const keySet = (...keys: Key[]) => ({
  keys: SIGNED.flatMap((signs) => keys.map(({ text }) => ({ kty: 'OKP', crv: 'Ed25519', kid: 'x', signs, x: text }))),
});

/** Answers by method and path, as a server with these versions gives them. */
export function answersOf(versions: readonly Published[], keys: readonly Key[]): Record<string, (query: URLSearchParams) => unknown> {
  const content = (kind: string) => (query: URLSearchParams) => {
    const found = versions.find(({ export: one }) => String(one.version) === query.get('version'))?.contents[kind];
    return found && new Response(found);
  };
  const kinds = [...new Set(versions.flatMap(({ contents }) => Object.keys(contents)))].filter((kind) => kind !== 'ELO');
  return {
    'GET /.well-known/jwks.json': () => keySet(...keys),
    'GET /rating-files': () => ({ exports: versions.map((one) => one.export), next_page_token: null, resume_token: 'x', list_version: 1 }),
    'GET /tournaments/t1/rating-file': content('ELO'),
    ...Object.fromEntries(kinds.map((kind) => [`GET /tournaments/t1/rating-file/${kind}`, content(kind)])),
  };
}
