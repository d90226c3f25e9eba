import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, Federation } from '../../src/contract/types';
import type { RatingFile } from '../../src/event/rating-files';
import FileLines from '../../src/pages/office/FileLines.svelte';
import OfficePage from '../../src/pages/office/OfficePage.svelte';
import { title } from '../../src/ui/title.svelte';
import { eventsListeners } from '../server';
import { held, person, refusal, Served, violations } from './served';

const NOR = { code: 'NOR', name: 'Othello of Norway', members: [], officers: [], directors: [], seq: 2 } as Federation;
const DNK = { ...NOR, code: 'DNK', name: 'Othello of Denmark' };
const event = (id: string, state: string, since_ms: number) => ({
  tournament: { id, name: `Event ${id}`, country: 'NOR', date: '2026-07-18', entrants: 10, phase: 'confirmed', seq: 3 },
  state,
  since_ms,
  released_at_ms: state === 'released' ? 1 : null,
});

let server: Served;
let events: ReturnType<typeof event>[];
let officers = 0;
/** Tells whoever follows the list of events that something of it changed. */
let heard: () => void;
const before = location.href;

/** Whoever comes is another officer: what is known of an office is known of an account. */
beforeEach(() => {
  events = [];
  const listeners = eventsListeners();
  heard = () => listeners.forEach((one) => one.event?.(null));
  server = new Served({
    'GET /federations': () => ({ federations: [DNK, NOR], next_page_token: null }),
    'GET /rating-events': (query) => ({
      events: events.filter(({ state }) => !query.has('state') || state === query.get('state')),
      next_page_token: null,
    }),
  });
  session.account = { id: `halvar-${(officers += 1)}`, login: 'halvar', display_name: 'Halvar', administrator: false } as Account;
});

afterEach(() => {
  // A page that stands yet would look again.
  void cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.account = null;
  router.go(before, true);
});

async function open(view: string, query = ''): Promise<void> {
  router.go(`/rating-office${view && `/${view}`}${query}`, true);
  await render(OfficePage, { view });
}

describe('the inbox', () => {
  const row = (name: string) => page.getByTestId('inbox-event').filter({ hasText: name });
  const looked = () => server.count('GET /rating-events');

  it('goes on showing what it showed first, whatever comes before it', async () => {
    events = [event('w1', 'waiting', 2_000)];
    await open('');
    await expect.element(row('Event w1')).toHaveAttribute('aria-current', 'true');
    const before = looked();
    events = [event('c1', 'correction', 3_000), event('w1', 'released', 4_000)];
    heard();
    await expect.poll(looked, { timeout: 10_000 }).toBeGreaterThan(before);
    await expect.element(row('Event c1')).toBeVisible();
    await expect.element(row('Event w1')).toHaveTextContent(/Released/);
    await expect.element(row('Event w1')).toHaveAttribute('aria-current', 'true');
    await expect.element(row('Event c1')).not.toHaveAttribute('aria-current');
  });

  it('chooses anew for another federation', async () => {
    events = [event('w1', 'waiting', 2_000)];
    await open('', '?federation=NOR');
    await expect.element(row('Event w1')).toHaveAttribute('aria-current', 'true');
    events = [event('d1', 'waiting', 2_000)];
    await page.getByLabelText('Federation').selectOptions('DNK, Othello of Denmark');
    await expect.element(row('Event d1')).toHaveAttribute('aria-current', 'true');
  });

  it('takes the focus to the event that is chosen, and back to its row', async () => {
    events = [event('w1', 'waiting', 2_000), event('w2', 'waiting', 3_000)];
    await open('');
    await expect.element(row('Event w2')).toBeVisible();
    router.go('/rating-office?event=w2');
    await expect.element(page.getByTestId('office-event').getByRole('heading', { name: 'Event w2' })).toHaveFocus();
    router.go('/rating-office');
    await expect.element(row('Event w2')).toHaveFocus();
  });
});

