import { describe, expect, it } from 'vitest';
import { accountNames } from '../src/contract/account-names.svelte';
import type { Appeal, PenaltyRuling, Protest, Report, Rulings, Table, Tournament } from '../src/contract/types';
import { filtered, rulingLog, type LogEntry, type LogFilter } from '../src/event/ruling-log';
import { formatMoment } from '../src/i18n/numbers';

const DIRECTOR = 'accountOfDirector0000A';
const REVIEWER = 'accountOfReviewer0000A';
const CHAIR = 'accountOfChair0000000A';
const WATCHER = 'accountOfWatcher00000A';
accountNames.learn(DIRECTOR, 'Ida Holm');
accountNames.learn(REVIEWER, 'Karin Moe');
accountNames.learn(CHAIR, 'Per Dahl');
accountNames.learn(WATCHER, 'Siv Lund');

const tournament = {
  entrants: [
    { id: 'e1', given_names: 'Ove', surname: 'Berg' },
    { id: 'e2', given_names: 'Åse', surname: 'Vik' },
    { id: 'e3', given_names: 'Nils', surname: 'Øye' },
  ],
  rounds: [{ number: 2, boards: [{ table: 4, black_entrant_id: 'e1', white_entrant_id: 'e2', game_id: 'g24' }] }],
  rule_set_json: '{}',
  early_ends: [],
  description_changes: [{ at_ms: 9_000, by_account_id: DIRECTOR, texts: ['place'] }],
} as unknown as Tournament;

const penalty = (id: string, parts: object): PenaltyRuling =>
  ({
    id,
    entrant_id: 'e1',
    spectator_account_id: null,
    paragraph: 'MSO 5.1',
    reason: 'Late twice.',
    by_account_id: DIRECTOR,
    at_ms: 1_000,
    status: 'in_force',
    reviewed_by_account_id: null,
    penalty: {
      kind: 'time',
      round: 2,
      table: 4,
      taken_ms: 120_000,
      given_ms: 0,
      opponent_discs: 0,
      half_points: 0,
      places: 0,
      until_ms: null,
    },
    ...parts,
  }) as PenaltyRuling;
const protest = (id: string, parts: Partial<Protest>): Protest =>
  ({
    id,
    entrant_id: 'e2',
    against_entrant_id: 'e1',
    round: 2,
    table: 4,
    reason: 'The clock ran.',
    at_ms: 3_000,
    decided: false,
    upheld: false,
    decision: null,
    ruling_id: null,
    decided_at_ms: null,
    decided_by_account_id: null,
    ...parts,
  }) as Protest;
const appeal = (id: string, parts: Partial<Appeal>): Appeal =>
  ({
    id,
    ruling_id: null,
    protest_id: null,
    entrant_id: 'e1',
    reason: 'It was one minute.',
    at_ms: 5_000,
    chair_account_id: null,
    member_account_ids: [],
    testimony: [],
    decided: false,
    upheld: false,
    decision: null,
    fallen: false,
    decided_at_ms: null,
    decided_by_account_id: null,
    effect: null,
    replacement_ruling_id: null,
    ...parts,
  }) as Appeal;
const DECIDED = { decided: true, decided_at_ms: 6_000, decided_by_account_id: CHAIR, decision: 'One minute it is.' } as const;

const known = (parts: Partial<Rulings>): Rulings => ({
  rulings: [],
  protests: [],
  appeals: [],
  disputes: [],
  interests: [],
  next_page_token: null,
  ...parts,
});
const logOf = (parts: Partial<Rulings>, reports: Report[] = [], tables: Table[] = []): LogEntry[] =>
  rulingLog({ known: known(parts), reports, tables, tournament });
const entry = (key: string, log: readonly LogEntry[]): LogEntry => {
  const found = log.find((one) => one.key === key);
  if (!found) throw new Error(`${key} is not in the log`);
  return found;
};

