import '../../src/ui/styles/base.css';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { offices } from '../../src/contract/offices.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, Federation, RatingCheck, RatingChecks, Tournament } from '../../src/contract/types';
import type { LiveEvent } from '../../src/event/event.svelte';
import Checks from '../../src/pages/frame/Checks.svelte';
import FederationsPage from '../../src/pages/federations/FederationsPage.svelte';
import OfficePage from '../../src/pages/office/OfficePage.svelte';
import { eventsListeners } from '../server';

const summary = (id: string, name: string) => ({ id, name, country: 'NOR', date: '2026-07-18', entrants: 10, phase: 'confirmed', seq: 3 });
const OFFICER = { account_id: 'officer', display_name: 'Halvar Noreng', at_ms: 1_000 };
const NOR = { code: 'NOR', name: 'Othello of Norway', members: [], officers: [OFFICER], directors: [], seq: 2 } as Federation;
const EOCF = { code: 'EOCF', name: 'Marshes', members: ['NOR', 'DNK'], officers: [], directors: [], seq: 1 } as Federation;

/** What a server answers by the beginning of a path; `asked` is every path with its query. */
let answers: Record<string, (query: URLSearchParams) => unknown>;
let asked: string[];
/** Tells whoever follows the list of events that something of it changed. */
let heard: () => void;
const before = location.href;

beforeEach(() => {
  asked = [];
  const listeners = eventsListeners();
  heard = () => listeners.forEach((one) => one.event?.(null));
  answers = { '/federations': (query) => ({ federations: query.has('mine') ? [NOR] : [EOCF, NOR], next_page_token: null }) };
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, search, searchParams } = new URL(address, 'http://server');
    const path = pathname.replace('/api/v1', '');
    asked.push(path + search);
    const answer = answers[path];
    return answer
      ? Response.json(answer(searchParams))
      : Response.json({ code: 'none', title: 'No', detail: 'It is not there.' }, { status: 404 });
  });
});

afterEach(() => {
  // A page that stands yet would look again.
  void cleanup();
  vi.useRealTimers();
  session.account = null;
  session.seats = [];
  session.directed = [];
  vi.unstubAllGlobals();
  router.go(before, true);
});

