import { type Locator, type Page, type Request, expect } from '@playwright/test';

/** More stops of Tab than a page has. */
const FARTHEST = 400;
/** What changes an event or a game; a preview only looks. */
const ACT = /^\/api\/v1(\/(tournaments|games)\/.*(?<!\/preview))$/;

/** Somebody without a pointer: every control is reached with Tab, everything else is typed. */
export class Typist {
  /** How often Enter or the space bar was pressed. */
  #presses = 0;
  readonly #sent: string[] = [];

  constructor(
    readonly page: Page,
    /** Looks at each stop of Tab. */
    readonly atStop: () => Promise<void> = async () => {},
  ) {
    page.on('request', (request) => this.#asked(request));
  }

  #asked(request: Request): void {
    const [, act] = ACT.exec(new URL(request.url()).pathname) ?? [];
    if (act && request.method() !== 'GET') this.#sent.push(`${request.method()} ${act}`);
  }

  /** The acts that the page sent, which may be told a moment later, and how often Enter was pressed, since something was begun. */
  async counting(what: () => Promise<void>): Promise<{ sent: () => string[]; enters: number }> {
    const [before, pressed] = [this.#sent.length, this.#presses];
    await what();
    return { sent: () => this.#sent.slice(before), enters: this.#presses - pressed };
  }

  async press(key: string): Promise<void> {
    if (key === 'Enter' || key === 'Space') this.#presses += 1;
    await this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Goes with Tab, or back with Shift+Tab, until the control has the focus. */
  async to(control: Locator): Promise<void> {
    await control.waitFor();
    for (let stops = 0; stops < FARTHEST; stops += 1) {
      const way = await control.evaluate((wanted) => {
        const { activeElement: active } = document;
        if (active === wanted) return 'there';
        if (!active || active === document.body) return 'on';
        return active.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on';
      });
      if (way === 'there') return;
      await this.page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab');
      await this.atStop();
    }
    await expect(control, 'Tab does not lead there').toBeFocused();
  }

  /** Goes to a button or a link and presses it. */
  async go(control: Locator): Promise<void> {
    await this.to(control);
    await this.press('Enter');
  }

  /** Goes to a field and types into it, over what stands there. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press('Control+a');
    await this.type(text);
    await expect(field).toHaveValue(text);
  }

  /** Picks an option by its first letters. */
  async pick(list: Locator, option: string): Promise<void> {
    await this.to(list);
    await this.type(option);
    await expect(list.locator('option:checked')).toContainText(option);
  }

  /** Puts a text into the field from the clipboard. */
  async paste(field: Locator, text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.to(field);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Control+v');
    await expect(field).toHaveValue(text);
  }
}
