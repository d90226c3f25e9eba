import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { offices } from '../../src/contract/offices.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, Federation, Season } from '../../src/contract/types';
import SeasonPage from '../../src/pages/seasons/SeasonPage.svelte';
import SeasonsPage from '../../src/pages/seasons/SeasonsPage.svelte';
import { closedSeason, DUE_MS, legOf, seasonOf } from '../seasons';

let season: Season;
let federations: Federation[];
let refusal: { status: number; code: string } | null;
let sent: { address: string; method: string; body: unknown }[];
const before = location.href;

beforeEach(() => {
  [season, federations, refusal, sent] = [seasonOf(), [], null, []];
  router.go('/seasons/s1', true);
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address, 'http://server');
    if (method !== 'GET') sent.push({ address: pathname, method, body: JSON.parse(body ?? '{}') });
    if (pathname.endsWith('/federations')) return Response.json({ federations, next_page_token: null });
    if (pathname.endsWith('/tournaments')) return Response.json({ tournaments: [], next_page_token: null });
    if (refusal) {
      return Response.json({ ...refusal, title: 'No', detail: 'It is not to be.', rule: null, parameters: {}, field: null }, refusal);
    }
    return Response.json(pathname.endsWith('/seasons') ? { seasons: [season.summary], next_page_token: null } : season);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.account = null;
  router.go(before, true);
});

async function asOfficerOf(code: string, members: string[] = []): Promise<void> {
  federations = [{ code, name: code, members, officers: [], directors: [], seq: 1 }];
  session.account = { id: `officer of ${code}`, display_name: 'Clara Ostrander', login: 'clara' } as Account;
  await offices.again();
}
const leg = (number: number) => page.getByTestId('leg').nth(number - 1);
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the list of seasons', () => {
  it('says how each stands, to everybody', async () => {
    await render(SeasonsPage);
    const row = page.getByRole('row').nth(1);
    await expect.element(row).toHaveTextContent(/European Grand Prix 2027\s*2027\s*EOCF\s*2 of 4 have a host\s*Calendar open/);
    await expect.element(row.getByRole('link')).toHaveAttribute('href', '/seasons/s1');
    await expect.element(button('Announce a season')).not.toBeInTheDocument();
  });

  it('offers officers to announce another', async () => {
    await asOfficerOf('EOCF', ['DNK']);
    await render(SeasonsPage);
    await button('Announce a season').click();
    await page.getByLabelText('Name').fill('European Grand Prix 2028');
    await page.getByLabelText('Year').fill('2028');
    await button('Announce European Grand Prix 2028').click();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ address: '/api/v1/seasons', body: { federation: 'EOCF', year: 2028 } });
    await expect.poll(() => location.pathname).toBe('/seasons/s1');
  });

  it('takes the short title as the id of a series, or tells what one is', async () => {
    await asOfficerOf('EOCF', ['DNK']);
    await render(SeasonsPage);
    await button('Announce a season').click();
    await page.getByLabelText('Name').fill('Harbour Cup');
    await page.getByLabelText('Year').fill('2028');
    const title = page.getByLabelText('Short title');
    await title.fill('Harbour Cup');
    await userEvent.tab();
    await expect.element(page.getByText('Small letters, digits and hyphens: grand-prix-2027.')).toBeVisible();
    await title.fill('harbour-cup');
    await button('Announce Harbour Cup').click();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ body: { series: 'harbour-cup' } });
  });

  it('says why it cannot be read, and reads it again', async () => {
    refusal = { status: 400, code: 'something' };
    await render(SeasonsPage);
    await expect.element(page.getByText('It is not to be.')).toBeVisible();
    refusal = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  });
});