const as = (account: Partial<Account>): void => {
  session.account = { display_name: 'Halvar Noreng', administrator: false, operator_account_id: null, ...account } as Account;
};
const violations = async (): Promise<string[]> =>
  (await axe.run(document.body)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

describe('the checks of an event', () => {
  const check = (kind: string, weight: string, table: number | null): RatingCheck => ({
    kind,
    weight,
    sentence: `${kind} at ${table}`,
    entrant_ids: [],
    round: table === null ? null : 2,
    table,
    departure: null,
  });
  const event = { id: 't', boardAt: () => ({ game_id: 'g1' }), entrantsOf: () => [] } as unknown as LiveEvent;
  const tournament = { deviations: [], results_without_game: [{ round: 2, table: 1, over_the_board: true }] } as unknown as Tournament;

  it('stand the worst first, many of a kind folded, each with its board', async () => {
    const departure = { what: 'Twelve rounds are planned.', rule: 'EGP II.2', code: 'confirmation', parameters: {} };
    const departed = { ...check('departure', 'note', null), departure };
    const looks = [1, 2, 3, 4, 5].map((table) => check('result_without_game', 'look', table));
    const checks = { checks: [...looks, check('impossible_score', 'stop', 7), check('departure', 'note', null), departed] } as RatingChecks;
    await render(Checks, { event, tournament, checks });
    const shown = page.getByTestId('check');
    await expect.element(shown.nth(0)).toHaveTextContent(/Impossible score.*Round 2, table 7.*Stop/);
    await expect.element(shown.nth(1)).toHaveTextContent(/Result without a game\s*5/);
    await expect.element(shown.nth(1).getByText('result_without_game at 3')).toBeVisible();
    await expect.element(shown.nth(1).getByText('result_without_game at 5')).not.toBeVisible();
    await shown.nth(1).getByText('2 more').click();
    await expect.element(shown.nth(1).getByText('result_without_game at 5')).toBeVisible();
    await expect.element(shown.nth(2)).toHaveTextContent(/departure at null.*Twelve rounds are planned\. EGP II\.2/);
    await expect.element(shown.nth(3)).toHaveTextContent(/10 checks passed\..*Fine/);
    const board = (table: number) => page.getByRole('link', { name: `Round 2, table ${table}` });
    await expect.element(board(7)).toHaveAttribute('href', '/g/g1');
    // No game was played there.
    await expect.element(board(1)).toHaveAttribute('href', '/t/t/games?round=2');
  });
});

describe('the rating office', () => {
  const events = (query: URLSearchParams) => {
    const state = query.get('state');
    const all = [
      { tournament: summary('w2', 'Newer'), state: 'waiting', since_ms: 2_000, released_at_ms: null },
      { tournament: summary('w1', 'Older'), state: 'waiting', since_ms: 1_000, released_at_ms: null },
      { tournament: summary('c1', 'Corrected'), state: 'correction', since_ms: 3_000, released_at_ms: 1 },
      { tournament: summary('r1', 'Given back'), state: 'returned', since_ms: 1_500, released_at_ms: null },
      { tournament: summary('o1', 'Done'), state: 'released', since_ms: 500, released_at_ms: 400 },
    ];
    return { events: all.filter((one) => state === null || one.state === state), next_page_token: null };
  };

  it('shows an officer what waits, a correction first, and what waits longest before the rest', async () => {
    as({ id: 'officer-1', login: 'halvar' });
    answers['/rating-events'] = events;
    router.go('/rating-office', true);
    await render(OfficePage, { view: '' });
    const rows = page.getByTestId('inbox-event');
    await expect.element(rows.nth(0)).toHaveTextContent(/Corrected\s*Correction waits/);
    await expect.element(rows.nth(1)).toHaveTextContent(/Older\s*Waits/);
    await expect.element(rows.nth(2)).toHaveTextContent(/Newer\s*Waits/);
    await expect.element(rows.nth(3)).toHaveTextContent(/Given back\s*Returned/);
    await expect.element(rows.nth(4)).toHaveTextContent(/Done\s*Released/);
    await expect.element(page.getByText('3 events wait for you')).toBeVisible();
    await expect.element(rows.nth(0)).toHaveAttribute('aria-current', 'true');
    await expect.element(page.getByRole('link', { name: 'Rating office', exact: true })).toHaveAttribute('href', '/rating-office');
    expect(
      asked.filter((one) => one.startsWith('/federations?mine=true')),
      'the office is asked for once',
    ).toHaveLength(1);
  });

  describe('where another officer decides', () => {
    const group = (name: string) => page.getByRole('region', { name });
    const names = (name: string) =>
      group(name)
        .getByTestId('inbox-event')
        .elements()
        .map((one) => one.querySelector('.name')?.textContent);
    const looked = () => asked.filter((one) => one === '/tournaments/c1/rating-checks').length;
    /** Who released last what is corrected now. */
    function releasedBy(account: string | null): void {
      answers['/rating-events'] = events;
      answers['/tournaments/c1/rating-checks'] = () => ({ checks: [], corrections: [], released_by_account_id: account });
    }
    async function open(id: string): Promise<void> {
      as({ id, login: 'halvar' });
      // Another one is shown beside the list: what is read of a correction the inbox reads.
      router.go('/rating-office?event=w1', true);
      await render(OfficePage, { view: '' });
      await expect.element(group('Waits for you')).toBeVisible();
    }

    it('lists a correction apart for whoever released the file, and does not count it', async () => {
      releasedBy('officer-4');
      await open('officer-4');
      await expect.element(page.getByText('2 events wait for you')).toBeVisible();
      await expect.element(group('Waits for another officer')).toHaveTextContent(/You released these files before.*Corrected/);
      expect(names('Waits for you')).toEqual(['Older', 'Newer']);
      expect(names('Waits for another officer')).toEqual(['Corrected']);
      expect(await violations()).toEqual([]);
    });

    it('counts it for the other officer, and asks once who released it', async () => {
      releasedBy('officer-4');
      await open('officer-5');
      await expect.element(page.getByText('3 events wait for you')).toBeVisible();
      expect(names('Waits for you')).toEqual(['Corrected', 'Older', 'Newer']);
      await expect.element(group('Waits for another officer')).not.toBeInTheDocument();
      const listed = () => asked.filter((one) => one.startsWith('/rating-events?')).length;
      const before = listed();
      answers['/rating-events'] = (query) => ({
        ...events(query),
        events: events(query).events.filter(({ state }) => state !== 'returned'),
      });
      heard();
      await expect.poll(listed, { timeout: 10_000 }).toBeGreaterThan(before);
      await expect.element(group('With the director')).not.toBeInTheDocument();
      expect(names('Waits for you')).toEqual(['Corrected', 'Older', 'Newer']);
      expect(looked()).toBe(1);
    });

    it('lists what was released, withdrawn and approved again like a correction', async () => {
      releasedBy(null);
      const again = { tournament: summary('a1', 'Approved again'), state: 'waiting', since_ms: 4_000, released_at_ms: 1 };
      answers['/rating-events'] = (query) => ({ events: query.get('state') === 'waiting' ? [again] : [], next_page_token: null });
      answers['/tournaments/a1/rating-checks'] = () => ({ checks: [], corrections: [], released_by_account_id: 'officer-6' });
      await open('officer-6');
      await expect.element(page.getByText('0 events wait for you')).toBeVisible();
      await expect.element(page.getByText('Nothing waits.')).toBeVisible();
      expect(names('Waits for another officer')).toEqual(['Approved again']);
    });

    it('leaves the events that they play or officiate in to another', async () => {
      releasedBy('officer-4');
      session.directed = ['w1'];
      session.seats = [{ tournament_id: 'c1', entrant_id: 'e1' }];
      await open('officer-7');
      await expect.element(page.getByText('1 event waits for you')).toBeVisible();
      expect(names('Waits for you')).toEqual(['Newer']);
      expect(names('Waits for another officer')).toEqual(['Corrected', 'Older']);
    });

    it('counts it where it cannot be read who released it, and asks again', async () => {
      answers['/rating-events'] = events;
      await open('officer-8');
      await expect.element(page.getByText('3 events wait for you')).toBeVisible();
      releasedBy('officer-8');
      heard();
      await expect.element(page.getByText('2 events wait for you'), { timeout: 10_000 }).toBeVisible();
      expect(names('Waits for another officer')).toEqual(['Corrected']);
    });
  });

  it('says that nothing waits, and when something does', async () => {
    as({ id: 'officer-2', login: 'halvar' });
    answers['/rating-events'] = () => ({ events: [], next_page_token: null });
    router.go('/rating-office', true);
    await render(OfficePage, { view: '' });
    await expect.element(page.getByText('Nothing waits.')).toBeVisible();
    await expect.element(page.getByText('No event is chosen.')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('tells others who decides, and shows them every event', async () => {
    answers['/rating-events'] = events;
    router.go('/rating-office', true);
    await render(OfficePage, { view: '' });
    await expect.element(page.getByText('Rating officers decide here.')).toBeVisible();
    await expect.poll(() => page.getByRole('row').elements().length).toBe(6);
    await expect.element(page.getByRole('link', { name: 'Inbox' })).not.toBeInTheDocument();
    await page.getByLabelText('State').selectOptions('Returned');
    await expect.poll(() => page.getByRole('row').elements().length).toBe(2);
    expect(location.search).toBe('?state=returned');
    expect(await violations()).toEqual([]);
  });

  it('says by a day what was sent, and what was not', async () => {
    answers['/rating-events'] = (query) =>
      query.has('released_by')
        ? { events: events(query).events.filter(({ state }) => state === 'released'), next_page_token: null }
        : events(query);
    router.go('/rating-office/deadline?federation=NOR&day=2026-07-31', true);
    await render(OfficePage, { view: 'deadline' });
    await expect.element(page.getByRole('heading', { name: '1 event sent by 31 July 2026' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: '3 confirmed events not sent' })).toBeVisible();
    expect(asked).toContain('/rating-events?federation=NOR&released_by=2026-07-31&page_size=1000');
    expect(await violations()).toEqual([]);
  });
});

describe('the page of federations', () => {
  const acts = () => [...document.querySelectorAll('main [data-act]')].map((one) => one.getAttribute('data-act'));

  it('lists them for everybody, and offers nothing', async () => {
    router.go('/federations', true);
    await render(FederationsPage);
    await expect.element(page.getByText('Confederation of 2 nations')).toBeVisible();
    await expect.element(page.getByText('None: nobody decides for it.')).toBeVisible();
    await expect.element(page.getByText('Halvar Noreng')).toBeVisible();
    expect(acts()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('lets an officer approve directors of the own federation alone', async () => {
    as({ id: 'officer-3', login: 'halvar' });
    await render(FederationsPage);
    await expect.element(page.getByRole('button', { name: 'Approve a director for NOR' })).toBeVisible();
    await expect.poll(acts).toEqual(['approve_director']);
    expect(offices.federations.map(({ code }) => code)).toEqual(['NOR']);
  });

  it('lets an administrator make federations known, change them and name their officers, and moderators', async () => {
    answers['/federations'] = (query) => ({ federations: query.has('mine') ? [] : [NOR], next_page_token: null });
    answers['/moderators'] = () => ({ moderators: [] });
    as({ id: 'admin', login: 'aase', administrator: true });
    await render(FederationsPage);
    await expect.element(page.getByRole('button', { name: 'Dismiss Halvar Noreng' })).toBeVisible();
    await expect
      .poll(acts)
      .toEqual(['register_federation', 'change_federation', 'dismiss_rating_officer', 'appoint_rating_officer', 'name_moderator']);
    expect(await violations()).toEqual([]);
  });
});
