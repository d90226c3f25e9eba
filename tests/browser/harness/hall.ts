import type { BrowserContextOptions, Page } from '@playwright/test';
import { assertAccessible } from './axe';
import { Desk } from './desk';
import { pictures } from './pictures';
import { PASSWORD } from './rest';
import type { Stage, Visitor } from './stage';
import { picture } from './stage';

/** Somebody who has a login here, whose password is `PASSWORD`. */
interface Known {
  name: string;
  login: string;
}
interface Guest {
  visitor: Visitor;
  page: Page;
}

/** With `LOOK=1` what a journey passes is kept in pictures of every screen, light and dark. */
const LOOKS = process.env['LOOK'] === '1';

/** Everybody of an event with a browser of their own, who signs in when first looked for. */
export class Hall {
  readonly #guests = new Map<string, Guest>();

  constructor(
    readonly stage: Stage,
    readonly base: string,
  ) {}

  /** Somebody's browser, who is not signed in. */
  async newcomer({ name, login }: Known, settings?: BrowserContextOptions): Promise<Guest> {
    const visitor = await this.stage.visitor(name, this.base, settings);
    const guest = { visitor, page: await visitor.context.newPage() };
    this.#guests.set(login, guest);
    return guest;
  }

  /** Somebody's only page, at this address. */
  async at(known: Known, address: string, settings?: BrowserContextOptions): Promise<Page> {
    const here = this.#guests.get(known.login);
    if (here) {
      await here.page.goto(address);
      return here.page;
    }
    const { page } = await this.newcomer(known, settings);
    await new Desk(page).signIn(known.login, PASSWORD, address);
    return page;
  }

  visitor({ name, login }: Known): Visitor {
    const guest = this.#guests.get(login);
    if (!guest) throw new Error(`${name} has not come yet`);
    return guest.visitor;
  }
}

/** A state of a page that a journey passes: axe finds nothing, and a picture is kept. */
export async function pass(page: Page, what: string): Promise<void> {
  await assertAccessible(page, what);
  const name = what.replaceAll(/\W+/g, '-');
  await (LOOKS ? pictures(page, name) : picture(page, name));
}
