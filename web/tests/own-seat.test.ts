import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownAbsence, ownDeclaration } from '../src/acts/seat/own';
import { ownColours } from '../src/acts/seat/own-colours';
import { ownCheckIn, ownCheckOut, ownReturn } from '../src/acts/seat/own-now';
import { commitNonce, giveNonce, type OnNonce } from '../src/acts/seat/nonces';
import { disputeResult } from '../src/acts/rulings/own-dispute';
import { chooseColour, type OnAnnouncedGame } from '../src/acts/finals/matches';
import type { OnEntry } from '../src/acts/entrants/subjects';
import { whyNot } from '../src/acts/kit/allowed';
import { Form } from '../src/acts/kit/form.svelte';
import { commitmentOf, keptNonce, newNonce } from '../src/browser/nonces';
import { bytesOf, hexOf, sha256 } from '../src/browser/sha256';
import type { AnnouncedGame, Board, Entrant, Round, Tournament } from '../src/contract/types';
import type { LiveEvent } from '../src/event/event.svelte';
import { chooserOf, mayPassOn } from '../src/event/match';
import { drawIsNear, openGame, roundsToCome, seatState, type SeatState } from '../src/event/own-seat';
import { seatWords } from '../src/event/own-seat-words';
import { Chance } from './random';

const ME = 'me';
const OTHER = 'other';
const entrantOf = (id: string, more: Partial<Entrant> = {}): Entrant =>
  ({
    id,
    given_names: 'Torunn',
    surname: id === ME ? 'Brandvold' : 'Klitgaard',
    absent_rounds: [],
    withdrawn_from_round: 0,
    from_round: 0,
    computer: false,
    ...more,
  }) as Entrant;
const result = { black_discs: 40, white_discs: 24, winner: 'black', kind: 'played' } as unknown as Board['result'];
const boardOf = (more: Partial<Board> = {}): Board =>
  ({
    table: 1,
    black_entrant_id: ME,
    white_entrant_id: OTHER,
    game_id: 'g',
    result: null,
    purpose: 'qualification',
    game: 0,
    disputed: false,
    game_reopened: false,
    ...more,
  }) as Board;
const roundOf = (number: number, boards: Board[], more: Partial<Round> = {}): Round =>
  ({ number, boards, bye_entrant_ids: [], finished: false, starts_at_ms: 0, ...more }) as unknown as Round;
const eventOf = (rounds: Round[] = [], more: object = {}): Tournament =>
  ({
    summary: { id: 't', phase: 'between_rounds', round: rounds.at(-1)?.number ?? 0, rounds: 5, rule_set: 'egp-2020' },
    entrants: [entrantOf(ME), entrantOf(OTHER)],
    rounds,
    check_ins: [],
    announced: null,
    timetable: { sessions: [] },
    early_ends: [],
    revealed_seeds: [],
    rule_set_json: '{}',
    acts: [],
    ...more,
  }) as unknown as Tournament;
const phase = (of: string) => ({ summary: { id: 't', phase: of, round: 1, rounds: 5 } });
const live = (tournament: Tournament): LiveEvent =>
  ({
    id: 't',
    tournament,
    interests: null,
    standings: { rows: [{ entrant_id: ME, rank: 2, half_points: 3 }] },
    entrant: (id: string) => tournament.entrants.find((one) => one.id === id) ?? null,
    nameOf: (id: string) => tournament.entrants.find((one) => one.id === id)?.surname ?? '…',
    entrantsOf: (ids: string[]) => tournament.entrants.filter((one) => ids.includes(one.id)),
    roundNumbered: (number: number) => tournament.rounds.find((one) => one.number === number) ?? null,
  }) as unknown as LiveEvent;

function state(tournament: Tournament, more: Partial<Parameters<typeof seatState>[0]> = {}): SeatState {
  return seatState({ tournament, entrant: entrantOf(ME), heldBack: false, matches: [], ...more });
}
const final = (more: object = {}) =>
  ({
    match_id: 'final',
    title: 'final',
    game: 1,
    better_entrant_id: ME,
    worse_entrant_id: OTHER,
    chooser_entrant_id: null,
    draw_win: false,
    choices: [],
    ...more,
  }) as never;
const checkIn = (round: number, open: boolean, ...entrant_ids: string[]) => ({ check_ins: [{ round, open, entrant_ids }] });
const match = (winner: string | null, players = [ME, OTHER]) =>
  ({ match_id: 'final', better_entrant_id: players[0], worse_entrant_id: players[1], winner_entrant_id: winner }) as never;

