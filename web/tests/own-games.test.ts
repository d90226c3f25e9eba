import { describe, expect, it } from 'vitest';
import type { Table, Tournament } from '../src/contract/types';
import { byStart, nextWaiting, ownGamesOf, queueAfter, queueFirst, waitsFor } from '../src/event/own-games';

const board = (game: string, values: object = {}) => ({
  table: 1,
  black_entrant_id: 'me',
  white_entrant_id: 'you',
  game_id: game,
  result: null,
  confirmed_at_ms: null,
  game_reopened: false,
  ...values,
});
const event = (name: string, at: number, ...boards: object[]): Tournament =>
  ({ summary: { id: name, name }, rounds: [{ number: 1, starts_at_ms: at, finished: false, boards }] }) as unknown as Tournament;

describe('the own games', () => {
  it('are those of rounds that go on, until they are confirmed, and those that go on again', () => {
    const games = ownGamesOf(event('a', 0, board('g1'), board('g2', { confirmed_at_ms: 5 }), board('g3', { black_entrant_id: 'x' })), 'me');
    expect(games.map(({ game }) => game)).toEqual(['g1']);
    const over = event('a', 0, board('g1'), board('g2', { game_reopened: true }));
    Object.assign(over.rounds[0] ?? {}, { finished: true });
    expect(ownGamesOf(over, 'me').map(({ game }) => game)).toEqual(['g2']);
  });

  it('stand in the order of their starts, whoever is on move', () => {
    const games = [...ownGamesOf(event('b', 10, board('g2')), 'me'), ...ownGamesOf(event('a', 10, board('g3')), 'me')];
    const early = ownGamesOf(event('c', 5, board('g9')), 'me');
    expect(byStart([...games, ...early]).map(({ game }) => game)).toEqual(['g9', 'g3', 'g2']);
  });
});

describe('a table that waits', () => {
  const table = (values: object): Table => ({ phase: 'live', to_move: 'black', confirmation: null, ...values }) as unknown as Table;

  it('is one to move at, or to sign', () => {
    expect(waitsFor(table({}), 'black')).toBe(true);
    expect(waitsFor(table({}), 'white')).toBe(false);
    expect(waitsFor(table({}), null)).toBe(false);
    expect(waitsFor(table({ phase: 'paused' }), 'black')).toBe(false);
    const confirmation = { state: 'pending', black_confirmed: true, white_confirmed: false };
    expect(waitsFor(table({ phase: 'finished', to_move: null, confirmation }), 'white')).toBe(true);
    expect(waitsFor(table({ phase: 'finished', to_move: null, confirmation }), 'black')).toBe(false);
  });
});

describe('the queue of a narrow page', () => {
  it('keeps whoever waits longest on top, so that no board moves while its player thinks', () => {
    let queue = queueAfter([], ['b']);
    expect(queueFirst(['a', 'b', 'c'], queue)).toEqual(['b', 'a', 'c']);
    queue = queueAfter(queue, ['a', 'b']);
    expect(queueFirst(['a', 'b', 'c'], queue)).toEqual(['b', 'a', 'c']);
    queue = queueAfter(queue, ['a']);
    expect(queueFirst(['a', 'b', 'c'], queue)).toEqual(['a', 'b', 'c']);
  });

  it('leads to the next that waits, and round again', () => {
    expect(nextWaiting(['a', 'b', 'c'], ['a', 'c'], 'a')).toBe('c');
    expect(nextWaiting(['a', 'b', 'c'], ['a', 'c'], 'c')).toBe('a');
    expect(nextWaiting(['a', 'b', 'c'], ['b'], null)).toBe('b');
    expect(nextWaiting(['a', 'b', 'c'], ['b'], 'b')).toBe('b');
    expect(nextWaiting(['a', 'b', 'c'], [], 'b')).toBe(null);
  });
});
