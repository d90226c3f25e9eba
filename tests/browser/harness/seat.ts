import { type Locator, type Page, expect } from '@playwright/test';
import { type Color, type Ply, flips, legal } from './othello';
import { until } from './until';

/** How somebody makes their plies. */
export interface Hand {
  name: string;
  play(page: Page, square: string, flipped: number): Promise<void>;
  pass(page: Page): Promise<void>;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Somebody who sits at a table and plays through the page, by `hand`: pointer or keyboard. */
export class Seat {
  readonly table: Locator;
  readonly board: Locator;
  #color: Color | null = null;

  constructor(
    readonly page: Page,
    readonly hand: Hand,
  ) {
    this.table = page.getByTestId('table');
    this.board = page.getByTestId('board');
  }

  /** The colour that they sat down to. */
  get color(): Color {
    if (!this.#color) throw new Error(`${this.hand.name} has no colour yet`);
    return this.#color;
  }

  set color(color: Color) {
    this.#color = color;
  }

  /** Opens the seat link as the director sent it, and sits down. */
  async claim(link: string, name: string, then = 'You are entered. Round 1 is not published yet.'): Promise<void> {
    const { page } = this;
    await page.goto(link);
    await page.getByRole('heading', { name: `You are ${name}.` }).waitFor();
    await page.getByRole('button', { name: `Take the seat of ${name}` }).click();
    await page.getByRole('heading', { name: then }).waitFor();
    expect(page.url(), 'the spent code is still in the address').not.toContain('#');
  }

  /** Goes to the table of a round that is open, and learns the colour there. */
  async sitDown(round: number): Promise<void> {
    const { page } = this;
    await page.getByRole('heading', { name: `Round ${round} is running.` }).waitFor();
    const place = await page
      .getByTestId('seat')
      .getByText(/^You are (Black|White) at table 1 against/)
      .innerText();
    this.color = /Black/.test(place) ? 'black' : 'white';
    await page.getByRole('link', { name: 'Go to table 1' }).click();
    await this.table.waitFor();
  }

  /** Waits until the page shows this position with this side to move. */
  async see(board: string, toMove: Color): Promise<void> {
    await until(`${this.hand.name} sees ${toMove} to move`, async () => {
      const [shown, mover] = await Promise.all([this.board.getAttribute('data-board'), this.table.getAttribute('data-to-move')]);
      return shown === board && mover === toMove;
    });
  }

  /** Makes one ply of a game, once the page shows its position. */
  async make({ board, color, square }: Ply): Promise<void> {
    await this.see(board, color);
    const side = this.page.getByTestId(`side-${color}`);
    await side.getByText(square ? 'Your move' : 'You must pass', { exact: true }).waitFor();
    if (!square) return this.hand.pass(this.page);
    await this.assertLegal(board, color);
    await this.hand.play(this.page, square, flips(board, color, square).length);
  }

  /** The page calls exactly the legal squares legal. */
  async assertLegal(board: string, color: Color): Promise<void> {
    const names = await this.board
      .getByRole('button', { name: /, empty, legal, flips / })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const wanted = legal(board, color).map((square) => `${square}, empty, legal, flips ${flips(board, color, square).length}`);
    expect(names).toStrictEqual(wanted);
  }

  /** Writes at the table, on a channel where the page offers several. */
  async write(text: string, channel: string | null = null): Promise<void> {
    const chat = this.page.getByTestId('chat');
    if (channel) await chat.getByLabel('To').selectOption(channel);
    await chat.getByLabel('Message').fill(text);
    await chat.getByRole('button', { name: 'Send' }).click();
    await this.hear(text);
  }

  /** Waits until the page shows these words of the chat. */
  async hear(text: string): Promise<void> {
    await this.page.getByTestId('chat').getByRole('listitem').filter({ hasText: text }).waitFor();
  }

  /** What the chat of the page holds, as one text. */
  async heard(): Promise<string> {
    const lines = await this.page.getByTestId('chat').getByRole('listitem').allInnerTexts();
    return lines.join('\n');
  }

  clock(color: Color): Locator {
    return this.page.getByRole('timer', { name: `${capital(color)}’s clock` });
  }

  /** The result as the page says it. */
  async result(): Promise<string> {
    return (await this.page.getByTestId('result').locator('strong').innerText()).trim();
  }

  /** The squares of the transcript as the page shows it, a pass as `pass`. */
  async transcript(): Promise<string[]> {
    const rows = await this.page
      .getByTestId('transcript')
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent.trim())));
    return rows
      .flatMap(([first, black, , second, white]) => [first && black, second && white])
      .filter((square): square is string => !!square);
  }
}

/** Plays with a finger or a mouse. */
export const pointer: Hand = {
  name: 'the pointer',
  play: (page, square, flipped) => page.getByRole('button', { name: `${square}, empty, legal, flips ${flipped}`, exact: true }).click(),
  pass: (page) => page.getByRole('button', { name: 'Pass' }).click(),
};

/** Plays with a finger on a screen that is touched. */
export const finger: Hand = {
  name: 'the finger',
  play: (page, square, flipped) => page.getByRole('button', { name: `${square}, empty, legal, flips ${flipped}`, exact: true }).tap(),
  pass: (page) => page.getByRole('button', { name: 'Pass' }).tap(),
};

/** Plays with H, the arrows and Enter, and passes with P. */
export const keyboard: Hand = {
  name: 'the keyboard',
  async play(page, square) {
    await page.keyboard.press('h');
    let at = await focused(page);
    expect(at.name, 'H goes to a legal square').toMatch(/, empty, legal, flips \d+$/);
    for (let steps = 0; at.square !== square; steps += 1) {
      expect(steps, `the arrows do not lead to ${square}`).toBeLessThan(14);
      await page.keyboard.press(towards(at.square, square));
      at = await focused(page);
    }
    await page.keyboard.press('Enter');
  },
  pass: (page) => page.keyboard.press('p'),
};

/** Looks on, and never plays. */
export const onlooker = (name: string): Hand => {
  const never = async () => {
    throw new Error(`${name} has no move`);
  };
  return { name, play: never, pass: never };
};

/** The square that has the focus, and what it is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    return { square: (active instanceof HTMLElement && active.dataset.square) || '', name: active?.ariaLabel ?? '' };
  });

function towards(from: string, to: string): string {
  const [file, row] = [from.charAt(0), from.charAt(1)];
  if (file !== to.charAt(0)) return file < to.charAt(0) ? 'ArrowRight' : 'ArrowLeft';
  return row < to.charAt(1) ? 'ArrowDown' : 'ArrowUp';
}
