import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Table } from '../../src/contract/types';
import { loadTexts } from '../../src/i18n';
import { Replay } from '../../src/live/replay.svelte';
import type { Replaying } from '../../src/pages/table/replay/replaying.svelte';
import ReplayPanel from '../../src/pages/table/replay/ReplayPanel.svelte';
import { replayed } from '../replayed';
import { Served, held, refusal, violations } from './served';

const GAME = 'f5d6c3d3c4';

/** A game that has come so far. */
const table = (moves: string): Table =>
  ({
    tournament_id: 't',
    phase: 'live',
    board_size: 8,
    drawn_squares: [],
    plies: (moves.match(/../g) ?? []).map((square) => ({ square, flip: null })),
  }) as unknown as Table;

function served(moves: () => string): Served {
  return new Served({
    'GET /games/g/replay': (query) => {
      const positions = replayed(moves(), Number(query.get('from_ply') ?? 0));
      return positions.length > 0 ? { game_id: 'g', seq: 1, positions, transcript: moves() } : refusal('unknown_ply');
    },
    'GET /games/g/trial': (query) => {
      const [from, tried] = [Number(query.get('from_ply')), query.get('moves') ?? ''];
      return tried.includes('a1')
        ? refusal('illegal_trial', 409)
        : { game_id: 'g', positions: replayed(moves().slice(0, 2 * from) + tried, from) };
    },
  });
}

/** As the page of a table has it, once somebody asked for it. */
const looking = (replay: Replay): Replaying => ({
  replay,
  replays: true,
  position: null,
  trying: null,
  at: 0,
  asked: true,
  open: async () => void (await replay.open()),
  show: async (ply) => replay.to(ply),
  step: async (by) => replay.step(by),
  end: () => replay.toEnd(),
});

async function opened(moves: () => string = () => GAME): Promise<{ replay: Replay; server: Served }> {
  const server = served(moves);
  const replay = new Replay('g');
  await replay.open();
  return { replay, server };
}

beforeAll(() => loadTexts(['table', 'table_words', 'replay']));

describe('stepping', () => {
  it('goes from the start to the end and follows it there', async () => {
    const { replay, server } = await opened();
    expect([replay.last, replay.shown]).toEqual([5, null]);
    replay.step(-1);
    expect([replay.at, replay.shown?.square]).toEqual([4, 'd3']);
    replay.to(0);
    replay.step(-1);
    expect([replay.at, replay.shown?.color]).toEqual([0, null]);
    for (let ply = 0; ply < 9; ply += 1) replay.step(1);
    expect(replay.shown).toBeNull();
    expect(server.count('GET /games/g/replay')).toBe(1);
  });

  it('reads what a later table has beyond it, and all anew where moves were taken back', async () => {
    let moves = GAME;
    const { replay, server } = await opened(() => moves);
    replay.to(2);
    moves += 'e3';
    replay.follow(table(moves));
    await vi.waitFor(() => expect([replay.last, replay.at]).toEqual([6, 2]));
    expect(server.asked.at(-1)).toContain('from_ply=5');
    moves = 'f5d6c4';
    replay.follow(table(moves));
    await vi.waitFor(() => expect([replay.last, replay.positions.at(-1)?.square, replay.at]).toEqual([3, 'c4', 2]));
    moves = 'f5f6e6';
    replay.follow(table(moves));
    await vi.waitFor(() => expect(replay.positions.map((one) => one.square)).toEqual([null, 'f5', 'f6', 'e6']));
    const before = server.asked.length;
    // Nothing new is nothing to ask for.
    replay.follow(table(moves));
    await replay.open();
    expect(server.asked.length).toBe(before);
    replay.close();
  });
});

