import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, Entrant, Table, Tournament } from '../src/contract/types';
import { delayText } from '../src/event/delay';
import type { LiveEvent } from '../src/event/event.svelte';
import { followedFirst, isFollowed, runningBoards } from '../src/event/followed-games';
import { following } from '../src/event/following.svelte';

const person = (surname: string, more: Partial<Entrant> = {}): Entrant =>
  ({
    id: surname,
    surname,
    given_names: 'Ann',
    country: 'NOR',
    federation_number: 0,
    claimed: false,
    new_player: false,
    ...more,
  }) as Entrant;

beforeEach(() => {
  for (const player of following.players) following.changePlayer(player);
  for (const code of following.countries) following.toggleCountry(code);
});

describe('whom somebody follows', () => {
  it('is known by number in every event', () => {
    following.togglePlayer('t1', person('Alder', { federation_number: 910_001 }));
    expect(following.hasPlayer('t2', person('ALDER', { federation_number: 910_001 }))).toBe(true);
    expect(following.hasPlayer('t2', person('Alder', { federation_number: 910_002 }))).toBe(false);
  });

  it('is known by name and country in one event where there is no number that is settled', () => {
    const claims = person('Birch', { federation_number: 910_003, claimed: true });
    following.togglePlayer('t1', claims);
    expect(following.hasPlayer('t1', person('Birch'))).toBe(true);
    expect(following.hasPlayer('t1', person('Birch', { country: 'DNK' }))).toBe(false);
    expect(following.hasPlayer('t2', claims)).toBe(false);
    // Once the number is confirmed, whoever was followed still is, and is let go as a whole.
    const confirmed = { ...claims, claimed: false };
    expect(following.hasPlayer('t1', confirmed)).toBe(true);
    following.togglePlayer('t1', confirmed);
    expect(following.isEmpty).toBe(true);
  });

  it('may be a country, with all who play for it', () => {
    following.toggleCountry('NOR');
    expect(following.has('t1', person('Alder'))).toBe(true);
    expect(following.hasPlayer('t1', person('Alder'))).toBe(false);
    expect(following.has('t1', person('Elm', { country: 'DNK' }))).toBe(false);
    expect(following.has('t1', null)).toBe(false);
    following.toggleCountry('NOR');
    expect(following.isEmpty).toBe(true);
  });
});

describe('the boards of those who are followed', () => {
  const entrants = ['Alder', 'Birch', 'Elm', 'Fir'].map((name) => person(name));
  const event = { id: 't1', entrant: (id: string) => entrants.find((one) => one.id === id) ?? null } as unknown as LiveEvent;
  const board = (table: number, black: string, white: string, more: Partial<Board> = {}): Board =>
    ({ table, black_entrant_id: black, white_entrant_id: white, game_id: `g${table}`, result: null, ...more }) as Board;
  const boards = [board(1, 'Alder', 'Birch'), board(2, 'Elm', 'Fir')];

  it('come first, the others by table', () => {
    following.togglePlayer('t1', person('Fir'));
    expect(boards.map((one) => isFollowed(event, one))).toEqual([false, true]);
    expect(followedFirst(event, boards).map(({ table }) => table)).toEqual([2, 1]);
  });

  it('run from their start until there is a result, and again where the game is opened again', () => {
    const result = {} as Board['result'];
    const rounds = [
      {
        number: 1,
        finished: false,
        starts_at_ms: 100,
        boards: [boards[0], board(2, 'Elm', 'Fir', { result }), board(3, 'Fir', 'Elm', { result, game_reopened: true })],
      },
    ];
    const tournament = { rounds } as unknown as Tournament;
    expect(runningBoards(tournament, 99)).toEqual([]);
    expect(runningBoards(tournament, 100).map(({ table }) => table)).toEqual([1, 3]);
    expect(runningBoards(null, 100)).toEqual([]);
  });
});

describe('how late spectators see games', () => {
  const under = (spectators?: object, more: object = {}) => ({ rule_set_json: JSON.stringify({ spectators, ...more }) });

  it.each([
    [undefined, null],
    [{ kind: 'on' }, null],
    [{ kind: 'delayed', plies: 0, ms: 0 }, null],
    [{ kind: 'off' }, 'Spectators see games once they are over.'],
    [{ kind: 'delayed', plies: 1, ms: 0 }, 'Spectators see games 1 move later.'],
    [{ kind: 'delayed', plies: 0, ms: 30_000 }, 'Spectators see games 30 s later.'],
    [{ kind: 'delayed', plies: 2, ms: 150_000 }, 'Spectators see games 2 moves and 2.5 min later.'],
  ])('follows from the rules %o', (spectators, said) => {
    expect(delayText(under(spectators))).toBe(said);
  });

  it('is as a game says it, where the rules were amended since', () => {
    const table = { spectators: { policy: 'delayed', delay_plies: 4, delay_ms: 0 } } as Table;
    expect(delayText(under({ kind: 'on' }), table)).toBe('Spectators see games 4 moves later.');
  });

  it('is not told where nothing runs here', () => {
    expect(delayText(under({ kind: 'off' }, { over_the_board: true }))).toBeNull();
  });
});