describe('the page of a season', () => {
  it('shows the calendar to everybody, with the legs that have no host', async () => {
    await render(SeasonPage);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('European Grand Prix 2027');
    await expect.element(leg(1)).toHaveTextContent(/Denmark DNK\s*Wednesday,? 13 January 2027\s*Fernwood Hall 1/);
    await expect.element(leg(1)).toHaveTextContent(/Director\s*none named yet/);
    await expect.element(leg(3)).toHaveTextContent(/No host yet/);
    await expect.element(page.getByText('No leg is over yet.')).toBeVisible();
    expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
  });

  it('leads whoever directs or hosts a leg to the event that is to be founded, with what is known of it', async () => {
    const directed = legOf(2, 'NOR', { director_account_id: 'dagny', director_name: 'Dagny Hestnes', director_federation: 'NOR' });
    season = seasonOf({ summary: { series: 'harbour-cup' }, legs: [legOf(1, 'DNK'), directed] });
    session.account = { id: 'dagny', display_name: 'Dagny Hestnes', login: 'dagny' } as Account;
    await render(SeasonPage);
    const link = leg(2).getByRole('link', { name: 'Create the event of leg 2' });
    await expect.element(link).toHaveAttribute('href', '/new?country=NOR&date=2027-02-13&series=harbour-cup&leg=2');
    await expect.element(page.getByText(/Its events are founded as legs of Harbour cup/)).toBeVisible();
    await expect.element(leg(1).getByRole('link')).not.toBeInTheDocument();
  });

  it('says of an event outside the series what that means', async () => {
    const outside = legOf(1, 'DNK', { tournament_id: 't1' });
    season = seasonOf({ summary: { series: 'harbour-cup' }, legs: [outside, legOf(2, 'NOR', { tournament_id: 't2', in_series: true })] });
    await render(SeasonPage);
    await expect.element(leg(1)).toHaveTextContent(/Founded outside the series Harbour cup/);
    await expect.element(leg(2).getByRole('link', { name: 'The event' })).toBeVisible();
    await expect.element(leg(2)).not.toHaveTextContent(/outside/);
  });

  it('shows what was changed, called off and late, with the words for it', async () => {
    const change = {
      host: 'SWE',
      date: '2027-01-06',
      place: 'Harbour Club',
      reason: 'The hall <b>burned</b>',
      notice: 'By letter',
      by_account_id: 'a1',
      at_ms: DUE_MS,
    };
    const off = { called_off: true, called_off_reason: 'Nobody can host it', called_off_at_ms: DUE_MS };
    const legs = [legOf(1, 'DNK', { changes: [change] }), legOf(2, 'NOR', off)];
    season = seasonOf({ summary: { calendar_fixed: true }, legs, calendar_fixed_at_ms: DUE_MS + 1, calendar_late: true });
    await render(SeasonPage);
    await expect.element(page.getByText(/The calendar was fixed after Tuesday,? 1 December 2026, its last day/)).toBeVisible();
    await expect
      .element(leg(1))
      .toHaveTextContent(/Before: Sweden, Wed,? 6 January, Harbour Club\..*“The hall <b>burned<\/b>” Notice: “By letter”/s);
    await expect.element(leg(2)).toHaveTextContent(/Called off on .*“Nobody can host it”/s);
  });

  it('shows the final table, what counts and what does not, and how far the rankings have moved on', async () => {
    season = closedSeason();
    await render(SeasonPage);
    const table = page.getByRole('table', { name: 'Final table' });
    const row = (place: number) => table.getByRole('row').nth(place);
    await expect
      .element(row(1))
      .toHaveTextContent(/1\s*Torunn Brandvold\s*NOR\s*600.*200 in leg 1, place 1.*140 in leg 3, place 2, does not count.*\(140\)/s);
    await expect.element(row(2)).toHaveTextContent(/2\s*Sofus Klitgaard\s*DNK\s*177½.*37½ in leg 3, place 5/s);
    await expect.element(leg(1)).toHaveTextContent('version 1 of its final ranking counts');
    await expect.element(leg(2)).toHaveTextContent('– version 1 of its final ranking counts; there is a later one');
  });

  it('lets the committee set a leg, and shows what that made of the season', async () => {
    await asOfficerOf('EOCF', ['DNK', 'NOR', 'SWE', 'FIN']);
    await render(SeasonPage);
    await expect.element(page.getByText('Legs 3 and 4 have no host yet')).toBeVisible();
    await button('Set leg 3').click();
    await page.getByLabelText('Host nation').selectOptions('SWE');
    await page.getByLabelText('First day').fill('2027-05-08');
    await page.getByLabelText('Place').fill('Harbour Club');
    season = seasonOf({ summary: { seq: 4 }, legs: [...season.legs, legOf(3, 'SWE')] });
    await button('Hold leg 3 in Sweden on Sat 8 May').click();
    await expect.element(leg(3)).toHaveTextContent(/Sweden SWE/);
    expect(sent[0]).toMatchObject({ address: '/api/v1/seasons/s1/legs/3', method: 'PUT', body: { host: 'SWE', place: 'Harbour Club' } });
  });

  it('lets a host’s officers decide on their leg alone', async () => {
    await asOfficerOf('DNK');
    await render(SeasonPage);
    await expect.element(button('Name the director of leg 1')).toBeVisible();
    await expect.element(leg(1)).toHaveTextContent(/No event is held in Denmark on Wed,? 13 January here/);
    expect(leg(2).getByRole('button').elements()).toEqual([]);
  });

  it('shows a leg’s director what is due, to be ticked off', async () => {
    session.account = { id: 'director', display_name: 'Ingrid Vestergrund', login: 'ingrid' } as Account;
    const named = {
      director_account_id: 'director',
      director_name: 'Ingrid Vestergrund',
      director_federation: 'DNK',
      director_named_at_ms: 1,
    };
    season = seasonOf({ legs: [legOf(1, 'DNK', named), legOf(2, 'NOR')] });
    await render(SeasonPage);
    await button('Tick off: Announce the tournament to the confederation’s members in good time.').click();
    await page.getByLabelText('How it was done').fill('By letter');
    await button('Tick it off').click();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({
      address: '/api/v1/seasons/s1/legs/1/duties/tournament_announced',
      method: 'PUT',
      body: { note: 'By letter' },
    });
  });
});
