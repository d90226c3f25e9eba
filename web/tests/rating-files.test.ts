import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Export } from '../src/contract/types';
import { counts, RatingFileList } from '../src/event/rating-file-list.svelte';
import {
  causeText,
  kindText,
  otherHeads,
  ratingFile,
  ratingFilesOf,
  readManifest,
  signatoryName,
  textOfBytes,
} from '../src/event/rating-files';
import { RatingFilesOfEvent } from '../src/event/rating-files-of-event.svelte';
import type { EventsListener } from '../src/live/connection';
import { eventsListeners } from './server';

const FIRST_FORMAT = {
  format: 'outflank rating export 1',
  tournament_id: 't1',
  tournament: 'Ørebro Åben',
  version: 1,
  file_name: '20260718_Orebro_Aben.ELO',
  sha256: '00ff',
  bytes: 613,
  rated: true,
  departures: [],
  draw_anchor: '00',
};
const SECOND_FORMAT = {
  ...FIRST_FORMAT,
  format: 'outflank rating export 2',
  version: 2,
  unsigned_results: ['2/1'],
  responsible: {
    director: 'Ingrid Vestergrund',
    head_directors: [{ account_id: 'a1', name: 'Ingrid Vestergrund' }],
    confirmed_by: { account_id: 'a1', name: 'Ingrid Vestergrund', at_ms: 5 },
    approved_by: null,
  },
  changes: [{ cause: 'ranking_amended', at_ms: 7, by: { account_id: 'a1', name: 'Ingrid Vestergrund' }, reason: 'Misread “39”.' }],
  supersedes: { version: 1, sha256: 'ff00' },
  differences: ['Round 2: Sofus Klitgaard 40, Torunn Brandvold 24 became 39 and 25.'],
  files: [{ kind: 'games.wtb', name: '20260718_Orebro_Aben.games.wtb', sha256: '11ff', bytes: 84, without: ['2/1'] }],
  files_left_out: [{ kind: 'papp-rounds.xml', why: 'A name has no Latin form.' }],
};

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const published = (tournament_id: string, version: number, parts: Partial<Export> = {}): Export => ({
  tournament_id,
  version,
  file_name: `${tournament_id}.ELO`,
  manifest: base64url(JSON.stringify({ ...FIRST_FORMAT, tournament: `Event ${tournament_id}`, version })),
  signature: 'c2lnbmVk',
  public_key: 'a2V5',
  at_ms: 1_000 * version,
  superseded: false,
  rated: true,
  ...parts,
});

describe('a manifest', () => {
  it('is read in the format that tells who answers, what changed and what is otherwise', () => {
    const said = readManifest(JSON.stringify(SECOND_FORMAT));
    expect(said.responsible?.confirmed_by).toMatchObject({ name: 'Ingrid Vestergrund', at_ms: 5 });
    expect(said.responsible?.approved_by).toBeNull();
    expect(said.changes.map(causeText)).toEqual(['Results or ranking amended']);
    expect(said.changes[0]?.reason).toBe('Misread “39”.');
    expect(said.supersedes?.version).toBe(1);
    expect(said.differences).toEqual(SECOND_FORMAT.differences);
    expect(said.unsigned_results).toEqual(['2/1']);
    expect(said.files.map(({ kind, bytes, without }) => [kindText(kind), bytes, without])).toEqual([['Games, WTHOR base', 84, ['2/1']]]);
    expect(said.files_left_out.map(({ kind }) => kindText(kind))).toEqual(['Rounds for PAPP, XML']);
    expect(kindText('scores.txt')).toBe('scores.txt');
  });

  it('of the earlier format tells none of that', () => {
    expect(readManifest(JSON.stringify(FIRST_FORMAT))).toEqual({
      format: 'outflank rating export 1',
      tournamentId: 't1',
      tournament: 'Ørebro Åben',
      version: 1,
      fileName: '20260718_Orebro_Aben.ELO',
      rated: true,
      sha256: '00ff',
      bytes: 613,
      unsigned_results: [],
      responsible: null,
      changes: [],
      supersedes: null,
      differences: [],
      files: [],
      files_left_out: [],
    });
  });

  it('is saved byte for byte as it was signed, with its signature', () => {
    const text = JSON.stringify(SECOND_FORMAT, null, 1);
    const { said, signed } = ratingFile(published('t1', 2, { manifest: base64url(text), superseded: true }));
    expect(said.tournament).toBe('Ørebro Åben');
    expect(signed).toEqual({
      file_name: 't1.ELO',
      version: 2,
      manifest: text,
      signature: 'c2lnbmVk',
      public_key: 'a2V5',
      at_ms: 2_000,
      superseded: true,
    });
  });

  it('says nothing where it is none', () => expect(readManifest('{"format":')).toMatchObject({ format: '', version: 0, files: [] }));

  it.each(['', '\ufeff{}', 'a', 'ÿþ?>', 'Øresund, “½”', '\u{1f44d}'])('is text again, whatever its bytes are: %j', (text) =>
    expect(textOfBytes(base64url(text))).toBe(text),
  );
});

