import type { Component } from 'svelte';
import type { Page } from '../browser/routes';
import type { Part } from '../i18n';

interface Code {
  default: Component<Record<string, string>>;
}

/** A page's code and texts, fetched when somebody first goes there. */
export interface Lazy {
  load(): Promise<unknown>;
  texts: readonly Part[];
}

const EVENT = { load: () => import('../pages/event/TournamentPage.svelte'), texts: ['event', 'table'] } as const;
const DESK = { load: () => import('../pages/desk/DeskPage.svelte'), texts: ['event', 'table', 'desk'] } as const;

/** Each page's code, and the parts of the texts that it says. What stands on every page is here already. */
export const PAGES: Record<Page, Lazy> = {
  home: { load: () => import('../pages/home/HomePage.svelte'), texts: ['home', 'event', 'table'] },
  signIn: { load: () => import('../pages/account/SignInPage.svelte'), texts: ['home'] },
  account: { load: () => import('../pages/account/AccountPage.svelte'), texts: ['home', 'event', 'desk'] },
  welcome: { load: () => import('../pages/account/WelcomePage.svelte'), texts: ['home'] },
  create: { load: () => import('../pages/create/CreatePage.svelte'), texts: ['home', 'event', 'desk'] },
  claim: { load: () => import('../pages/seat/ClaimPage.svelte'), texts: ['home', 'event', 'table', 'desk'] },
  tournament: EVENT,
  tournamentView: EVENT,
  desk: DESK,
  deskView: DESK,
  seat: { load: () => import('../pages/seat/SeatPage.svelte'), texts: ['event', 'table', 'desk'] },
  table: { load: () => import('../pages/table/TablePage.svelte'), texts: ['event', 'table'] },
  missing: { load: () => import('../pages/missing/MissingPage.svelte'), texts: [] },
};

/** Fetches a page whole: its code and its texts. */
export async function fetchPage(page: Page, loadTexts: (parts: readonly Part[]) => Promise<void>): Promise<Code['default']> {
  const [code] = await Promise.all([PAGES[page].load(), loadTexts(PAGES[page].texts)]);
  return (code as Code).default;
}
