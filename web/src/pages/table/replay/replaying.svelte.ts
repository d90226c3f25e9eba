import { onDestroy, untrack } from 'svelte';
import { router } from '../../../browser/router.svelte';
import { hasEnded } from '../../../clock/clock';
import type { ReplayPosition, Table } from '../../../contract/types';
import { loadTexts } from '../../../i18n';
import { Replay } from '../../../live/replay.svelte';
import { announcer } from '../../../ui/announcer.svelte';

interface Page {
  table: () => Table | null;
  /** Whether the viewer may see the game position by position. */
  open: () => boolean;
  /** Another position is shown. */
  stepped: () => void;
}

/** What the page of a table shows of its replay. */
export interface Replaying {
  readonly replay: Replay;
  /** The game has positions to step through, and they are open to the viewer. */
  readonly replays: boolean;
  /** What is shown in place of the table; null where the table itself is. */
  readonly position: ReplayPosition | null;
  /** The position that moves can be tried from. */
  readonly trying: ReplayPosition | null;
  /** The ply that is shown. */
  readonly at: number;
  /** Somebody asked for it: what it opened with by itself makes no noise. */
  readonly asked: boolean;
  /** Reads the game because somebody asks for it. */
  open(): Promise<void>;
  show(ply: number): Promise<void>;
  step(by: 1 | -1): Promise<void>;
  /** Goes to the end, where the game goes on. */
  end(): void;
}

/** Where the address says that a replay begins: `?ply=23`, and behind it moves that were tried, `&line=f5d6`. */
async function begin(replay: Replay): Promise<void> {
  if (replay.opened || !(await replay.open())) return;
  const ply = router.query.get('ply');
  if (ply === null || !/^\d{1,3}$/.test(ply)) return;
  replay.to(Number(ply));
  const line = router.query.get('line');
  if (line) await replay.tryLine(Number(ply), line);
}

/** Tells the screen reader where a step led. */
async function say(replay: Replay): Promise<void> {
  const [{ stepSaid }] = await Promise.all([import('./words'), loadTexts(['replay'])]);
  if (replay.here) announcer.say(stepSaid(replay, replay.here));
}

/** The replay of a table's page: open at once when the game is over, later when somebody asks for it. */
export function replaying(game: string, page: Page): Replaying {
  const replay = new Replay(game);
  onDestroy(() => replay.close());
  let asked = $state(false);
  const table = $derived(page.table());
  const over = $derived(table !== null && hasEnded(table));
  const replays = $derived(table !== null && table.plies.length > 0 && page.open());
  const position = $derived(replays ? replay.shown : null);
  // Not while the table shows another position than the one that was read.
  const trying = $derived(replays && replay.here?.board === (position ?? table)?.board ? replay.here : null);
  const at = $derived(position ? replay.at : (table?.plies.length ?? 0));

  $effect(() => {
    if (replays && (over || router.query.has('ply'))) void untrack(() => begin(replay));
  });
  $effect(() => {
    if (table && replays) untrack(() => replay.follow(table));
  });

  let before: ReplayPosition | null = null;
  $effect(() => {
    if (position !== before) untrack(page.stepped);
    before = position;
  });

  return {
    replay,
    get replays() {
      return replays;
    },
    get position() {
      return position;
    },
    get trying() {
      return trying;
    },
    get at() {
      return at;
    },
    get asked() {
      return asked;
    },
    async open() {
      asked = true;
      await replay.open();
    },
    end() {
      if (replay.shown === null) return;
      replay.toEnd();
      void say(replay);
    },
    async show(ply) {
      asked = true;
      if (!(await replay.open())) return;
      replay.to(ply);
      void say(replay);
    },
    async step(by) {
      if (!replays || !(await replay.open()) || !replay.goes(by)) return;
      replay.step(by);
      void say(replay);
    },
  };
}
