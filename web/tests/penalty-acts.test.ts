import { afterEach, describe, expect, it } from 'vitest';
import type { Raw } from '../src/acts/kit/field';
import { penaltyActs } from '../src/acts/rulings/impose';
import { SPECTATOR } from '../src/acts/rulings/penalty';
import { reviewActs } from '../src/acts/rulings/proceedings';
import type { OnOffence, OnRuling } from '../src/acts/rulings/subjects';
import { PENALTIES, type PenaltyKind } from '../src/event/penalties';
import { ARBITER, asAccount, asked, ASSISTANT, DIRECTOR, filled, GUEST, ruledEvent, sent } from './ruled-event';

const RULES = { known: [...PENALTIES], imposed_by: ['head_director', 'assistant'], reviewed: ['disqualification', 'ban'] };
const offence = (settled: Partial<OnOffence> = {}, rules = RULES): OnOffence => ({
  ...ruledEvent(rules),
  offender: null,
  round: null,
  table: null,
  ...settled,
});
const AGAINST_OVE = { offender: 'ove', reason: 'Talking in the hall' };
const AT_TABLE_1 = { ...AGAINST_OVE, board: '1/1' };
const nothing = {
  round: null,
  table: null,
  taken_ms: 0,
  given_ms: 0,
  empties_clock: false,
  opponent_discs: 0,
  half_points: 0,
  places: 0,
  until_ms: null,
};
const NOON = '2026-07-18T12:00';

afterEach(() => asAccount(null));

describe('a penalty', () => {
  it.each<[PenaltyKind, Record<string, Raw>, string, object]>([
    ['warning', AGAINST_OVE, 'Warn Ove Sandmark', {}],
    ['time', { ...AT_TABLE_1, taken: '2:00' }, 'Take 2:00 from Ove Sandmark', { taken_ms: 120_000 }],
    ['time', { ...AT_TABLE_1, given: '1:30' }, 'Give 1:30 to Tove Brandvold', { given_ms: 90_000 }],
    [
      'time',
      { ...AT_TABLE_1, taken: '2:00', given: '1:00', empties: true },
      'Take 2:00 from Ove Sandmark and give 1:00 to Tove Brandvold',
      { taken_ms: 120_000, given_ms: 60_000, empties_clock: true },
    ],
    ['final_score', { ...AT_TABLE_1, discs: '40' }, 'Enter 40–24 for Tove Brandvold', { opponent_discs: 40 }],
    ['draw', AT_TABLE_1, 'Declare Ove Sandmark against Tove Brandvold a draw', {}],
    ['loss_of_game', AT_TABLE_1, 'Award the game to Tove Brandvold, 64–0', {}],
    ['loss_of_game', { ...AT_TABLE_1, lost: '44' }, 'Award the game to Tove Brandvold, 44–20', { opponent_discs: 44 }],
    ['points', { ...AGAINST_OVE, points: '½' }, 'Take ½ point from Ove Sandmark', { half_points: 1 }],
    ['points', { ...AGAINST_OVE, points: '2' }, 'Take 2 points from Ove Sandmark', { half_points: 4 }],
    ['position', { ...AGAINST_OVE, places: '3' }, 'Put Ove Sandmark 3 places down', { places: 3 }],
    // In a game the two change places: how many is not asked.
    ['position', { ...AGAINST_OVE, game: '1/1' }, 'Let Ove Sandmark and Tove Brandvold change places in the game', { places: 1 }],
    ['room_expulsion', AGAINST_OVE, 'Send Ove Sandmark from the room', {}],
    ['expulsion', AGAINST_OVE, 'Expel Ove Sandmark from the tournament', {}],
    ['series_disqualification', AGAINST_OVE, 'Disqualify Ove Sandmark from the series', {}],
    // What somebody else reviews is proposed.
    ['disqualification', AGAINST_OVE, 'Propose for review: Disqualify Ove Sandmark', {}],
    ['ban', AGAINST_OVE, 'Propose for review: Ban Ove Sandmark', {}],
  ])('%s with %j is called “%s”', (kind, raw, name, penalty) => {
    const at = 'board' in raw || 'game' in raw ? { round: 1, table: 1 } : {};
    expect(sent(penaltyActs[kind], offence(), raw)).toEqual([
      name,
      {
        entrant_id: 'ove',
        spectator_account_id: null,
        penalty: { ...nothing, kind, ...at, ...penalty },
        paragraph: 'MSO 5',
        reason: 'Talking in the hall',
      },
    ]);
  });

  it('sends somebody from the room until a moment of this time zone', () => {
    const until_ms = new Date(NOON).getTime();
    const [name, body] = sent(penaltyActs.room_expulsion, offence(), { ...AGAINST_OVE, until: NOON });
    expect(name).toMatch(/^Send Ove Sandmark from the room until .+12:00/);
    expect(body).toMatchObject({ penalty: { until_ms } });
  });

  it('meets a spectator by the account, where it is one that a spectator can get', () => {
    const raw = { offender: SPECTATOR, account: GUEST, reason: 'Talking in the hall' };
    expect(sent(penaltyActs.warning, offence(), raw)).toEqual([
      'Warn Gudrun Holm',
      expect.objectContaining({ entrant_id: null, spectator_account_id: GUEST }),
    ]);
    expect(filled(penaltyActs.draw, offence(), raw).missing).toContain('Against whom');
  });

  it('says that a time is taken or given, and in which game', () => {
    const form = filled(penaltyActs.time, offence(), AGAINST_OVE);
    expect([form.name, form.missing]).toEqual(['Time', ['Game', 'Given to the opponent']]);
    expect(form.fields.find(({ name }) => name === 'given')?.why).toBe('A time is taken or given.');
  });

  it('lists the boards of the offender alone, and asks for what its kind needs', () => {
    const { control } = filled(penaltyActs.draw, offence(), AGAINST_OVE).fields.find(({ name }) => name === 'board')?.field ?? {};
    const options = control?.kind === 'choice' ? control.options(offence(), { offender: 'ove' }) : [];
    expect(options).toEqual([{ value: '1/1', text: 'Round 1, table 1: Ove Sandmark – Tove Brandvold, 20–44' }]);
    const WORDS = ['Paragraph', 'Reason, read by whom it is against'];
    expect(asked(penaltyActs.warning, offence())).toEqual(['Against whom', ...WORDS]);
    // At a board of the round’s desk the offender is settled, and the board stands there.
    const settled = offence({ offender: 'ove', round: 1, table: 1 });
    expect(asked(penaltyActs.draw, settled)).toEqual(['Game', ...WORDS]);
    expect(sent(penaltyActs.draw, settled, { reason: 'Agreed before the game' })[1]).toMatchObject({
      entrant_id: 'ove',
      penalty: { round: 1, table: 1 },
    });
    expect([penaltyActs.draw.touches(settled), penaltyActs.draw.touches(offence())]).toEqual([['ove'], []]);
  });
});

