import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { commands, page, userEvent } from 'vitest/browser';
import { helpHere } from '../../src/browser/help-here.svelte';
import { preferences } from '../../src/browser/preferences.svelte';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, ChatChannel, ChatMessage } from '../../src/contract/types';
import { loadTexts, speak } from '../../src/i18n';
import { live } from '../../src/live/live.svelte';
import TablePage from '../../src/pages/table/TablePage.svelte';
import { replayed } from '../replayed';
import { Served, violations } from './served';

const MOVES = 'f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6';
const PARTS = ['table', 'table_words', 'replay'] as const;
const before = location.href;
const entrant = (id: string, surname: string) => ({ id, surname, given_names: 'Ann', country: 'NOR', rating: 0, federation_number: 0 });

/** A game of 18 plies in which Black is on move, or one that ended there. */
function tableOf(parts: object) {
  const positions = replayed(MOVES);
  const last = positions.at(-1);
  return {
    ...last,
    game_id: 'g',
    tournament_id: 't',
    round: 1,
    table: 1,
    black_entrant_id: 'me',
    white_entrant_id: 'you',
    seq: 20,
    phase: 'live',
    board_hidden: false,
    board_size: 8,
    ply: MOVES.length / 2 + 1,
    plies: positions.slice(1).map((one) => ({ ...one, flag_fell: false })),
    rulings: [],
    must_pass: false,
    opening: 'standard',
    goal: 'most',
    handicap_to: null,
    handicap_squares: [],
    drawn_squares: [],
    first_move_limit_ms: null,
    adjourns_at_ms: null,
    absence_limit_ms: null,
    default_policy: 'woc',
    defaulted: null,
    last_square: last?.square,
    last_flips: last?.flips,
    result: null,
    confirmation: null,
    pause: null,
    called_by: null,
    spectators: null,
    main_time_ms: 600_000,
    black_time_control: { kind: 'sudden_death', main_ms: 600_000 },
    white_time_control: { kind: 'sudden_death', main_ms: 540_000 },
    black_calls_left: 3,
    white_calls_left: 3,
    clocks: { black_ms: 60_000, white_ms: 90_000, running: 'black', as_of_ms: 0 },
    ...parts,
  };
}

const ENDED = {
  phase: 'finished',
  to_move: null,
  legal_squares: [],
  result: { winner: 'black', reason: 'resignation', black_discs: 64, white_discs: 0 },
  clocks: { black_ms: 60_000, white_ms: 90_000, running: null, as_of_ms: 0 },
};

beforeEach(() => {
  // Here the page itself is what is tested.
  router.renew = () => false;
  router.go('/g/g', true);
  session.ready = true;
  document.documentElement.lang = 'en';
});
afterEach(async () => {
  void cleanup();
  session.account = null;
  session.seats = [];
  preferences.confirmMoves = false;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  router.go(before, true);
  await speak('en');
  await loadTexts(PARTS);
});

