import assert from 'node:assert/strict';
import { flips, legal } from './othello.js';
import { until } from './until.js';

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Somebody who sits at a table and plays through the page, by `hand`: pointer or keyboard. */
export class Seat {
  constructor(page, hand) {
    Object.assign(this, { page, hand });
    this.table = page.getByTestId('table');
    this.board = page.getByTestId('board');
  }

  /** Opens the seat link as the director sent it, and sits down. */
  async claim(link, name, then = 'You are entered. Round 1 is not published yet.') {
    const { page } = this;
    await page.goto(link);
    await page.getByRole('heading', { name: `You are ${name}.` }).waitFor();
    await page.getByRole('button', { name: `Take the seat of ${name}` }).click();
    await page.getByRole('heading', { name: then }).waitFor();
    assert.ok(!page.url().includes('#'), 'the spent code is still in the address');
  }

  /** Goes to the table of a round that is open, and learns the colour there. */
  async sitDown(round) {
    const { page } = this;
    await page.getByRole('heading', { name: `Round ${round} is running.` }).waitFor();
    const place = await page.getByTestId('seat').getByText(/^You are (Black|White) at table 1 against/).innerText();
    this.color = /Black/.test(place) ? 'black' : 'white';
    await page.getByRole('link', { name: 'Go to table 1' }).click();
    await this.table.waitFor();
  }

  /** Waits until the page shows this position with this side to move. */
  async see(board, toMove) {
    await until(`${this.hand.name} sees ${toMove ?? 'nobody'} to move`, async () => {
      const [shown, mover] = await Promise.all([this.board.getAttribute('data-board'), this.table.getAttribute('data-to-move')]);
      return shown === board && mover === toMove;
    });
  }

  /** Makes one ply of a game, once the page shows its position. */
  async make({ board, color, square }) {
    await this.see(board, color);
    const side = this.page.getByTestId(`side-${color}`);
    await side.getByText(square ? 'Your move' : 'You must pass', { exact: true }).waitFor();
    if (!square) return this.hand.pass(this.page);
    await this.assertLegal(board, color);
    await this.hand.play(this.page, square, flips(board, color, square).length);
  }

  /** The page calls exactly the legal squares legal. */
  async assertLegal(board, color) {
    const names = await this.board.getByRole('button', { name: /, empty, legal, flips / }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const wanted = legal(board, color).map((square) => `${square}, empty, legal, flips ${flips(board, color, square).length}`);
    assert.deepEqual(names, wanted);
  }

  /** Writes at the table, on a channel where the page offers several. */
  async write(text, channel = null) {
    const chat = this.page.getByTestId('chat');
    if (channel) await chat.getByLabel('To').selectOption(channel);
    await chat.getByLabel('Message').fill(text);
    await chat.getByRole('button', { name: 'Send' }).click();
    await this.hear(text);
  }

  /** Waits until the page shows these words of the chat. */
  async hear(text) {
    await this.page.getByTestId('chat').getByRole('listitem').filter({ hasText: text }).waitFor();
  }

  /** What the chat of the page holds, as one text. */
  async heard() {
    const lines = await this.page.getByTestId('chat').getByRole('listitem').allInnerTexts();
    return lines.join('\n');
  }

  clock(color) {
    return this.page.getByRole('timer', { name: `${capital(color)}’s clock` });
  }

  /** The result as the page says it. */
  async result() {
    return (await this.page.getByTestId('result').locator('strong').innerText()).trim();
  }

  /** The squares of the transcript as the page shows it, a pass as `pass`. */
  async transcript() {
    const rows = await this.page.getByTestId('transcript').locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
    return rows.flatMap(([first, black, , second, white]) => [first && black, second && white]).filter(Boolean);
  }
}

/** Plays with a finger or a mouse. */
export const pointer = {
  name: 'the pointer',
  play: (page, square, flipped) => page.getByRole('button', { name: `${square}, empty, legal, flips ${flipped}`, exact: true }).click(),
  pass: (page) => page.getByRole('button', { name: 'Pass' }).click(),
};

/** Plays with H, the arrows and Enter, and passes with P. */
export const keyboard = {
  name: 'the keyboard',
  async play(page, square) {
    await page.keyboard.press('h');
    let at = await focused(page);
    assert.match(at.name, /, empty, legal, flips \d+$/, 'H goes to a legal square');
    for (let steps = 0; at.square !== square; steps += 1) {
      assert.ok(steps < 14, `the arrows do not lead to ${square}`);
      await page.keyboard.press(towards(at.square, square));
      at = await focused(page);
    }
    await page.keyboard.press('Enter');
  },
  pass: (page) => page.keyboard.press('p'),
};

const focused = (page) => page.evaluate(() => ({ square: document.activeElement?.dataset.square, name: document.activeElement?.ariaLabel ?? '' }));

function towards(from, to) {
  if (from[0] !== to[0]) return from[0] < to[0] ? 'ArrowRight' : 'ArrowLeft';
  return from[1] < to[1] ? 'ArrowDown' : 'ArrowUp';
}
