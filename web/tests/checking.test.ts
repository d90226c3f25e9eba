import { afterEach, describe, expect, it, vi } from 'vitest';
import { isKey, isSignedBy } from '../src/browser/ed25519';
import { bytesOf } from '../src/browser/sha256';
import { fromText, toText } from '../src/contract/bytes';
import type { SignedTranscript } from '../src/contract/types';
import { chainLine } from '../src/event/checking/chain';
import { digestOf, isNameBeside } from '../src/event/checking/contents';
import { checkTranscript, statementOf, type ShownGame } from '../src/event/checking/game';
import { keyId, keyLine, publishedKeys } from '../src/event/checking/keys';
import { outcome, type Signer } from '../src/event/checking/lines';
import { readSigned } from '../src/event/checking/manifest';
import { checkOwnFiles } from '../src/event/checking/own-files';
import { checkVersion } from '../src/event/checking/version';
import { ratingFile } from '../src/event/rating-files';
import { answersOf, Key, keySet, publish, STEM, type Published } from './signing';

const KEY = new Key(7);
const OTHER = new Key(8);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

afterEach(() => vi.unstubAllGlobals());

/** RFC 8032, section 7.1: tests 1, 2, 3 and SHA(abc). */
const VECTORS = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf2',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const;

describe('a signature', () => {
  it.each(VECTORS)('of RFC 8032 fits, and fits no other byte: %s', (key, message, signature) => {
    const [of, under, by] = [bytesOf(key), bytesOf(message), bytesOf(signature)];
    expect(isSignedBy(of, under, by)).toBe(true);
    for (const place of [0, 31, 32, 63]) expect(isSignedBy(of, under, changed(by, place))).toBe(false);
    expect(isSignedBy(of, Uint8Array.from([...under, 0]), by)).toBe(false);
    expect(isSignedBy(bytesOf(VECTORS[(VECTORS.findIndex(([one]) => one === key) + 1) % 4]?.[0] ?? ''), under, by)).toBe(false);
  });

  it('with a number that is too large is none, though the same point comes of it', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const [key, message, signature] = VECTORS[0];
    const bytes = bytesOf(signature);
    const large = bytes.slice(32).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) + order;
    for (let place = 0; place < 32; place += 1) bytes[32 + place] = Number((large >> BigInt(8 * place)) & 255n);
    expect(isSignedBy(bytesOf(key), bytesOf(message), bytes)).toBe(false);
  });

  it('of a key of small order is none: it would fit anything', () => {
    const weak = new Uint8Array(32);
    weak[0] = 1;
    const signature = new Uint8Array(64);
    signature[0] = 1;
    expect(isKey(weak)).toBe(false);
    expect(isSignedBy(weak, encode('anything'), signature)).toBe(false);
  });

  it('needs nothing of the browser, which has none on a page that came by plain HTTP', () => {
    vi.stubGlobal('crypto', undefined);
    const [key, message, signature] = VECTORS[1];
    expect(isSignedBy(bytesOf(key), bytesOf(message), bytesOf(signature))).toBe(true);
  });
});

/** With another bit at a place. */
function changed<T extends Uint8Array>(bytes: T, place: number): T {
  const other = bytes.slice() as T;
  other[place] = (other[place] ?? 0) ^ 1;
  return other;
}

