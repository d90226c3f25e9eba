import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Table } from '../../src/contract/types';
import { loadTexts } from '../../src/i18n';
import { Replay } from '../../src/live/replay.svelte';
import ReplayPanel from '../../src/pages/table/replay/ReplayPanel.svelte';
import { replayed } from '../replayed';
import { Served, refusal, violations } from './served';

const GAME = 'f5d6c3d3c4';

/** A game that has come so far. */
const table = (moves: string): Table =>
  ({
    tournament_id: 't',
    phase: 'live',
    board_size: 8,
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
    await replay.follow(table(moves));
    expect(server.asked.at(-1)).toContain('from_ply=5');
    expect([replay.last, replay.at]).toEqual([6, 2]);
    moves = 'f5d6c4';
    await replay.follow(table(moves));
    expect([replay.last, replay.positions.at(-1)?.square, replay.at]).toEqual([3, 'c4', 2]);
    moves = 'f5f6e6';
    await replay.follow(table(moves));
    expect(replay.positions.map((one) => one.square)).toEqual([null, 'f5', 'f6', 'e6']);
    const before = server.asked.length;
    await replay.follow(table(moves));
    expect(server.asked.length).toBe(before);
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
    const screen = await render(ReplayPanel, { replay, table: table(GAME) });
    await expect.element(screen.getByTestId('replay-where')).toHaveTextContent('Move 5 of 5 Black c4 in 0:05');
    await screen.getByRole('button', { name: 'One move back' }).click();
    await expect.element(screen.getByTestId('replay-where')).toHaveTextContent('Move 4 of 5 White d3');
    await screen.getByRole('button', { name: 'To the start' }).click();
    await expect.element(screen.getByTestId('replay-where')).toHaveTextContent('The start');
    const slider = screen.getByRole('slider', { name: 'Move' });
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Move 2 of 5');
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
    const screen = await render(ReplayPanel, { replay, table: table(GAME) });
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