describe('who decided, and when', () => {
  it('is told of a protest', () => {
    const log = logOf({ protests: [protest('p1', { ...DECIDED, upheld: true }), protest('p2', {})] });
    expect(entry('protest-p1', log).decided).toBe(`decided by Per Dahl, ${formatMoment(6_000)}`);
    expect(entry('protest-p2', log).decided).toBe('');
  });

  it('is told without a name where the server knows none', () => {
    const log = logOf({ protests: [protest('p1', { ...DECIDED, decided_by_account_id: null })] });
    expect(entry('protest-p1', log).decided).toBe(`decided ${formatMoment(6_000)}`);
  });

  it('is told of a penalty that somebody else reviewed (MSO 5.2)', () => {
    const log = logOf({ rulings: [penalty('r1', { reviewed_by_account_id: REVIEWER }), penalty('r2', { status: 'proposed' })] });
    expect(entry('penalty-r1', log)).toMatchObject({ who: 'Ida Holm', decided: 'reviewed by Karin Moe', state: 'In force' });
    expect(entry('penalty-r2', log)).toMatchObject({ decided: '', state: 'Waits for review' });
  });

  it('is told of a report, beside who reported', () => {
    const report = { id: 'w1', round: 2, table: 4, text: 'A hand on the clock.', claim: null, by_account_id: WATCHER, at_ms: 4_000 };
    const answered = { outcome: 'noted', reason: null, answered_by_account_id: DIRECTOR, answered_at_ms: 7_000 };
    const log = logOf({}, [
      { ...report, ...answered },
      { ...report, id: 'w2', outcome: null, reason: null, answered_by_account_id: null, answered_at_ms: null },
    ] as unknown as Report[]);
    expect(entry('report-w1', log)).toMatchObject({ who: 'Siv Lund', decided: `answered by Ida Holm, ${formatMoment(7_000)}` });
    expect(entry('report-w2', log)).toMatchObject({ who: 'Siv Lund', decided: '' });
  });

  it('is told of an appeal; before, under whom it is heard', () => {
    const log = logOf({
      appeals: [appeal('x1', { ...DECIDED, chair_account_id: REVIEWER }), appeal('x2', { chair_account_id: CHAIR }), appeal('x3', {})],
    });
    expect(entry('appeal-x1', log).decided).toBe(`decided by Per Dahl, ${formatMoment(6_000)}`);
    expect(entry('appeal-x2', log).decided).toBe('heard under Per Dahl');
    expect(entry('appeal-x3', log).decided).toBe('');
  });
});

describe('what the decision of an appeal does', () => {
  const effect = (parts: Partial<Appeal>): string => entry('appeal-x', logOf({ appeals: [appeal('x', { ...DECIDED, ...parts })] })).effect;

  it.each<[Partial<Appeal>, string]>([
    [{ effect: 'nothing' }, 'What was decided stands.'],
    [{ effect: 'nothing', upheld: true }, 'It changes nothing.'],
    [{ effect: 'annul', upheld: true }, 'The ruling falls.'],
    [{ effect: 'result', upheld: true }, 'The game counts another score.'],
    [{ effect: 'replace', upheld: true, replacement_ruling_id: 'gone' }, 'Another penalty takes its place.'],
    [{ decided: false, fallen: true }, 'It was not decided in time: the round of its game counts as not played.'],
    [{ decided: false }, ''],
  ])('in words: %j', (parts, said) => expect(effect(parts)).toBe(said));

  it('names the penalty that takes the other’s place, and leads to it', () => {
    const penalties = [penalty('r1', {}), penalty('r2', { penalty: { ...penalty('r1', {}).penalty, taken_ms: 60_000 } })];
    const replaced = appeal('x', { ...DECIDED, ruling_id: 'r1', upheld: true, effect: 'replace', replacement_ruling_id: 'r2' });
    const log = logOf({ rulings: penalties, appeals: [replaced] });
    expect(entry('appeal-x', log)).toMatchObject({ effect: 'In its place: 1:00 taken.', instead: 'penalty-r2' });
    expect(entry('penalty-r2', log).what).toBe('1:00 taken');
    expect(entry('penalty-r1', log).state).toBe('In force. Appealed: Upheld');
  });
});