/** Whatever a server answers in place of the network. */
function serve(versions: readonly Published[], keys: readonly Key[], more: Record<string, () => unknown> = {}): void {
  const answers = { ...answersOf(versions, keys), ...more };
  vi.stubGlobal('fetch', async (address: string, init?: { method: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://server');
    const answer = answers[`${init?.method ?? 'GET'} ${pathname.replace('/api/v1', '')}`]?.(searchParams);
    if (answer === undefined)
      return Response.json({ code: 'none', title: '', detail: '', rule: null, parameters: {}, field: null }, { status: 404 });
    return answer instanceof Response ? answer : Response.json(answer);
  });
}

const first = publish(KEY, 1);
const second = publish(KEY, 2, first);
const third = publish(KEY, 3, second);

/** What was found of a version, by what does not fit. */
async function found(versions: readonly Published[], version: number, keys: readonly Key[] = [KEY]) {
  serve(versions, keys);
  const { lines, signer } = await checkVersion('t1', version);
  return { outcome: outcome(lines), not: lines.filter(({ mark }) => mark !== 'fits').map(({ text }) => text), lines, signer };
}

const otherwise = (of: Published, parts: Partial<Published['export']>): Published => ({ ...of, export: { ...of.export, ...parts } });
const holding = (of: Published, kind: string, content: Uint8Array<ArrayBuffer>): Published => ({
  ...of,
  contents: { ...of.contents, [kind]: content },
});
const elo = (of: Published): Uint8Array<ArrayBuffer> => of.contents['ELO'] ?? new Uint8Array();

describe('a version of a rating file', () => {
  it('fits whole, with every file and the version before it', async () => {
    const { outcome: ended, lines, signer } = await found([first, second, third], 3);
    expect(ended).toBe('fits');
    expect(lines.map(({ text }) => text)).toEqual([
      'The signature fits: nothing in the manifest was changed since it was signed.',
      `${STEM}.ELO is the file that was signed.`,
      '2 files beside it are those that were signed.',
      'It follows on version 2, and names the file of that one rightly.',
    ]);
    expect(signer && keyLine(signer, '')).toEqual({ mark: 'fits', text: 'The server publishes this key, without saying since when.' });
  });

  it.each<[string, Published[], number, string]>([
    [
      'another signature',
      [otherwise(first, { signature: second.export.signature })],
      1,
      'The signature does not fit: the manifest was changed',
    ],
    ['another key beside it', [otherwise(first, { public_key: OTHER.text })], 1, 'The signature does not fit: the manifest was changed'],
    [
      'a signature that is cut off',
      [otherwise(first, { signature: first.export.signature.slice(0, 80) })],
      1,
      'The signature or the key is damaged',
    ],
    ['a key that is cut off', [otherwise(first, { public_key: KEY.text.slice(1) })], 1, 'The signature or the key is damaged'],
    ['a manifest that is cut off', [otherwise(first, { manifest: first.export.manifest.slice(0, 80) })], 1, 'The signature does not fit'],
    ['another name than was signed', [otherwise(first, { file_name: 'b.ELO' })], 1, 'The file is named b.ELO here, and'],
    ['something signed that is no manifest', [publish(KEY, 1, null, { format: 'outflank result 1' })], 1, 'What is signed is no manifest'],
    ['a manifest without a version', [publish(KEY, 1, null, { version: undefined })], 1, 'What is signed is no manifest'],
    ['a manifest whose version is no number of one', [publish(KEY, 1, null, { version: -1 })], 1, 'What is signed is no manifest'],
    ['a manifest whose files are none', [publish(KEY, 1, null, { files: 'x' })], 1, 'What is signed is no manifest'],
    [
      'a manifest that names what it follows on by number alone',
      [publish(KEY, 1, null, { supersedes: { version: 1 } })],
      1,
      'What is signed is no manifest',
    ],
    ['a manifest of another event', [publish(KEY, 1, null, { tournament_id: 't2' })], 1, 'What is signed is of another event or version'],
    ['a manifest of another version', [publish(KEY, 1, null, { version: 4 })], 1, 'What is signed is of another event or version'],
    ['a listing that makes it rated', [publish(KEY, 1, null, { rated: false })], 1, 'or says otherwise whether it is rated'],
    ['a file that was changed', [holding(first, 'ELO', changed(elo(first), 3))], 1, `${STEM}.ELO was changed`],
    ['a file that is cut off', [holding(first, 'ELO', elo(first).slice(0, 5))], 1, `${STEM}.ELO is cut off: 5 of 12 bytes are there.`],
    [
      'a file beside it that was changed',
      [holding(first, 'games.wtb', Uint8Array.from([9, 0, 255, 13, 10]))],
      1,
      `${STEM}.games.wtb was changed`,
    ],
    ['a version before it that is missing', [first, third], 3, 'Version 2 is missing here.'],
    ['a version before it that is another file', [first, publish(KEY, 2, second), third], 2, 'It follows on version 1'],
    [
      'a chain that is broken',
      [publish(KEY, 1, null, { sha256: '00' }), second],
      2,
      'It follows on another file than the one that is version 1',
    ],
    [
      'a version before it whose signature does not fit',
      [otherwise(first, { signature: second.export.signature }), second],
      2,
      'Version 1, on which it follows, is not rightly signed.',
    ],
    [
      'a file beside it whose name leads elsewhere',
      [publish(KEY, 1, null, { files: [{ kind: 'games.wtb', name: '../x', sha256: '', bytes: 0 }] })],
      1,
      '../x is no name of a file beside it.',
    ],
  ])('is told with %s', async (_, versions, version, said) => {
    const { lines, outcome: ended } = await found(versions, version);
    expect(lines.map(({ text }) => text).join('\n')).toContain(said);
    expect(ended).toBe(said.startsWith('It follows on version') ? 'fits' : 'wrong');
  });

  it('is not said to fit while a file cannot be had', async () => {
    const { outcome: ended, not } = await found([{ ...first, contents: {} }], 1);
    expect(ended).toBe('open');
    expect(not).toContain(`${STEM}.ELO could not be fetched: it is not checked.`);
  });

  it('fits no more with any one bit of its manifest changed', async () => {
    const bytes = fromText(first.export.manifest);
    for (let place = 0; place < bytes.length; place += 37) {
      const manifest = new TextDecoder().decode(changed(bytes, place));
      expect((await readSigned({ ...first.export, manifest })).manifest, String(place)).toBeNull();
    }
  });
});

describe('the key', () => {
  const signer = async (versions: readonly Published[], version: number, keys: readonly Key[]): Promise<Signer> => {
    const { signer: told } = await found(versions, version, keys);
    if (!told) throw new Error('no key');
    return told;
  };

  it('has the name that the server gives it, which follows from the key', () =>
    // As `outflank_access::keys::key_id` names the key of RFC 8032’s first test.
    expect(keyId(toText(bytesOf(VECTORS[0][0])))).toBe('2z9E6S8obdwRJFD346KI-A'));

  it('that the server publishes is told as such', async () =>
    expect(keyLine(await signer([first], 1, [OTHER, KEY]), '').text).toMatch(/^The server publishes this key/));

  it('that it does not publish is nobody’s word', async () =>
    expect(keyLine(await signer([first], 1, [OTHER]), '')).toMatchObject({
      mark: 'open',
      text: expect.stringMatching(/does not publish this key/),
    }));

  it('that is retired is told with the version that has another one', async () => {
    const own = publish(OTHER, 2, first);
    expect(keyLine(await signer([first, own], 1, [OTHER]), '')).toMatchObject({
      mark: 'wrong',
      text: expect.stringMatching(/^Version 2 is signed with another key/),
    });
    expect(keyLine(await signer([first, own], 1, [OTHER, KEY]), '').mark).toBe('fits');
  });

  it('that somebody has counts for more than what the server says', async () => {
    const told = await signer([first], 1, [KEY]);
    expect(keyLine(told, KEY.text)).toMatchObject({ mark: 'fits', text: 'It is the key that you have.' });
    expect(keyLine(told, OTHER.text).mark).toBe('wrong');
  });

  it.each([
    ['no answer', undefined],
    ['no list', { keys: 'none' }],
    ['a page of its own', new Response('<!doctype html>')],
  ])('is not known to be published where the server gives %s', async (_, answer) => {
    serve([first], [], { 'GET /.well-known/jwks.json': () => answer });
    expect(await publishedKeys('rating_files')).toBeNull();
  });

  it('is published for what it signs, and for nothing else', async () => {
    const told = (signs: string | undefined) => ({ ...keySet(KEY).keys[0], signs });
    serve([first], [], { 'GET /.well-known/jwks.json': () => ({ keys: ['access_tokens', 'results', undefined].map(told) }) });
    expect(await publishedKeys('rating_files')).toEqual([]);
    expect(await publishedKeys('results')).toEqual([KEY.text]);
    const { signer: found } = await checkVersion('t1', 1);
    expect(found && keyLine(found, '')).toMatchObject({ mark: 'open', text: expect.stringMatching(/does not publish this key/) });
  });
});

describe('files of one’s own', () => {
  const saved = (of: Published): { name: string; content: Uint8Array } => ({
    name: 'saved.json',
    content: encode(JSON.stringify(ratingFile(of.export).signed)),
  });
  const texts = async (...given: Parameters<typeof checkOwnFiles>) =>
    (await checkOwnFiles(...given)).lines.map(({ mark, text }) => `${mark}: ${text}`);

  it('fit the manifest that is chosen with them', async () => {
    const own = [
      saved(first),
      { name: 'renamed.elo', content: elo(first) },
      { name: 'x.csv', content: first.contents['standings.csv'] ?? elo(first) },
    ];
    expect(await texts(own, [], [])).toEqual([
      'fits: saved.json: The signature fits: nothing in the manifest was changed since it was signed.',
      'fits: renamed.elo is a file of Lower Marsh Open, version 1, as it was signed.',
      'fits: x.csv is a file of Lower Marsh Open, version 1, as it was signed.',
    ]);
  });

  it('fit a version that the page shows, without any manifest', async () =>
    expect(await texts([{ name: 'a', content: elo(first) }], [ratingFile(second.export), ratingFile(first.export)], null)).toEqual([
      'fits: a is a file of Lower Marsh Open, version 1, as it was signed.',
    ]));

  it('are told where one byte is another, where they are cut off, and where nothing names them', async () => {
    const own = [
      saved(first),
      { name: `${STEM}.ELO`, content: changed(elo(first), 0) },
      { name: `${STEM}.games.wtb`, content: Uint8Array.of(1) },
    ];
    expect((await texts([...own, { name: 'letter.txt', content: encode('x') }], [], [])).slice(1)).toEqual([
      `wrong: ${STEM}.ELO was changed: it is not the file that was signed.`,
      `wrong: ${STEM}.games.wtb is cut off: 1 of 5 bytes are there. It is not the file that was signed.`,
      'wrong: letter.txt is no file that is signed here.',
    ]);
  });

  it('of several keys are told as such', async () => {
    const { lines, signer } = await checkOwnFiles([saved(first), saved(publish(OTHER, 1))], [], []);
    expect(signer).toBeNull();
    expect(outcome(lines)).toBe('open');
  });

  it('are no proof beside a manifest that is not rightly signed', async () => {
    const forged = otherwise(first, { signature: second.export.signature });
    expect(await texts([saved(forged), { name: 'a', content: elo(first) }], [], [])).toEqual([
      'wrong: saved.json: The signature does not fit: the manifest was changed, or another key signed it.',
      'open: a cannot be checked without a manifest: choose that too.',
    ]);
    expect(await texts([{ name: 'a', content: elo(first) }], [ratingFile(forged.export)], [])).toHaveLength(1);
  });
});

describe('a name beside a rating file', () => {
  it.each([
    [`${STEM}.standings.csv`, true],
    [`${STEM}.ELO`, false],
    [`${STEM}..csv`, false],
    [`${STEM}.`, false],
    ['other.csv', false],
    [`${STEM}.a/b`, false],
    [`${STEM}.${'a'.repeat(128)}`, false],
  ])('%s: %s', (name, may) => expect(isNameBeside(`${STEM}.ELO`, name)).toBe(may));
});

describe('what a version follows on', () => {
  const of = (version: number, supersedes: { version: number; sha256: string } | null = null) => ({
    version,
    sha256: `of ${version}`,
    supersedes,
  });
  it.each([
    ['nothing, the first', of(1), [], 'fits'],
    ['the one that it names', of(2, { version: 1, sha256: 'of 1' }), [of(1)], 'fits'],
    ['one that it does not name, in the first format', of(2), [of(1)], 'fits'],
    ['another file than it names', of(2, { version: 1, sha256: 'x' }), [of(1)], 'wrong'],
    ['one that is not there', of(3, { version: 2, sha256: 'of 2' }), [of(1)], 'wrong'],
  ] as const)('%s', (_, one, all, mark) => expect(chainLine(one, all).mark).toBe(mark));
});

describe('a game that the server countersigned', () => {
  const text =
    'othello transcript 1\ntournament "t1" round 1 table 1 game 1\nblack "a"\nwhite "b"\nplies f5d6--e5xd4\nresult 40-24 winner black by board_complete\n';
  const digest = digestOf(encode(text));
  const statement = statementOf('g1', digest);
  const told: SignedTranscript = {
    game_id: 'g1',
    text,
    digest,
    state: 'confirmed',
    black_confirmed: true,
    white_confirmed: true,
    by_silence: false,
    statement,
    countersignature: KEY.sign(statement),
    key_id: keyId(KEY.text),
  };
  const at = (square: string | null, flip: string | null = null) => ({ square, flip });
  const shown: ShownGame = { gameId: 'g1', digest, plies: [at('f5'), at('d6'), at(null), at('e5', 'd4')] };
  const wrongOf = async (parts: Partial<SignedTranscript>, page: Partial<ShownGame> = {}, keys: Key[] = [KEY]): Promise<string[]> =>
    (
      await checkTranscript(
        { ...told, ...parts },
        { ...shown, ...page },
        keys.map((one) => one.text),
      )
    ).lines
      .filter(({ mark }) => mark === 'wrong')
      .map((line) => line.text);

  it('fits whole', async () => {
    const { lines, signer } = await checkTranscript(told, shown, [OTHER.text, KEY.text]);
    expect(lines.map(({ mark }) => mark)).toEqual(['fits', 'fits', 'fits', 'fits']);
    expect(signer?.key).toBe(KEY.text);
  });

  it('is told where anything of it is otherwise', async () => {
    expect(await wrongOf({ text: text.replace('40-24', '24-40') })).toEqual([
      'The transcript has another digest than the table shows.',
      'What is signed names another game or another transcript.',
    ]);
    expect(await wrongOf({}, { digest: '00' })).toEqual(['The transcript has another digest than the table shows.']);
    expect(await wrongOf({}, { plies: [at('f5')] })).toEqual(['Its moves are not those that are shown here.']);
    expect(await wrongOf({}, { gameId: 'g2' })).toEqual(['What is signed names another game or another transcript.']);
    expect(await wrongOf({ countersignature: OTHER.sign(statement) })).toEqual([
      'The signature does not fit: what is signed was changed, or another key signed it.',
    ]);
    expect(await wrongOf({ countersignature: null })).toEqual(['The server has not signed it.']);
  });

  it('cannot be checked to its end without the key, which somebody may have', async () => {
    const { lines, signer } = await checkTranscript(told, shown, [OTHER.text]);
    expect(lines).toHaveLength(3);
    if (!signer) throw new Error('no key');
    expect(keyLine(signer, '')).toMatchObject({
      mark: 'open',
      text: expect.stringMatching(/without it the signature cannot be checked here/),
    });
    expect(keyLine(signer, KEY.text).mark).toBe('fits');
    expect(keyLine(signer, OTHER.text).mark).toBe('wrong');
  });

  it('is signed by no key that only bears its name', async () => {
    serve([], [], { 'GET /.well-known/jwks.json': () => ({ keys: [{ ...keySet(OTHER).keys[0], kid: keyId(KEY.text) }] }) });
    const { signer } = await checkTranscript(told, shown, await publishedKeys('results'));
    expect(signer?.key).toBeNull();
  });
});
