import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import Finished from '../../src/clock/Finished.svelte';
import type { Entrant, Table } from '../../src/contract/types';
import { loadTexts } from '../../src/i18n';
import { endings } from '../../src/live/endings.svelte';
import { live } from '../../src/live/live.svelte';
import TableSide from '../../src/pages/frame/TableSide.svelte';
import { Served } from './served';

const entrant = { id: 'e1', surname: 'Alder', given_names: 'Ann', country: 'NOR', rating: 0 } as unknown as Entrant;
const ply = (color: string, charged_ms: number, flag_fell = false) => ({ ply: 1, color, square: 'f5', charged_ms, flag_fell });

const table = (is: object): Table =>
  ({
    game_id: 'g',
    seq: 70,
    phase: 'finished',
    plies: [ply('black', 4_000)],
    board_hidden: false,
    black_discs: 36,
    white_discs: 28,
    defaulted: null,
    to_move: null,
    clocks: { black_ms: 61_000, white_ms: 0, running: null, as_of_ms: 0 },
    ...is,
  }) as unknown as Table;

beforeAll(() => loadTexts(['table_words']));

describe('the clocks of a game that is over', () => {
  it.each(['tile', 'frame', 'home', 'overlay'] as const)('show what was left, and nothing where no flag fell, in a %s', async (look) => {
    const black = await render(TableSide, { look, table: table({}), color: 'black', entrant });
    await expect.element(black.getByTestId('clock-black')).toHaveTextContent('1:01');
    await expect.element(black.getByTestId('clock-black')).toHaveAttribute('data-running', 'false');
    await cleanup();
    const white = await render(TableSide, { look, table: table({}), color: 'white', entrant });
    await expect.element(white.getByText('Alder')).toBeVisible();
    await expect.element(white.getByTestId('clock-white')).not.toBeInTheDocument();
    await cleanup();
    const fallen = await render(TableSide, { look, table: table({ defaulted: 'white' }), color: 'white', entrant });
    await expect.element(fallen.getByTestId('clock-white')).toHaveTextContent('0:00');
  });

  it('stand even where the last word of them says that one runs', async () => {
    const clocks = { black_ms: 61_000, white_ms: 5_000, running: 'black', as_of_ms: 0 };
    const screen = await render(TableSide, { look: 'tile', table: table({ clocks }), color: 'black', entrant });
    await expect.element(screen.getByTestId('clock-black')).toHaveTextContent('1:01');
  });
});

describe('when a game was over', () => {
  const noon = (daysAgo: number): number => new Date(new Date(live.clock.now()).setHours(12, 34, 0, 0)).getTime() - daysAgo * 86_400_000;
  const served = (entries: (after: number) => object[]) =>
    new Served({ 'GET /games/g/entries': (query) => ({ entries: entries(Number(query.get('after_seq'))), table: {} }) });
  const entry = (seq: number, type: string, at_ms: number) => ({ seq, at_ms, events: [{ type }] });

  it('is read once, from the end of its entries, and has its day where that is another', async () => {
    const server = served(() => [entry(66, 'moved', noon(40)), entry(67, 'finished', noon(40)), entry(70, 'signed', noon(39))]);
    const screen = await render(Finished, { table: table({ game_id: 'g' }) });
    const at = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(noon(40));
    await expect.element(screen.getByTestId('finished')).toHaveTextContent(new RegExp(`^Finished ${at}.*, 12:34$`));
    await screen.rerender({ table: table({ game_id: 'g' }) });
    expect(server.asked).toEqual(['GET /games/g/entries?after_seq=62']);
  });

  it('is looked for among all where much happened after it, and read anew when more did', async () => {
    const all = [entry(3, 'finished', noon(0)), entry(80, 'ruled', noon(0))];
    const server = served((after) => all.filter(({ seq }) => seq > after));
    const screen = await render(Finished, { table: table({ game_id: 'g', seq: 90 }) });
    await expect.element(screen.getByTestId('finished')).toHaveTextContent('Finished 12:34');
    expect(server.count('GET /games/g/entries')).toBe(2);
  });

  it('is known without asking where somebody looked on', async () => {
    const server = new Served({});
    endings.hear('heard', [entry(69, 'moved', 5), entry(70, 'finished', noon(0))]);
    const screen = await render(Finished, { table: table({ game_id: 'heard' }) });
    await expect.element(screen.getByTestId('finished')).toHaveTextContent('Finished 12:34');
    expect(server.asked).toEqual([]);
  });

  it('is not said of a game that runs, nor where nobody tells', async () => {
    const server = new Served({});
    const screen = await render(Finished, { table: table({ game_id: 'runs', phase: 'live' }) });
    expect(server.asked).toEqual([]);
    await screen.rerender({ table: table({ game_id: 'runs' }) });
    await vi.waitFor(() => expect(server.asked).toHaveLength(1));
    await expect.element(screen.getByTestId('finished')).not.toBeInTheDocument();
  });
});