describe('what led to a version', () => {
  it.each([
    ['confirmed', 'Ranking confirmed'],
    ['ranking_amended', 'Results or ranking amended'],
    ['entrant_corrected', 'Entrant corrected'],
    ['event_approved', 'Approved for ratings'],
    ['approval_withdrawn', 'Approval withdrawn'],
    ['approval_lapsed', 'Approval lapsed'],
    ['over_the_board_declared', 'Results signed for as played over the board'],
    // Of a later server.
    ['team_renamed', 'team renamed'],
  ])('%s is %s', (cause, text) => expect(causeText({ cause })).toBe(text));

  it('names whoever acted, also where the account is no more', () => {
    expect(signatoryName({ name: 'Clara Ostrander' })).toBe('Clara Ostrander');
    expect(signatoryName({ name: '' })).toBe('somebody without a name here');
  });
});

describe('who heads an event', () => {
  const heads = (...names: string[]): string[] =>
    otherHeads({
      director: 'Ingrid Vestergrund',
      head_directors: names.map((name) => ({ name })),
      confirmed_by: null,
      approved_by: null,
    });

  it('is named beside its director where it is another, or several', () => {
    expect(heads('Ingrid Vestergrund')).toEqual([]);
    expect(heads('Ove Sandmark')).toEqual(['Ove Sandmark']);
    expect(heads('Ingrid Vestergrund', '')).toEqual(['Ingrid Vestergrund', 'somebody without a name here']);
    expect(heads()).toEqual([]);
  });
});

type Page = { exports: Export[]; next_page_token: string | null; resume_token: string } | 'trouble' | 'began anew';
/** A server of rating files: what it gives for each token, or for none. */
let pages: Record<string, Page>;
let asked: string[];
let listeners: Set<EventsListener>;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [pages, asked, listeners] = [{}, [], eventsListeners()];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://server');
    const token = searchParams.get('page_token') ?? '';
    asked.push(pathname.endsWith('/manifest') ? 'why' : token);
    const page = pathname.endsWith('/manifest') ? 'why' : (pages[token] ?? 'trouble');
    if (page === 'trouble') throw new TypeError('the line is cut');
    if (page === 'began anew') return Response.json({ code: 'list_began_anew', title: '', detail: 'Begin again.' }, { status: 409 });
    if (page === 'why') return Response.json({ code: 'unwritable_rating_file', title: '', detail: 'It cannot be.' }, { status: 409 });
    return Response.json({ list_version: 1, ...page });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shown = (list: RatingFileList): string[] | undefined =>
  list.files?.map((file) => `${file.tournamentId} ${file.version}${file.superseded ? ' superseded' : ''}${counts(file) ? ' counts' : ''}`);