describe('what cannot be brought back is asked about', () => {
  const question = (kind: PenaltyKind) => {
    const act = penaltyActs[kind];
    return act.ask(filled(act, offence(), AGAINST_OVE).known, offence());
  };

  it.each<[PenaltyKind, string, string, string]>([
    [
      'expulsion',
      'Expel Ove Sandmark from the tournament?',
      'The player leaves the tournament for good, as if withdrawn. The points stand.',
      'Expulsion from the tournament',
    ],
    [
      'series_disqualification',
      'Disqualify Ove Sandmark from the series?',
      'The player plays no further leg of the series.',
      'Disqualification from the series',
    ],
    [
      'disqualification',
      'Propose for review: Disqualify Ove Sandmark?',
      'It is proposed now, and applies once another senior organiser has confirmed it.',
      'Propose it',
    ],
  ])('%s', (kind, title, text, agree) => {
    expect(question(kind)).toEqual({ title, text, agree });
    expect(penaltyActs[kind].danger).toBe(true);
  });

  it('and a warning is not', () => {
    expect(question('warning')).toBeNull();
    expect(penaltyActs.warning.danger).toBe(false);
  });
});

describe('a penalty is imposed by whom the rules give it to', () => {
  it.each([
    [DIRECTOR, null],
    [ASSISTANT, null],
    [ARBITER, 'Not your office. Given by: Head director and Assistant director (MSO 5)'],
    [null, 'Not your office. Given by: Head director and Assistant director (MSO 5)'],
  ])('%s: %j', (account, why) => {
    asAccount(account);
    expect(penaltyActs.warning.blocked(offence())).toBe(why);
  });

  it('and is none that they do not know', () => {
    asAccount(DIRECTOR);
    expect(penaltyActs.points.blocked(offence({}, { ...RULES, known: ['warning'] }))).toBe('The rules of this event know no such penalty');
  });

  it('asks a senior office for no word of the directors’ list of acts', () => {
    asAccount(DIRECTOR);
    expect([penaltyActs.warning.deed(offence()), penaltyActs.expulsion.deed(offence())]).toEqual([
      'impose_penalty',
      'impose_penalty.expulsion',
    ]);
    asAccount(ARBITER);
    expect(penaltyActs.warning.deed(offence())).toBeNull();
  });
});

describe('the review of a penalty', () => {
  const on = (status: string, by_account_id = DIRECTOR): OnRuling =>
    ({
      ...ruledEvent(RULES),
      ruling: { id: 'r', entrant_id: 'ove', status, by_account_id, penalty: { ...nothing, kind: 'disqualification' } },
    }) as unknown as OnRuling;

  it('names the penalty and whom it is against, and asks before it is in force', () => {
    asAccount(ARBITER);
    const { confirm, refuse } = reviewActs;
    expect([confirm.title(on('proposed')), refuse.title(on('proposed'))]).toEqual([
      'Confirm for Ove Sandmark: Disqualified',
      'Refuse for Ove Sandmark: Disqualified',
    ]);
    expect([confirm.body({}, on('proposed'), 0), refuse.body({}, on('proposed'), 0)]).toEqual([{ confirmed: true }, { confirmed: false }]);
    expect(confirm.ask({}, on('proposed'))).toMatchObject({
      title: 'Confirm for Ove Sandmark: Disqualified?',
      agree: 'Confirm the penalty',
    });
    expect(confirm.path(on('proposed'), {})).toEqual({ tournament_id: 't', ruling_id: 'r' });
    expect([confirm.danger, refuse.danger]).toEqual([true, false]);
  });

  it('is another senior organiser’s, while it is proposed', () => {
    const why = (account: string, subject: OnRuling): string | null => {
      asAccount(account);
      return reviewActs.confirm.blocked(subject);
    };
    expect(why(ARBITER, on('proposed'))).toBeNull();
    expect(why(ARBITER, on('in_force'))).toBe('It is reviewed');
    expect(why(ARBITER, on('proposed', ARBITER))).toBe('You proposed it: another senior organiser reviews it');
    expect(why(DIRECTOR, on('proposed', ASSISTANT))).toBe('The organiser or the head arbiter reviews it');
  });
});
