import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { heard, listen } from '../harness/hearing';
import { Opponent } from '../harness/opponent';
import { type Ply, SHORT_WITH_PASS as GAME, legal, flips, nameOf, opposite, play } from '../harness/othello';
import { PASSWORD } from '../harness/rest';
import { playerOf, publishRound, seatedEvent } from '../harness/scenes';
import { Seat, keyboard } from '../harness/seat';
import { DESKTOP } from '../harness/stage';
import { found, until } from '../harness/until';

/** A little more than each warning's time, so that it is given at once. */
const BEFORE_MS = 700;
const MINUTE_MS = 60_000;

/** All that is said to Black from the first move to the confirmed result, in its order, with whatever gets the focus. */
const HEARD = join(import.meta.dirname, 'heard.txt');

test('what a screen reader says to a player during a game', async ({ server, cable, stage }) => {
  const scene = await seatedEvent(server, { players: 2 });
  const round = await publishRound(scene);
  const { game_id: game, black_entrant_id, white_entrant_id } = found(round.boards[0]);
  const own = playerOf(scene, black_entrant_id);
  const opponent = new Opponent(playerOf(scene, white_entrant_id), game);
  const visitor = await stage.visitor('the player', cable.base, DESKTOP);
  await listen(visitor.context);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(own.login, PASSWORD, `/g/${game}`);
  const { page } = desk;
  const black = new Seat(page, keyboard);

  const said: string[] = [];
  const listenTo = async () => void said.push(...(await heard(page)));
  /** Waits until this was said since something was begun. */
  const hears = async (line: string, begun: () => unknown) => {
    await listenTo();
    const before = said.length;
    await begun();
    await until(`it says “${line}”`, async () => {
      await listenTo();
      return said.slice(before).includes(line);
    });
  };
  const rule = (act: object) => scene.director.rest.call('officiate', { game_id: game, body: { act, reason: 'A noise' } as never });
  const setClocks = (black_ms: number, white_ms: number) => rule({ type: 'set_clocks', clocks: { black_ms, white_ms } });

  /** What happens before a ply. */
  const before: Record<number, () => Promise<void>> = {
    0: async () => {
      await page.keyboard.press('h');
      await page.keyboard.press('Home');
      await hears('assertive: a4 is not legal: it flips no disc (EGP IV.5). Nothing changed.', () => page.keyboard.press('Enter'));
    },
    2: async () => {
      await hears('assertive: The director stopped both clocks.', () => rule({ type: 'pause', until_ms: null }));
      await hears('assertive: The director set the clocks: Black 10:00, White 8:20.', () => setClocks(10 * MINUTE_MS, 500_000));
      await hears('polite: Black 10:00, White 8:20.', () => page.keyboard.press('t'));
      await hears('assertive: The clocks go on.', () => rule({ type: 'resume' }));
    },
    4: async () => {
      visitor.cutOff = true;
      await hears('assertive: You are offline. Your clock runs.', () => cable.cut());
      await hears('assertive: You are online again.', () => cable.mend());
    },
    5: async () => {
      await hears('assertive: You are offline.', () => cable.cut());
      await hears('assertive: You are online again.', () => cable.mend());
      visitor.cutOff = false;
    },
    6: async () => {
      for (const seconds of [60, 30, 10]) {
        const clocks = `Black 0:${seconds}, White 8:00`.replace('0:60', '1:00');
        await hears(`assertive: The director set the clocks: ${clocks}.`, () => setClocks(seconds * 1_000 + BEFORE_MS, 8 * MINUTE_MS));
        await hears(`assertive: ${seconds} seconds left.`, () => {});
      }
      await hears('assertive: The director set the clocks: Black 5:00, White 5:00.', () => setClocks(5 * MINUTE_MS, 5 * MINUTE_MS));
    },
  };

  const first = found(GAME.plies[0]);
  await black.see(first.board, first.color);
  await test.step('what is there to be read: the board and the parts of the table', async () => {
    await expect(page.getByRole('grid')).toMatchAriaSnapshot(boardOf(first));
    await expect(page.getByRole('main')).toMatchAriaSnapshot(partsOf(own.name, opponent.person.name));
    await assertClocksSilent(page);
  });
  await test.step('the game', async () => {
    for (const [place, ply] of GAME.plies.entries()) {
      await before[place]?.();
      if (ply.color === 'white') await opponent.make(ply);
      else await black.make(ply);
      if (ply !== GAME.plies.at(-1)) await black.see(after(ply), opposite(ply.color));
    }
    await page.getByTestId('result').waitFor();
  });
  await test.step('the result is signed', async () => {
    const sign = page.getByRole('button', { name: 'Confirm', exact: true });
    await sign.focus();
    await hears('focus: region “What there is to know”', () => page.keyboard.press('Enter'));
    await hears('polite: The result is confirmed and countersigned.', () => opponent.sign());
    await assertClocksSilent(page);
  });
  await listenTo();
  expect(said).toStrictEqual((await readFile(HEARD, 'utf8')).trim().split('\n'));
});

const after = ({ board, color, square }: Ply): string => (square ? play(board, color, square) : board);

/** The board as it is read before a ply, row by row. */
function boardOf({ board, color }: Ply): string {
  const open = new Set(legal(board, color));
  const nameAt = (place: number): string => {
    const square = nameOf(place);
    if (board[place] !== '-') return `${square}, ${board[place] === '*' ? 'black' : 'white'}`;
    return open.has(square) ? `${square}, empty, legal, flips ${flips(board, color, square).length}` : `${square}, empty`;
  };
  const rows = Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (__, file) => nameAt(row * 8 + file)).join(' '));
  return ['- grid "Board":', ...rows.map((row) => `  - row "${row}"`)].join('\n');
}

const partsOf = (black: string, white: string): string => `
- main:
  - heading "Table 1" [level=1]
  - region "White":
    - heading "${white}" [level=2]
    - timer "White’s clock"
  - region "What there is to know"
  - grid "Board"
  - img "Black 2, White 2, 60 empty"
  - region "Black":
    - strong: Your move
    - heading "${black}" [level=2]
    - timer "Black’s clock"
  - checkbox "Confirm each move"
  - checkbox "Show legal moves" [checked]
  - checkbox "Single keys" [checked]
  - button "Keys"
  - button "Share"
  - region "Transcript":
    - heading "Transcript" [level=2]
    - region "Moves so far"
  - region "Chat":
    - log "Chat"
    - textbox "Message"
`;

/** No clock is a live region, nor within one: nobody is read a time that runs. */
async function assertClocksSilent(page: Page): Promise<void> {
  const clocks = page.getByLabel(/’s clock$/);
  const within = clocks.and(page.locator(':is([aria-live], [role="alert"], [role="status"], [role="log"]) *, [aria-live]'));
  expect(await clocks.count()).toBe(2);
  expect(await within.count(), 'a clock is a live region').toBe(0);
}
