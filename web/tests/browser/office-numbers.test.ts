import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { session } from '../../src/contract/session.svelte';
import type { Account, RatingCheck, RatingChecks } from '../../src/contract/types';
import OfficeEvent from '../../src/pages/office/OfficeEvent.svelte';
import { refusal, Served, violations } from './served';

/** Each test has an event of its own: one that was shown is kept for a while. */
let events = 0;
const id = () => `event-${events}`;
const said = () => `PUT /tournaments/${id()}/entrants/torunn/listed-player`;

const entrant = (id: string, surname: string, federation_number: number, claimed: boolean) => ({
  id,
  surname,
  given_names: 'Ann',
  country: 'NOR',
  federation_number,
  claimed,
  confirmed_by: claimed ? null : 'director',
  new_player: false,
});
const check = (kind: string, entrant_id: string): RatingCheck => ({
  kind,
  weight: 'look',
  sentence: `${kind} of ${entrant_id}.`,
  entrant_ids: [entrant_id],
  round: null,
  table: null,
  departure: null,
});

let server: Served;
/** What was sent, by the body's text. */
let sent: string[];
let found: RatingCheck[];
let officials: { account_id: string; role: string }[];
let acts: object[];
let officer: boolean;

beforeEach(() => {
  events += 1;
  sent = [];
  found = [check('claimed_number', 'torunn'), check('unknown_number', 'aslak')];
  officials = [{ account_id: 'director', role: 'head_director' }];
  acts = [{ act: 'confirm_listed_player', refusal: null }];
  officer = true;
  const checks = (): Partial<RatingChecks> => ({
    tournament_id: id(),
    seq: 4,
    state: 'announced',
    federation: 'NOR',
    officer,
    checks: found,
    corrections: [],
    returned: null,
    released_at_ms: null,
    released_by_account_id: null,
  });
  server = new Served({
    [`GET /tournaments/${id()}`]: () => ({
      summary: {
        id: id(),
        name: 'Marsh Open',
        country: 'NOR',
        date: '2026-07-18',
        rule_set: 'club',
        phase: 'registration',
        round: 0,
        seq: 4,
      },
      director_name: 'Ingrid Vestergrund',
      entrants: [entrant('torunn', 'Brandvold', 220_901, true), entrant('aslak', 'Fjeldheim', 299_999, false)],
      officials,
      rounds: [],
      format: 'A round robin.',
      acts,
      approval: null,
      lapsed_approval: null,
      released: null,
      ranking_version: 0,
      rating_state: 'announced',
      results_without_game: [],
      deviations: [],
      rule_set_json: '{}',
    }),
    [`GET /tournaments/${id()}/rating-checks`]: checks,
    [`GET /tournaments/${id()}/complaints`]: () => ({ complaints: [], next_page_token: null }),
    [said()]: () => ({ seq: 5 }),
  });
  const served = fetch;
  vi.stubGlobal('fetch', (address: string, asked: RequestInit) => {
    if (asked.method === 'PUT') sent.push(String(asked.body));
    return served(address, asked);
  });
  session.account = { id: 'halvar', login: 'halvar', display_name: 'Halvar', administrator: false } as Account;
});

afterEach(() => {
  void cleanup();
  vi.unstubAllGlobals();
  session.account = null;
});

const open = () => render(OfficeEvent, { id: id(), row: null, back: '/rating-office', changed: () => undefined });
const numbers = () => page.getByTestId('number');
const settle = (name: string) => page.getByRole('button', { name: `Settle the number of ${name}`, exact: true });
const none = (name: string) => page.getByRole('button', { name: `${name} is not in the players list`, exact: true });
const field = () => page.getByLabelText('Federation number');

describe('the numbers that an officer settles', () => {
  it('are those that are claimed and those that the list does not know', async () => {
    await open();
    await expect.element(numbers().nth(0)).toHaveTextContent(/Ann Brandvold.*claims number 220901/);
    await expect.element(numbers().nth(1)).toHaveTextContent(/Ann Fjeldheim.*number 299999 is not in the list/);
    expect(await violations()).toEqual([]);
  });

  it('are confirmed as they are claimed, or put right', async () => {
    await open();
    await settle('Ann Brandvold').click();
    await expect.element(field()).toHaveValue('220901');
    await page.getByRole('button', { name: 'Ann Brandvold is number 220901' }).click();
    await expect.poll(() => sent).toEqual(['{"federation_number":220901}']);
    await expect.element(page.getByRole('heading', { name: 'Marsh Open' })).toHaveFocus();
    await settle('Ann Brandvold').click();
    await field().fill('220902');
    found = [check('unknown_number', 'aslak')];
    await page.getByRole('button', { name: 'Ann Brandvold is number 220902' }).click();
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent[1]).toBe('{"federation_number":220902}');
    await expect.element(settle('Ann Brandvold')).not.toBeInTheDocument();
    await expect.element(settle('Ann Fjeldheim')).toBeVisible();
  });

  it('are taken back, once that was asked', async () => {
    await open();
    await none('Ann Brandvold').click();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Not in the list', exact: true }).click();
    await expect.poll(() => sent).toEqual(['{"federation_number":null}']);
  });

  it('are not confirmed where the director has confirmed them', async () => {
    await open();
    await settle('Ann Fjeldheim').click();
    await expect.element(page.getByText('That is the number already')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ann Fjeldheim is number 299999' })).toBeDisabled();
    await field().fill('220903');
    await expect.element(page.getByRole('button', { name: 'Ann Fjeldheim is number 220903' })).toBeEnabled();
  });

  it('say what the server refuses', async () => {
    server.answers[said()] = () => refusal('federation_number_taken', 409);
    await open();
    await settle('Ann Brandvold').click();
    await page.getByRole('button', { name: 'Ann Brandvold is number 220901' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field()).toHaveValue('220901');
  });

  it('are another officer’s where this one has a part in the event', async () => {
    officials = [...officials, { account_id: 'halvar', role: 'monitor' }];
    await open();
    await expect.element(settle('Ann Brandvold')).toBeDisabled();
    await expect.element(numbers().nth(0)).toHaveTextContent(/You played or officiated here: another officer decides/);
  });

  it.each<[string, () => void]>([
    ['whoever is no officer of the federation', () => (officer = false)],
    [
      'an officer once the ranking is confirmed',
      () => (acts = [{ act: 'confirm_listed_player', refusal: { code: 'tournament_confirmed' } }]),
    ],
    ['an officer of an event without such numbers', () => (found = [check('new_player', 'torunn')])],
  ])('are not offered to %s', async (_, where) => {
    where();
    await open();
    await expect.element(page.getByTestId('checks')).toBeVisible();
    await expect.element(page.getByTestId('numbers')).not.toBeInTheDocument();
  });
});