describe('the list of all rating files', () => {
  it('is read to its end and turned round: the newest first, the newest of each event in force', async () => {
    pages = {
      '': { exports: [published('a', 1), published('b', 1, { rated: false })], next_page_token: 'x', resume_token: 'x' },
      x: { exports: [published('a', 2)], next_page_token: null, resume_token: 'y' },
    };
    const list = new RatingFileList();
    await list.reload();
    list.close();
    expect(shown(list)).toEqual(['a 2 counts', 'b 1', 'a 1 superseded']);
    expect(list.files?.[0]).toMatchObject({ tournament: 'Event a', fileName: 'a.ELO', atMs: 2_000 });
  });

  it('goes on when a file is published, and what that supersedes counts no longer', async () => {
    pages = { '': { exports: [published('a', 1)], next_page_token: null, resume_token: 'x' } };
    const list = new RatingFileList();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(list)).toEqual(['a 1 counts']);
    pages['x'] = { exports: [published('a', 2, { rated: false })], next_page_token: null, resume_token: 'y' };
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toEqual(['']);
    for (const one of listeners) one.ratingFiles?.();
    await vi.advanceTimersByTimeAsync(1_000);
    list.close();
    expect(shown(list)).toEqual(['a 2', 'a 1 superseded']);
    expect(asked).toEqual(['', 'x']);
  });

  it('goes on after trouble from where it was, and shows no part of it before', async () => {
    pages = { '': { exports: [published('a', 1)], next_page_token: 'x', resume_token: 'x' } };
    const list = new RatingFileList();
    await vi.advanceTimersByTimeAsync(0);
    expect([list.files, list.problem?.code]).toEqual([null, 'unreachable']);
    pages['x'] = { exports: [published('b', 1)], next_page_token: null, resume_token: 'y' };
    await vi.advanceTimersByTimeAsync(1_000);
    list.close();
    expect([shown(list), list.problem]).toEqual([['b 1 counts', 'a 1 counts'], null]);
    expect(asked).toEqual(['', 'x', 'x']);
  });

  it('begins again where the store was restored, and doubles nothing', async () => {
    pages = { '': { exports: [published('a', 1)], next_page_token: null, resume_token: 'x' }, x: 'began anew' };
    const list = new RatingFileList();
    await vi.advanceTimersByTimeAsync(0);
    for (const one of listeners) one.event?.(null);
    await vi.advanceTimersByTimeAsync(1_000);
    list.close();
    expect(shown(list)).toEqual(['a 1 counts']);
    expect(asked).toEqual(['', 'x', '']);
  });
});

describe('the versions of one event', () => {
  const none: Page = { exports: [], next_page_token: null, resume_token: 'x' };

  it('are read to their end, newest first', async () => {
    pages = {
      '': { exports: [published('a', 1, { superseded: true })], next_page_token: 'x', resume_token: 'x' },
      x: { exports: [published('a', 2)], next_page_token: null, resume_token: 'y' },
    };
    expect((await ratingFilesOf('a')).map(({ version, superseded }) => [version, superseded])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it('are looked for again until the one that is due is there; what was there stands meanwhile', async () => {
    pages = { '': { ...none, exports: [published('a', 1)] } };
    const versions = new RatingFilesOfEvent('a');
    versions.look();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([versions.files.length, asked.length]).toEqual([1, 1]);
    versions.look();
    await vi.advanceTimersByTimeAsync(0);
    expect(versions.files.map(({ version }) => version)).toEqual([1]);
    pages = { '': { ...none, exports: [published('a', 1), published('a', 2)] } };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(versions.files.map(({ version }) => version)).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    versions.close();
    expect(asked.length).toBe(3);
  });

  it('that do not come are asked after, and the server says why', async () => {
    pages = { '': none };
    const versions = new RatingFilesOfEvent('a');
    versions.look();
    await vi.advanceTimersByTimeAsync(0);
    expect(versions.problem).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    versions.close();
    expect(versions.problem?.code).toBe('unwritable_rating_file');
    expect(asked.slice(0, 5)).toEqual(['', '', '', '', 'why']);
  });
});