describe('the search of the log', () => {
  const tables = [
    {
      game_id: 'g24',
      round: 2,
      table: 4,
      black_entrant_id: 'e1',
      white_entrant_id: 'e2',
      rulings: [
        { seq: 7, at_ms: 2_000, act: 'pause', paragraph: 'EGP IV.7', reason: 'Fire drill.', official_account_id: 'service:pairing' },
      ],
    },
  ] as unknown as Table[];
  const log = logOf(
    {
      rulings: [
        penalty('r1', { reviewed_by_account_id: REVIEWER }),
        penalty('r2', { entrant_id: 'e3', penalty: { kind: 'warning', round: null, table: null } }),
      ],
      protests: [protest('p1', { ...DECIDED, decision: 'It ran for a minute.' })],
      appeals: [appeal('x1', { ...DECIDED, protest_id: 'p1', effect: 'annul' })],
    },
    [],
    tables,
  );
  const found = (parts: Partial<LogFilter>): string[] =>
    filtered(log, { words: '', round: '', entrant: '', kind: '', ...parts }).map(({ key }) => key);

  it('has everything, the newest first, where nothing is looked for', () => {
    expect(found({})).toEqual(['text-0', 'appeal-x1', 'protest-p1', 'table-g24-7', 'penalty-r1', 'penalty-r2']);
    expect(found({ words: '  ' })).toHaveLength(6);
  });

  it.each<[string, string[]]>([
    ['fire', ['table-g24-7']],
    ['FIRE drill', ['table-g24-7']],
    ['drill fire', ['table-g24-7']],
    ['fire snow', []],
    // Names of players, of who ruled, reviewed and decided; paragraphs, reasons, decisions, states and effects.
    ['øye', ['penalty-r2']],
    ['åse', ['protest-p1', 'table-g24-7']],
    ['karin', ['penalty-r1']],
    ['per dahl', ['appeal-x1', 'protest-p1']],
    ['ida holm', ['text-0', 'penalty-r1', 'penalty-r2']],
    ['iv.7', ['table-g24-7']],
    ['minute', ['appeal-x1', 'protest-p1']],
    ['falls', ['appeal-x1']],
    ['dismissed', ['appeal-x1', 'protest-p1']],
    ['2:00', ['penalty-r1']],
    ['place', ['text-0']],
  ])('finds “%s”', (words, keys) => expect(found({ words })).toEqual(keys));

  it('keeps to a round, or to what is about none', () => {
    expect(found({ round: '2' })).toEqual(['appeal-x1', 'protest-p1', 'table-g24-7', 'penalty-r1']);
    expect(found({ round: 'none' })).toEqual(['text-0', 'penalty-r2']);
    expect(found({ round: '1' })).toEqual([]);
  });

  it('keeps to a player, whichever side of a case they are on', () => {
    expect(found({ entrant: 'e1' })).toEqual(['appeal-x1', 'protest-p1', 'table-g24-7', 'penalty-r1']);
    expect(found({ entrant: 'e3' })).toEqual(['penalty-r2']);
  });

  it('keeps to a kind, and to all that is asked for at once', () => {
    expect(found({ kind: 'penalty' })).toEqual(['penalty-r1', 'penalty-r2']);
    expect(found({ kind: 'penalty', round: '2', entrant: 'e1', words: 'late' })).toEqual(['penalty-r1']);
    expect(found({ kind: 'penalty', words: 'fire' })).toEqual([]);
  });

  it('names the server where no official stands behind what came to the table', () => {
    expect(entry('table-g24-7', log)).toMatchObject({ who: 'the server', game: 'g24', whom: 'Ove Berg – Åse Vik' });
  });

  it('tells a decided dispute once, with what was decided, and not again by what was done at the table', () => {
    const dispute = {
      round: 2,
      table: 4,
      entrant_id: 'e1',
      reason: 'My flag stood.',
      holds_pairing: false,
      at_ms: 8_000,
      decided: true,
      outcome: 'stands',
      decision: 'The sheet says so.',
      decided_at_ms: 9_000,
      decided_by_account_id: CHAIR,
    };
    const settled = tables.map((one) => ({ ...one, rulings: one.rulings.map((ruling) => ({ ...ruling, act: 'settle_dispute' })) }));
    const told = logOf({ disputes: [dispute] }, [], settled);
    const ofTable = told.filter((one) => one.kind !== 'text').map(({ key, state, reason }) => [key, state, reason]);
    expect(ofTable).toEqual([['dispute-2-4-8000', 'The result stands', 'My flag stood.” – “The sheet says so.']]);
    expect(logOf({ disputes: [{ ...dispute, decided: false, outcome: null }] }, [], settled).map((one) => one.kind)).toEqual([
      'text',
      'dispute',
      'table',
    ]);
  });

  it('tells that the event was shortened, by whom and why', () => {
    const shortened = {
      kind: 'shortened',
      rounds: 9,
      planned: 11,
      unfinished_round: null,
      fate: null,
      without_finals: false,
      ranking_confirmed: false,
      reason: 'The hall closes.',
      account_id: DIRECTOR,
      at_ms: 7_000,
      rule: 'EGP II.3',
    };
    const log = rulingLog({
      known: known({}),
      reports: [],
      tables: [],
      tournament: { ...tournament, early_ends: [shortened] },
    });
    expect(log.find((one) => one.kind === 'end')).toMatchObject({
      what: 'Shortened: 9 rounds instead of 11.',
      whom: 'The event',
      who: 'Ida Holm',
      reason: 'The hall closes.',
      paragraph: 'EGP II.3',
      round: null,
    });
  });
});