/** An event is kept for a while: one of other rules is another one. */
async function shown(width: number, height: number, parts: object = {}, rules: object = {}, id = 't'): Promise<void> {
  const summary = { id, name: 'Lower Marsh Open', round: 1, rounds: 9, rule_set: 'egp-2020', seq: 1, phase: 'running' };
  new Served({
    [`GET /tournaments/${id}`]: () => ({
      summary,
      entrants: [entrant('me', 'Alder'), entrant('you', 'Birk')],
      rounds: [],
      annulled_rounds: [],
      rule_set_json: JSON.stringify(rules),
    }),
    [`GET /tournaments/${id}/standings`]: () => ({ version: 1, rows: [] }),
    'GET /games/g': () => tableOf({ tournament_id: id, ...parts }),
    'GET /games/g/replay': (query) => ({
      game_id: 'g',
      seq: 1,
      positions: replayed(MOVES, Number(query.get('from_ply') ?? 0)),
      transcript: MOVES,
    }),
  });
  await commands.room(width, height);
  await page.viewport(width, height);
  await render(TablePage, { game: 'g' });
  await expect.element(page.getByTestId('board')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Birk' })).toBeVisible();
}

function seat(): void {
  session.account = { id: 'me', login: null, display_name: 'Ann Alder' } as unknown as Account;
  session.seats = ['t', 'ruled'].map((tournament_id) => ({ tournament_id, entrant_id: 'me' }));
}

const boxOf = (id: string): DOMRect => page.getByTestId(id).element().getBoundingClientRect();
const bar = (): DOMRect => document.querySelector('.acts .acts')?.getBoundingClientRect() ?? new DOMRect();
const clocks = (): (string | null)[] => ['black', 'white'].map((color) => page.getByTestId(`clock-${color}`).element().textContent);

describe('a player on a phone', () => {
  it.each([
    [390, 664, 'en'],
    [320, 640, 'fr'],
    [320, 640, 'ja'],
  ] as const)('has the board and both clocks above the bar at %i × %i in %s', async (width, height, language) => {
    await speak(language);
    await loadTexts(PARTS);
    seat();
    await shown(width, height);
    const inView = (): void => {
      expect(boxOf('clock-white').top).toBeGreaterThan(0);
      expect(boxOf('board').top).toBeGreaterThanOrEqual(boxOf('clock-white').bottom);
      for (const id of ['board', 'clock-black']) expect(boxOf(id).bottom, id).toBeLessThanOrEqual(bar().top);
      expect(bar().bottom).toBe(height);
    };
    await expect.poll(() => bar().height).toBe(64);
    inView();
    expect(boxOf('side-black').bottom).toBeLessThanOrEqual(bar().top + 1);
    // A question makes the bar higher, and hides neither clock.
    await userEvent.keyboard('c');
    await expect.poll(() => bar().height).toBeGreaterThan(64);
    await expect.poll(() => boxOf('clock-black').bottom <= bar().top).toBe(true);
    inView();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('that lies on its side has the board, both clocks and the acts on the screen', async () => {
    seat();
    await shown(844, 390);
    for (const id of ['board', 'clock-black', 'clock-white']) {
      await expect.poll(() => boxOf(id).bottom, { message: id }).toBeLessThanOrEqual(390);
      expect(boxOf(id).top).toBeGreaterThan(0);
    }
    expect(bar().bottom).toBeLessThanOrEqual(390);
    expect(bar().left).toBeGreaterThanOrEqual(boxOf('board').right);
  });

  it('confirms a move in the bar, and hears there why an act is barred', async () => {
    preferences.confirmMoves = true;
    seat();
    await shown(320, 640);
    const square = replayed(MOVES).at(-1)?.legal_squares[0] ?? '';
    const legal = page.getByRole('button', { name: new RegExp(`^${square}, empty, legal`) });
    await legal.click();
    const play = page.getByRole('button', { name: `Play ${square}` });
    await expect.element(play).toBeVisible();
    expect(play.element().getBoundingClientRect().top).toBeGreaterThan(bar().top);
    expect(bar().height).toBe(64);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Not this' }).click();
    await expect.element(play).not.toBeInTheDocument();
    const pass = page.getByRole('button', { name: 'Pass' });
    await expect.element(pass).toHaveAccessibleDescription(/^Not now: you have \d+ moves\.$/);
    const { left, top } = pass.element().getBoundingClientRect();
    (document.elementFromPoint(left + 9, top + 9) as HTMLElement).click();
    await page.getByRole('button', { name: /^Not now: you have/ }).click();
    await expect.element(pass).toBeVisible();
  });
});

describe('a first move that is waited for', () => {
  it.each([
    [1280, 800, 'en'],
    [390, 844, 'en'],
    [390, 844, 'fr'],
    [390, 844, 'ja'],
  ] as const)('is told whole at %i × %i in %s, before what the variant is', async (width, height, language) => {
    await speak(language);
    await loadTexts(PARTS);
    seat();
    await shown(width, height, { plies: [], ply: 1, opening: 'placed_1883_must_flip', first_move_limit_ms: 30_000 });
    const told = page.getByTestId('first-move').element();
    const variant = page.getByTestId('table-variant').element();
    expect(told.compareDocumentPosition(variant) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    const box = (): DOMRect => told.closest('.notices')?.getBoundingClientRect() ?? new DOMRect();
    const seen = (): boolean => told.getBoundingClientRect().top >= box().top && told.getBoundingClientRect().bottom <= box().bottom + 1;
    await expect.poll(seen).toBe(true);
    if (width > 767) return;
    // All of it stands beside the button that opens the rest.
    const button = (): DOMRect => document.querySelector('.fold')?.getBoundingClientRect() ?? new DOMRect();
    await expect.poll(() => button().width).toBeGreaterThan(0);
    await expect.poll(seen).toBe(true);
    const lines = [...(told.querySelector('strong')?.getClientRects() ?? [])];
    for (const line of lines) expect(line.right).toBeLessThanOrEqual(button().left);
    expect(await violations()).toEqual([]);
  });

  it.each([
    [1280, 900],
    [1280, 720],
    [1000, 900],
    [390, 844],
  ] as const)('is told before the move that is to be confirmed, and both are seen at %i × %i', async (width, height) => {
    preferences.confirmMoves = true;
    seat();
    await shown(width, height, { plies: [], ply: 1, first_move_limit_ms: 30_000 });
    const square = replayed(MOVES).at(-1)?.legal_squares[0] ?? '';
    await page.getByRole('button', { name: new RegExp(`^${square}, empty, legal`) }).click();
    const notices = page.getByRole('region', { name: 'What there is to know' });
    await expect.element(notices).toHaveTextContent(new RegExp(`First move within 30 s, or you lose\\..*${square} is chosen\\.`));
    const box = (): DOMRect => notices.element().getBoundingClientRect();
    const seen = (one: Element): boolean => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= box().top && bottom <= box().bottom + 1;
    };
    await expect.poll(() => seen(page.getByTestId('first-move').element())).toBe(true);
    // On a phone the bar has it.
    if (width > 767) await expect.poll(() => seen(notices.getByRole('button', { name: `Play ${square}` }).element())).toBe(true);
  });
});

describe('a message at a casual table', () => {
  const written = (number: number, account_id: string): ChatMessage => ({
    number,
    game_id: 'g',
    channel: 'players',
    account_id,
    role: account_id === 'me' ? 'black' : 'white',
    text: `Word ${number}`,
    at_ms: 0,
    removed: false,
    to: null,
    held: false,
  });
  const player = (account_id: string, display_name: string) => ({
    account_id,
    display_name,
    live_rating: 1500,
    provisional: true,
    operator_account_id: null,
    operator_display_name: null,
    by_key: false,
  });

  it('leaves a mark in the bar of a phone until it is in view, and the help is that of casual play', async () => {
    const listeners: Parameters<typeof live.connection.watch>[2][] = [];
    vi.spyOn(live.connection, 'watch').mockImplementation((...watched) => {
      listeners.push(watched[2]);
      return () => undefined;
    });
    const hear = (messages: ChatMessage[], mayWrite?: ChatChannel[]): void => listeners.at(-1)?.chat?.(messages, mayWrite, null);
    seat();
    new Served({
      'GET /games/g': () => tableOf({ tournament_id: '' }),
      'GET /casual-games/g': () => ({
        game_id: 'g',
        black: player('me', 'Alder'),
        white: player('you', 'Birk'),
        terms: { variant: 'othello', main_ms: 300_000, increment_ms: 0 },
        booked_at_ms: 0,
        over_at_ms: null,
        result: null,
        contest_id: null,
        rematch_wanted_by: [],
      }),
      'GET /casual-standing': () => ({ mute: null, bar: null, moderator: false }),
      'GET /blocks': () => ({ blocks: [], next_page_token: null }),
    });
    await commands.room(390, 844);
    await page.viewport(390, 844);
    await render(TablePage, { game: 'g' });
    await expect.poll(() => listeners.length).toBeGreaterThan(0);
    hear([], ['players']);
    const way = page.getByRole('link', { name: 'Chat', exact: true });
    await expect.element(way).toBeVisible();
    await expect.element(page.getByRole('textbox')).toBeInTheDocument();
    expect(helpHere.casualTable).toBe(true);
    hear([written(1, 'me')]);
    hear([written(2, 'you')]);
    const marked = page.getByRole('link', { name: 'Chat, 1 new message' });
    await expect.element(marked).toBeVisible();
    await expect.element(page.getByTestId('unread')).toBeVisible();
    expect(await violations()).toEqual([]);
    page.getByTestId('chat').element().scrollIntoView({ block: 'center' });
    await expect.element(way).toBeVisible();
    await expect.element(page.getByTestId('unread')).not.toBeInTheDocument();
    scrollTo(0, 0);
    // A browser tells a moment later that it is out of view.
    let number = 2;
    const isMarked = (): boolean => {
      hear([written(++number, 'you')]);
      return page.getByTestId('unread').query() !== null;
    };
    await expect.poll(isMarked).toBe(true);
    (page.getByRole('textbox').element() as HTMLElement).focus({ preventScroll: true });
    await expect.element(way).toBeVisible();
    void cleanup();
    await expect.poll(() => helpHere.casualTable).toBe(false);
  });
});

describe('where the rules have the server pass', () => {
  it('nothing is offered to pass by, and a pass is told', async () => {
    seat();
    const { plies } = tableOf({});
    const passed = { ...plies.at(-1), ply: plies.length + 1, color: 'white', square: null };
    await shown(320, 640, { plies: [...plies, passed] }, { pass_policy: 'automatic' }, 'ruled');
    await expect.element(page.getByText('White had no legal move: passed.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Resign' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Pass' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await expect.element(page.getByText('H next legal square, C calls the director', { exact: false })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('a pass that a player pressed is told by the list alone', async () => {
    seat();
    const { plies } = tableOf({});
    const passed = { ...plies.at(-1), ply: plies.length + 1, color: 'white', square: null };
    await shown(320, 640, { plies: [...plies, passed] });
    await expect.element(page.getByRole('button', { name: 'Pass' })).toBeVisible();
    await expect.element(page.getByText('had no legal move', { exact: false })).not.toBeInTheDocument();
  });
});

describe('an earlier position', () => {
  it('of a finished game has the clocks and the mover of its ply, and the list at it', async () => {
    await shown(1280, 500, ENDED);
    await expect.element(page.getByRole('button', { name: 'One move back' })).toBeVisible();
    expect(clocks()).toEqual(['1:00', '1:30']);
    // As if the game were longer than its room.
    const list = page.getByRole('region', { name: 'Moves so far' }).element() as HTMLElement;
    list.style.maxHeight = '112px';
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await expect.poll(clocks).toEqual(['9:45', '9:46']);
    await expect.poll(() => list.scrollTop).toBeGreaterThan(0);
    await expect.element(page.getByTestId('side-white')).toHaveTextContent('White · To move');
    await userEvent.keyboard('{Home}');
    await expect.poll(clocks).toEqual(['10:00', '9:00']);
    await expect.element(page.getByTestId('side-black')).toHaveTextContent('Black · To move');
    await expect.poll(() => list.scrollTop).toBe(0);
    expect(scrollY).toBe(0);
    await userEvent.keyboard('{End}');
    await expect.poll(clocks).toEqual(['1:00', '1:30']);
    await expect.element(page.getByTestId('side-black')).not.toHaveTextContent('To move');
  });

  it('of a game that goes on says so, and what is so now', async () => {
    router.go('/g/g?ply=1', true);
    await shown(390, 844);
    const notices = page.getByRole('region', { name: 'What there is to know' });
    await expect.element(notices).toHaveTextContent('Looking at move 1. The game is at move 19: Black to move.');
    expect(clocks()).toEqual(['9:59', '9:00']);
    await expect.element(page.getByTestId('clock-black')).toHaveAttribute('data-running', 'false');
    await page.getByRole('button', { name: 'To the live position' }).click();
    await expect.element(page.getByTestId('clock-black')).toHaveAttribute('data-running', 'true');
    await expect.element(notices).toHaveTextContent('');
  });
});