describe('the own seat', () => {
  const over = roundOf(1, [boardOf({ result })], { finished: true });
  it.each<[string, Tournament, Partial<Parameters<typeof seatState>[0]>, string, string]>([
    ['before the first round', eventOf(), {}, 'entered', 'You are entered. Round 1 is not published yet.'],
    ['while check-in is open', eventOf([], checkIn(1, true)), {}, 'check_in', 'Check-in for round 1 is open.'],
    ['once checked in', eventOf([], checkIn(1, true, ME)), {}, 'checked_in', 'You are checked in for round 1.'],
    [
      'once check-in is closed over it',
      eventOf([], checkIn(1, false)),
      {},
      'not_checked_in',
      'You are not checked in for round 1, and check-in is closed.',
    ],
    ['absent', eventOf([over]), { entrant: entrantOf(ME, { absent_rounds: [2] }) }, 'absent', 'You miss round 2.'],
    ['entered late', eventOf([over]), { entrant: entrantOf(ME, { from_round: 4 }) }, 'late', 'You play from round 2 on.'],
    ['held back', eventOf(), { heldBack: true }, 'held_back', 'You are not paired in round 1 yet.'],
    ['with the bye', eventOf([roundOf(1, [], { bye_entrant_ids: [ME] })]), {}, 'bye', 'You have the bye in round 1.'],
    ['without a game in the round', eventOf([roundOf(1, [])]), {}, 'sits_out', 'You have no game in round 1.'],
    ['after the own game', eventOf([roundOf(1, [boardOf({ result })])]), {}, 'game_over', 'Your game of round 1 is over: 40–24.'],
    ['between rounds', eventOf([over]), {}, 'game_over', 'Your game of round 1 is over: 40–24.'],
    [
      'between rounds after a bye',
      eventOf([roundOf(1, [], { finished: true, bye_entrant_ids: [ME] })]),
      {},
      'waits',
      'Waiting for the pairing of round 2.',
    ],
    [
      'before the own game of finals',
      eventOf([over], { announced: { round: 2, starts_at_ms: 0, choice_until_ms: 0, games: [final()] } }),
      {},
      'announced',
      'Your next game: Final, game 1.',
    ],
    ['in the finals', eventOf([over]), { matches: [match(null)] }, 'in_finals', 'Your next match: Final.'],
    [
      'out of the finals',
      eventOf([over]),
      { matches: [match(OTHER)] },
      'out_of_finals',
      'You have played your last game: the finals go on without you.',
    ],
    ['withdrawn', eventOf([over]), { entrant: entrantOf(ME, { withdrawn_from_round: 2 }) }, 'withdrawn', 'You withdrew.'],
    ['after the last round', eventOf([over], phase('played')), {}, 'played', 'The tournament is over.'],
    ['after the confirmation', eventOf([over], phase('confirmed')), {}, 'confirmed', 'The tournament is over.'],
  ])('%s', (_, tournament, more, is, fact) => {
    const now = state(tournament, more);
    expect(now.is).toBe(is);
    if (now.is === 'game' || now.is === 'choice') throw new Error('that is said by other means');
    const known = { ...tournament, entrants: [more.entrant ?? entrantOf(ME), entrantOf(OTHER)] };
    const said = seatWords(now, live(known), known, ME);
    if (is !== 'late') expect(said.fact).toBe(fact);
    expect(said.fact + said.then).not.toMatch(/\{|undefined/);
  });

  it('is at a game before anything else, also at one of an earlier round that goes on', () => {
    expect(state(eventOf([roundOf(1, [boardOf()])], checkIn(2, true)))).toMatchObject({ is: 'game' });
    const reopened = roundOf(1, [boardOf({ result, game_reopened: true })], { finished: true });
    expect(openGame(eventOf([reopened, roundOf(2, [boardOf({ result })])]), ME)?.round.number).toBe(1);
  });

  it('is asked for a colour, and told where the opponent is', () => {
    const announced = { round: 2, starts_at_ms: 0, games: [final({ chooser_entrant_id: ME })] };
    expect(state(eventOf([over], { announced }))).toMatchObject({ is: 'choice' });
  });

  it('has the rounds to come that are planned, by the format or the timetable', () => {
    expect(roundsToCome(eventOf([over]))).toEqual([2, 3, 4, 5]);
    expect(roundsToCome({ summary: { round: 0, rounds: 0 }, timetable: null } as unknown as Tournament)).toEqual([1]);
    expect(roundsToCome({ summary: { round: 5, rounds: 5 }, timetable: null } as unknown as Tournament)).toEqual([]);
  });

  it('is asked for its number when a draw is near: in registration once check-in is over or the start is near', () => {
    const next = { next: { kind: 'publish_round', games: [] }, ...phase('registration') };
    const planned = { timetable: { sessions: [{ day: 1, plays: [{ round: 2, starts_at_ms: 3_600_000 }] }] } };
    expect(drawIsNear(eventOf([over], { next: next.next }), 0)).toBe(true);
    expect(drawIsNear(eventOf([over], { next: { kind: 'await_results', games: [] } }), 0)).toBe(false);
    expect(drawIsNear(eventOf([], { ...next, ...checkIn(2, true) }), 0)).toBe(false);
    expect(drawIsNear(eventOf([], { ...next, ...checkIn(2, false) }), 0)).toBe(true);
    expect(drawIsNear(eventOf([], { ...next, ...planned }), 0)).toBe(false);
    expect(drawIsNear(eventOf([], { ...next, ...planned }), 2_000_000)).toBe(true);
  });

  it('says what a bye scores under the rules of the event', () => {
    const bye = (json: string) => {
      const tournament = eventOf([roundOf(1, [], { bye_entrant_ids: [ME] })], { rule_set_json: json });
      return seatWords({ is: 'bye', round: 1 }, live(tournament), tournament, ME).then;
    };
    expect(bye('{}')).toContain('a won game');
    expect(bye('{"scoring":{"bye_half_points":1}}')).toBe('It scores ½. Round 2 comes next.');
  });
});

const on = (tournament: Tournament, entrant: Partial<Entrant> = {}): OnEntry => ({
  event: live(tournament),
  tournament,
  entrant: entrantOf(ME, entrant),
  facts: null,
  accommodation: null,
});

describe('what players do for themselves', () => {
  it('asks for no office and no interest', () => {
    const subject = on(eventOf([], checkIn(1, true)));
    const event = {
      ...subject.event,
      interests: { acts: [{ act: 'check_in', in_office: false, own_game: 'refused' }], entrant_ids: [ME] },
    };
    expect(whyNot(ownCheckIn, { ...subject, event } as OnEntry)).toBeNull();
    expect(ownCheckIn.touches(subject)).toEqual([]);
  });

  it('is offered while it is possible, and says why not', () => {
    expect(ownCheckOut.blocked(on(eventOf([], checkIn(1, true))))).toBe('You have not checked in');
    expect(ownCheckOut.blocked(on(eventOf([], checkIn(1, true, ME))))).toBeNull();
    expect(ownCheckOut.body({}, on(eventOf([], checkIn(1, true, ME))), 0)).toEqual({ rounds: [1] });
    expect(ownReturn.blocked(on(eventOf([roundOf(2, [])]), { absent_rounds: [1] }))).toBe('Has announced no absence');
    expect(ownReturn.title(on(eventOf([roundOf(1, [])]), { absent_rounds: [1, 3, 4] }))).toBe('Play rounds 3 and 4 after all');
  });

  it('takes the rounds that are missed by a tick', () => {
    const subject = on(eventOf([roundOf(1, [])]), { absent_rounds: [3] });
    const form = new Form(ownAbsence, () => subject);
    expect(form.missing).toEqual(['Which rounds']);
    form.raw['rounds'] = ['2', '4'];
    expect(form.name).toBe('Miss rounds 2 and 4');
    expect(ownAbsence.body(form.known, subject, 0)).toEqual({ rounds: [2, 4] });
  });

  it('declares in the first person, on nobody’s word', () => {
    const subject = on(eventOf([], { rule_set_json: '{"entry":{"acceptance":"asked"}}' }));
    const form = new Form(ownDeclaration, () => subject);
    expect(form.fields.map(({ field }) => field.label())).toEqual(['I accept the rules of the event']);
    form.raw['accepts'] = true;
    expect(ownDeclaration.body(form.known, subject, 0)).toEqual({ accept_rules: true, rules_accepted_on_word_of: null });
  });

  it('chooses a colour by one button, as the desk would note it', () => {
    const tournament = eventOf();
    const subject = { event: live(tournament), tournament, game: final(), chooser: entrantOf(ME) } as OnAnnouncedGame;
    expect(ownColours.white.name({}, subject)).toBe('White');
    expect(ownColours.white.body({}, subject, 0)).toEqual(chooseColour.body({ choice: 'white' }, subject, 0));
    expect(ownColours.opponent.blocked(subject)).toBe('No win of a draw is to be chosen');
    expect(ownColours.opponent.title(subject)).toBe('Let Torunn Klitgaard choose');
  });

  it('disputes a result of an own game that nobody disputes yet, the last one first', () => {
    const rounds = [
      roundOf(1, [boardOf({ result })]),
      roundOf(2, [boardOf({ result, table: 3 })]),
      roundOf(3, [boardOf({ result, disputed: true })]),
    ];
    const subject = on(eventOf(rounds));
    const form = new Form(disputeResult, () => subject);
    expect(form.raw['board']).toBe('2/3');
    form.raw['reason'] = 'We counted 42.';
    expect(disputeResult.path(subject, form.known)).toEqual({ tournament_id: 't', round: 2, table: 3 });
    expect(disputeResult.blocked(on(eventOf()))).toBe('No own result that is not disputed already');
  });
});

describe('SHA-256', () => {
  it.each([0, 1, 3, 32, 55, 56, 63, 64, 65, 119, 1000])('of %i bytes', (length) => {
    const chance = new Chance(length + 1);
    const bytes = Uint8Array.from({ length }, () => Math.floor(chance.next() * 256));
    expect(hexOf(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
  it('reads hex digits back', () => expect(hexOf(bytesOf('00ff10'))).toBe('00ff10'));
});

describe('a number in the draw', () => {
  const OF = { tournament: 't', entrant: ME, draw: 2 };
  const subject = (more: Partial<OnNonce> = {}): OnNonce => {
    const tournament = eventOf();
    return { event: live(tournament), tournament, entrant: ME, draw: 2, kept: null, bound: false, given: false, ...more };
  };

  it('is kept before its digest is sent, and stays the same until the next draw', () => {
    const { commitment } = commitNonce.body({}, subject(), 0) as { commitment: string };
    const kept = keptNonce(OF) ?? '';
    expect(kept).toMatch(/^[0-9a-f]{64}$/);
    expect(commitment).toBe(createHash('sha256').update(Buffer.from(kept, 'hex')).digest('hex'));
    expect(commitmentOf(kept)).toBe(commitment);
    expect(newNonce(OF)).toBe(kept);
    expect(newNonce({ ...OF, draw: 3 })).not.toBe(kept);
  });

  it.each([
    [{}, 'You are bound to none'],
    [{ bound: true }, 'This device does not keep it'],
    [{ bound: true, kept: 'ab' }, null],
    [{ bound: true, kept: 'ab', given: true }, 'It is shown'],
  ])('of %j is shown from here unless: %j', (more, why) => expect(giveNonce.kept.blocked(subject(more))).toBe(why));

  it('is taken from another device as it is written there', () => {
    const form = new Form(giveNonce.typed, () => subject({ bound: true }));
    form.raw['nonce'] = 'AB'.repeat(31);
    expect(form.missing).toHaveLength(1);
    form.raw['nonce'] = ` ${'AB'.repeat(32)} `;
    expect(giveNonce.typed.body(form.known, subject(), 0)).toEqual({ nonce: 'ab'.repeat(32) });
  });
});

describe('whoever chooses the colours of a game of finals', () => {
  const announced = { round: 2, starts_at_ms: 600_000, choice_until_ms: 300_000, games: [] };
  const game = (chooser: string | null, choices: AnnouncedGame['choices'] = []): AnnouncedGame =>
    ({ better_entrant_id: ME, worse_entrant_id: OTHER, chooser_entrant_id: chooser, choices }) as unknown as AnnouncedGame;
  const passed = game(OTHER, [{ entrant_id: ME, choice: 'opponent_picks_colour' }]);

  it.each([
    ['who has the right, to the last moment', game(ME), 300_000, ME],
    ['the opponent of whoever kept silent', game(ME), 300_001, OTHER],
    ['who has it of the two, whoever is the better', game(OTHER), 300_001, ME],
    ['whoever was let choose, late too', passed, 300_001, OTHER],
    ['nobody once it is settled', game(null), 300_001, null],
    ['whoever it is until the start', passed, 599_999, OTHER],
    ['nobody from the start on', passed, 600_000, null],
  ])('is %s', (_, of, nowMs, who) => {
    expect(chooserOf(announced, of, nowMs)).toBe(who);
  });

  it.each([
    ['who has the right', { ...game(ME), draw_win: true }, ME, true],
    ['the opponent of whoever kept silent', { ...game(ME), draw_win: true }, OTHER, false],
    ['whoever was let choose', { ...passed, draw_win: true }, OTHER, false],
    ['who has the right where a draw is nobody’s win', { ...game(ME), draw_win: false }, ME, false],
  ])('%s may pass the choice on: %#', (_, of, chooser, may) => {
    expect(mayPassOn(of, chooser)).toBe(may);
    const subject = { event: live(eventOf()), tournament: eventOf(), game: of, chooser: entrantOf(chooser) } as OnAnnouncedGame;
    expect(ownColours.opponent.blocked(subject) === null).toBe(may);
    const form = new Form(chooseColour, () => subject);
    form.raw['choice'] = 'opponent_picks_colour';
    expect(form.missing.length === 0).toBe(may);
  });
});
