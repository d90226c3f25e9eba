import { expect, test } from '../harness/fixtures';
import { type Ply, gameWithPasses } from '../harness/othello';
import { type Scene, finishRound, playerOf, publishRound, seatedEvent, enterResults } from '../harness/scenes';
import { PHONE } from '../harness/stage';
import { found, until } from '../harness/until';
import { Gauge, type Load, type Work } from './gauge';

/**
 * What lichess' page of a game runs: its scripts `lichess` (85 kB) and `round` (87 kB), minified and not compressed, as its
 * author counted them (github.com/lichess-org/lila, pull request 13631, 2023-09-30). Times of its pages are not published.
 */
const LICHESS_GAME_BYTES = 172_000;
/** Between two moves of the game that is watched: faster than anybody plays. */
const PACE_MS = 500;

const game = gameWithPasses();

test('what the pages cost a phone of the middle class on a slow line', async ({ server, stage }) => {
  test.setTimeout(600_000);
  const scene = await seatedEvent(server, { players: 16 });
  const first = await publishRound(scene);
  await enterResults(scene, first);
  await finishRound(scene, first);
  const { boards } = await publishRound(scene);
  const board = found(boards[0]);

  const phone = async () => (await stage.visitor('somebody on a phone', server.base, PHONE)).context.newPage();
  const event = await Gauge.on(await phone());
  tell('event', await event.load(`/t/${scene.id}`, () => event.page.getByText('What decided each place').waitFor()));

  const table = await Gauge.on(await phone());
  const shown = table.page.getByTestId('board');
  const load = await table.load(`/g/${board.game_id}`, () => shown.waitFor());
  tell('table', load);
  figure('table_script_bytes_to_lichess_game', load.scriptBytes / LICHESS_GAME_BYTES, '', 2);

  const watched = await table.during(() => playOn(scene, board, (next) => expect(shown).toHaveAttribute('data-board', next)));
  tellWork('watched_game', watched);

  const bare = await Gauge.on(await phone());
  await bare.load('/api/v1/time', () => bare.page.evaluate(layOut));
  const drawn = await bare.during(async () => {
    for (const { board: next } of game.plies) {
      await bare.page.evaluate(draw, next);
      await pause();
    }
  });
  tellWork('bare_board', drawn);
  figure('watched_game_task_to_bare_board', watched.taskMs / drawn.taskMs, '', 2);
});

/** Plays the whole game by its players' programs; each move is seen before the next. */
async function playOn(
  scene: Scene,
  board: Awaited<ReturnType<typeof publishRound>>['boards'][number],
  seen: (next: string) => Promise<void>,
) {
  const at = { game_id: board.game_id };
  const rest = { black: playerOf(scene, board.black_entrant_id).rest, white: playerOf(scene, board.white_entrant_id).rest };
  const ply = async ({ color, square }: Ply, number: number): Promise<boolean> => {
    if (square) await rest[color].call('move', { ...at, body: { ply: number + 1, square } });
    else await rest[color].call('pass', { ...at, body: { ply: number + 1 } });
    return true;
  };
  for (const [number, one] of game.plies.entries()) {
    if (number < 2) await until('the seats are known at the table', () => ply(one, number));
    else await ply(one, number);
    await seen(game.plies[number + 1]?.board ?? game.board);
    await pause();
  }
}

const pause = () => new Promise((done) => setTimeout(done, PACE_MS));

function tell(page: string, load: Load): void {
  figure(`${page}_script_wire`, load.scriptWireBytes / 1000, 'kB');
  figure(`${page}_script`, load.scriptBytes / 1000, 'kB');
  figure(`${page}_wire`, load.wireBytes / 1000, 'kB');
  figure(`${page}_first_paint`, load.firstPaintMs, 'ms');
  figure(`${page}_interactive`, load.interactiveMs, 'ms');
  figure(`${page}_layout_shift`, load.layoutShift, '', 3);
}

function tellWork(what: string, work: Work): void {
  figure(`${what}_long_tasks`, work.longTasks, '');
  figure(`${what}_longest_task`, work.longestMs, 'ms');
  figure(`${what}_layout_shift`, work.layoutShift, '', 3);
  figure(`${what}_task`, work.taskMs, 'ms');
}

function figure(name: string, value: number, unit: string, digits = 0): void {
  console.log(`figure ${name} ${value.toFixed(digits)} ${unit}`.trimEnd());
}

/** The yardstick: 64 squares and as many discs, and nothing else. In the page. */
function layOut(): void {
  const cells = Array.from({ length: 64 }, (_, place) => {
    const [x, y] = [100 * (place % 8), 100 * Math.floor(place / 8)];
    return `<rect x="${x}" y="${y}" width="100" height="100" fill="green" stroke="black"/><circle cx="${x + 50}" cy="${y + 50}" r="41"/>`;
  });
  document.body.innerHTML = `<svg viewBox="0 0 800 800" width="390">${cells.join('')}</svg>`;
}

/** Gives each disc its colour. In the page. */
function draw(board: string): void {
  const fills: Record<string, string> = { '*': 'black', O: 'white' };
  for (const [place, disc] of document.querySelectorAll('circle').entries())
    disc.setAttribute('fill', fills[board.charAt(place)] ?? 'none');
}