describe('the deadline', () => {
  const day = (date: string) => `?federation=NOR&day=${date}`;
  const heading = (name: RegExp) => page.getByRole('heading', { name });
  const print = () => page.getByRole('button', { name: 'Print' });

  it('says nothing of a day until that day was read, and nothing where it cannot be', async () => {
    events = [event('o1', 'released', 500)];
    await open('deadline', day('2026-07-31'));
    await expect.element(heading(/^1 event sent by 31 July 2026$/)).toBeVisible();
    const july = held();
    server.answers['GET /rating-events'] = () => july.answer;
    router.go(`/rating-office/deadline${day('2026-06-30')}`, true);
    await expect.element(heading(/sent by/)).not.toBeInTheDocument();
    await expect.element(print()).toBeDisabled();
    server.answers['GET /rating-events'] = () => refusal('none');
    router.go(`/rating-office/deadline${day('2026-05-31')}`, true);
    await expect.element(page.getByRole('alert')).toBeVisible();
    // The answer about a day that nobody asks for any more.
    july.letGo({ events, next_page_token: null });
    await new Promise((go) => setTimeout(go, 50));
    await expect.element(heading(/sent by/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });

  it('forgets that another day could not be read', async () => {
    const late = held();
    server.answers['GET /rating-events'] = () => late.answer;
    await open('deadline', day('2026-07-31'));
    events = [event('o1', 'released', 500)];
    server.answers['GET /rating-events'] = () => ({ events, next_page_token: null });
    router.go(`/rating-office/deadline${day('2026-06-30')}`, true);
    await expect.element(heading(/^1 event sent by 30 June 2026$/)).toBeVisible();
    late.letGo(refusal('none'));
    await new Promise((go) => setTimeout(go, 50));
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the numbers of players', () => {
  const record = (number: number) => ({
    record: { player: person(number, 'Alder'), events: 3, won: 5, drawn: 0, lost: 2, first_year: null, last_year: null },
    rating: null,
    history: [],
    opponents: [],
  });

  it('are given up with the name of whoever has them', async () => {
    server.answers['GET /archive/players/910001'] = () => record(910_001);
    server.answers['GET /archive/players/910002'] = () => refusal('unknown_player');
    await open('players');
    await expect.element(page.getByText('Results of imported files keep the number that stands in their file.')).toBeVisible();
    await page.getByLabelText('Present number').fill('910001');
    await expect.element(page.getByText('Number 910001 is Ann Alder, NOR: 7 games in the archive.')).toBeVisible();
    await page.getByLabelText('New number').fill('910002');
    await expect.element(page.getByText('Nobody in the archive has number 910002.')).toBeVisible();
    await page.getByLabelText('Reason').fill('List of March.');
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Number 910001 becomes 910002' }).click();
    const question = page.getByTestId('confirm');
    await expect.element(question).toHaveTextContent(/Number 910001 is Ann Alder, NOR: 7 games in the archive\./);
    await expect.element(question).toHaveTextContent(/Nobody in the archive has number 910002\./);
  });

  it('wait for who has them', async () => {
    const coming = held();
    server.answers['GET /archive/players/910003'] = () => coming.answer;
    server.answers['GET /archive/players/910004'] = () => refusal('none');
    await open('players');
    await page.getByLabelText('Present number').fill('910003');
    await page.getByLabelText('New number').fill('910004');
    await page.getByLabelText('Reason').fill('List of March.');
    await expect.element(page.getByText('It could not be looked up who has number 910004.')).toBeVisible();
    const button = page.getByRole('button', { name: 'Number 910003 becomes 910004' });
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAccessibleDescription('Looking up who has number 910003 …');
    coming.letGo(record(910_003));
    await expect.element(button).toBeEnabled();
  });
});

describe('the pages of the office', () => {
  it('offer another try where it cannot be read who decides', async () => {
    const federations = server.answers['GET /federations'];
    server.answers['GET /federations'] = () => refusal('unavailable', 503);
    await open('');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/It is refused: unavailable\./);
    await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    if (federations) server.answers['GET /federations'] = federations;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  });

  it('ask nothing of whoever came by a seat link', async () => {
    session.account = { id: 'seat', login: null, display_name: 'Ann Alder', administrator: false } as Account;
    await open('');
    await expect.element(page.getByText('Rating officers decide here.')).toBeVisible();
    expect(server.asked.filter((one) => one.includes('mine=true'))).toEqual([]);
  });

  it('say of the events that the federations cannot be read', async () => {
    server.answers['GET /federations'] = (query) => (query.has('mine') ? { federations: [], next_page_token: null } : refusal('none'));
    await open('events');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/It is refused: none\./);
  });

  it.each([
    ['', 'Inbox, Rating office'],
    ['events', 'Events, Rating office'],
    ['deadline', 'Deadline, Rating office'],
    ['players', 'Players, Rating office'],
    ['imports', 'Imports, Rating office'],
  ])('each have a title of their own: %s', async (view, name) => {
    await open(view);
    await expect.poll(() => title.page).toBe(name);
  });

  it('name the lines of a file that scroll', async () => {
    server.answers['GET /tournaments/t/rating-file'] = () => new Response('%%Tournament: Marsh Open\n');
    await render(FileLines, { id: 't', file: { version: 1 } as RatingFile, before: null });
    await page.getByText('Lines of version 1').click();
    await expect.element(page.getByRole('region', { name: 'Lines of version 1' }).last()).toHaveTextContent('%%Tournament: Marsh Open');
  });
});