describe('trials', () => {
  it('go on from what is shown, step by step, and end in the game', async () => {
    const { replay } = await opened();
    replay.to(2);
    await replay.try('c4');
    expect([replay.shown?.square, replay.at]).toEqual(['c4', 2]);
    await replay.try('d3');
    expect(replay.trial?.positions.map((one) => one.square)).toEqual(['d6', 'c4', 'd3']);
    replay.step(-1);
    // Another move from there replaces what followed.
    await replay.try('e3');
    expect(replay.trial?.positions.map((one) => one.square)).toEqual(['d6', 'c4', 'e3']);
    replay.step(1);
    expect(replay.shown?.square).toBe('e3');
    for (let back = 0; back < 3; back += 1) replay.step(-1);
    expect([replay.trial, replay.at]).toEqual([null, 1]);
  });

  it('say what is refused and stay where they are', async () => {
    const { replay } = await opened();
    replay.to(2);
    await replay.try('a1');
    expect([replay.problem?.code, replay.at, replay.trial]).toEqual(['illegal_trial', 2, null]);
    await replay.try('c4');
    expect(replay.problem).toBeNull();
  });

  it('end where the moves that they began with were taken back, and where somebody went on meanwhile', async () => {
    let moves = GAME;
    const { replay, server } = await opened(() => moves);
    await replay.tryLine(4, 'c4');
    moves = 'f5f6e6';
    replay.follow(table(moves));
    await vi.waitFor(() => expect([replay.trial, replay.last, replay.shown]).toEqual([null, 3, null]));
    const { answer, letGo } = held();
    server.answers['GET /games/g/trial'] = () => answer;
    replay.to(1);
    const slow = replay.try('d6');
    replay.to(0);
    letGo({ game_id: 'g', positions: replayed('f5d6', 1) });
    expect([await slow, replay.trial, replay.at]).toEqual([false, null, 0]);
    replay.close();
  });

  it('of an earlier question do not replace those of a later one', async () => {
    const { replay, server } = await opened();
    let letGo: (answer: unknown) => void = () => undefined;
    const first = new Promise<unknown>((go) => (letGo = go));
    const answer = server.answers['GET /games/g/trial'];
    server.answers['GET /games/g/trial'] = () => first;
    const slow = replay.tryLine(0, 'f5');
    server.answers['GET /games/g/trial'] = answer ?? (() => null);
    await replay.tryLine(2, 'c4');
    letGo({ game_id: 'g', positions: replayed('f5') });
    expect(await slow).toBe(false);
    expect(replay.trial?.from).toBe(2);
  });
});

describe('the panel', () => {
  it('steps by buttons, slider and graph, says where it is, and has no violation', async () => {
    const { replay } = await opened();
    const screen = await render(ReplayPanel, { looking: looking(replay), table: table(GAME) });
    await expect.element(screen.getByTestId('replay-where')).toHaveTextContent('Move 5 of 5 Black c4 in 0:05');
    await screen.getByRole('button', { name: 'One move back' }).click();
    await expect.element(screen.getByTestId('replay-where')).toHaveTextContent('Move 4 of 5 White d3');
    await screen.getByRole('button', { name: 'To the start' }).click();
    await expect.element(screen.getByTestId('replay-where')).toHaveTextContent('The start');
    const slider = screen.getByRole('slider', { name: 'Move' });
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Move 2 of 5, White d6');
    expect(await violations()).toEqual([]);
    await screen.getByRole('button', { name: 'To the live position' }).click();
    expect(replay.shown).toBeNull();
  });

  it('copies a link to what is tried, the position and the moves', async () => {
    const { replay } = await opened();
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    replay.to(2);
    await replay.try('c4');
    const screen = await render(ReplayPanel, { looking: looking(replay), table: table(GAME) });
    await screen.getByRole('button', { name: 'Link to this move' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    await screen.getByRole('button', { name: 'Moves', exact: true }).click();
    await screen.getByRole('button', { name: 'Position', exact: true }).click();
    await vi.waitFor(() => expect(copied.length).toBe(3));
    expect(copied[0]).toBe(`${location.origin}/g/g?ply=2&line=c4`);
    expect(copied[1]).toBe(GAME);
    expect(copied[2]).toMatch(/^[-*O]{64} O$/);
    await screen.getByRole('button', { name: 'Back to the game' }).click();
    expect([replay.trial, replay.at]).toEqual([null, 2]);
  });
});
