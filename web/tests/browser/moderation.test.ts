import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../src/browser/router.svelte';
import { casualStanding } from '../../src/contract/casual-standing.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, PlayerReport } from '../../src/contract/types';
import { formatMoment } from '../../src/i18n/numbers';
import Moderators from '../../src/pages/federations/Moderators.svelte';
import ModerationPage from '../../src/pages/moderation/ModerationPage.svelte';
import { refusal, Served, violations } from './served';

const before = location.href;
const moderator = { id: 'me', display_name: 'Ragna', login: 'ragna', administrator: false, operator_account_id: null } as Account;
const named = (account_id: string, display_name: string): PlayerReport['about'] => ({
  account_id,
  display_name,
  operator_account_id: null,
  operator_display_name: null,
});
/** Who operates the account of a program. */
const OPERATED = { operator_account_id: 'pat', operator_display_name: 'Pat Example' };
const FIVE = { variant: 'othello', main_ms: 300_000, increment_ms: 0 };
const player = (account_id: string, display_name: string) => ({
  ...named(account_id, display_name),
  live_rating: 1500,
  provisional: true,
  by_key: false,
});

const report = (more: Partial<PlayerReport> = {}): PlayerReport => ({
  id: 'r1',
  game_id: 'g',
  kind: 'abusive_chat',
  about: named('7', 'Guest 7'),
  by: named('8', 'Guest 8'),
  text: 'He swears.',
  messages: [2],
  at_ms: Date.now() - 7_200_000,
  answer: null,
  answered_by: null,
  answered_at_ms: null,
  answer_reason: null,
  concerns_caller: false,
  ...more,
});
const game = {
  game_id: 'g',
  black: player('7', 'Guest 7'),
  white: player('8', 'Guest 8'),
  terms: FIVE,
  origin: 'seeks',
  booked_at_ms: Date.now() - 8_000_000,
  starts_at_ms: Date.now() - 8_000_000,
  over_at_ms: Date.now() - 7_300_000,
  result: null,
  rematch_wanted_by: [],
};
const account = (more: object = {}) => ({
  account_id: '7',
  display_name: 'Guest 7',
  operator_account_id: null,
  operator_display_name: null,
  mute: null,
  bar: null,
  reports: 3,
  open: 1,
  upheld: 1,
  moderator: false,
  former_names: [],
  ...more,
});
const conduct = (of: PlayerReport['about']) => ({
  account: of,
  games: 40,
  never_began: 6,
  quick_losses: 9,
  longest_run: 5,
  points_lost: 62,
  variant: 'othello',
  last_at_ms: Date.now(),
});
const act = (number: number, kind: string, more: object = {}) => ({
  number,
  kind,
  at_ms: Date.now() - 86_400_000,
  by: named('9', 'Sigrid'),
  about: named('7', 'Guest 7'),
  game_id: null,
  report_id: null,
  message: null,
  until_ms: null,
  reason: 'Language',
  contest_id: null,
  ...more,
});
const said = (number: number, text: string) => ({
  number,
  game_id: 'g',
  channel: 'players',
  account_id: number === 1 ? '8' : '7',
  role: number === 1 ? 'white' : 'black',
  text,
  at_ms: Date.now() - 7_500_000,
  removed: false,
  to: null,
  held: false,
});
const told = (one: PlayerReport, more: object = {}) => ({ report: one, game, about: account(), of_same_game: [], acts: [], ...more });

let served: Served;

beforeEach(() => {
  router.renew = () => false;
  router.go('/moderation', true);
  session.ready = true;
  session.account = moderator;
  served = new Served({
    'GET /casual-standing': () => ({ mute: null, bar: null, moderator: true }),
    'GET /federations': () => ({ federations: [], next_page_token: null }),
    'GET /moderation/reports': () => ({
      reports: [report(), report({ id: 'r2', answer: 'dismissed', kind: 'other' })],
      open: 1,
      next_page_token: null,
    }),
    'GET /moderation/reports/r1': () => told(report(), { acts: [act(3, 'muted', { until_ms: Date.now() })] }),
    'GET /moderation/games/g/chat': () => ({ messages: [said(1, 'Good luck'), said(2, 'You broken clock')], older_before: null }),
    'GET /accounts/7/name': () => named('7', 'Guest 7'),
    'GET /accounts/8/name': () => named('8', 'Guest 8'),
  });
  void casualStanding.again();
});

afterEach(() => {
  void cleanup();
  session.account = null;
  vi.unstubAllGlobals();
  router.go(before, true);
});

describe('the moderators’ desk', () => {
  it('lists reports, those that wait first, and has one open beside them with its chat and its account', async () => {
    await render(ModerationPage, { view: '' });
    await expect.element(page.getByTestId('open-reports')).toHaveTextContent('1 report is open.');
    const lines = page.getByTestId('report-line');
    await expect.element(lines.nth(0)).toHaveTextContent(/About Guest 7.*Abusive chat.*by Guest 8.*waits for 2 hours/);
    await expect.element(lines.nth(1)).toHaveTextContent('Dismissed');
    const opened = page.getByTestId('report');
    await expect.element(opened).toHaveTextContent('“He swears.”');
    await expect.element(opened.getByRole('link', { name: 'Replay it' })).toHaveAttribute('href', '/g/g');
    await expect.element(page.getByTestId('account-state')).toHaveTextContent('3 reported, 1 open, 1 upheld');
    const chat = page.getByTestId('reported-chat');
    await expect.element(chat).toHaveTextContent('You broken clock');
    await expect.element(chat).not.toHaveTextContent('Good luck');
    await chat.getByRole('button', { name: 'Show the whole chat' }).click();
    await expect.element(chat).toHaveTextContent('Good luck');
    await expect.element(page.getByTestId('act')).toHaveTextContent(/Guest 7 muted until .*“Language”.*Sigrid/);
    expect(await violations()).toEqual([]);
  });

  it('fits the narrowest phone, where the list or one report is shown', async () => {
    await page.viewport(320, 640);
    await render(ModerationPage, { view: '' });
    const lines = page.getByTestId('report-line');
    await expect.element(lines.first()).toBeVisible();
    await expect.element(page.getByTestId('report')).not.toBeVisible();
    await lines.first().click();
    await expect.element(page.getByRole('heading', { name: 'About Guest 7' })).toHaveFocus();
    await expect.element(lines.first()).not.toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'All reports' }).click();
    await expect.element(lines.first()).toHaveFocus();
    await page.viewport(1440, 900);
  });

  it('answers a report by keyboard, with a reason', async () => {
    let sent: unknown = null;
    served.answers['POST /moderation/reports/r1/answer'] = () => {
      served.answers['GET /moderation/reports/r1'] = () =>
        told(report({ answer: 'upheld', answered_by: named('me', 'Ragna'), answered_at_ms: Date.now(), answer_reason: 'So it is' }));
      sent = true;
      return report({ answer: 'upheld' });
    };
    await render(ModerationPage, { view: '' });
    const answers = page.getByTestId('answers');
    await expect.element(answers).toBeVisible();
    const button = answers.getByRole('button', { name: 'Uphold the report' });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await answers.getByLabelText('Reason').fill('So it is');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByTestId('report')).toHaveTextContent('Upheld by Ragna');
    expect(sent).toBe(true);
    await expect.element(answers).not.toBeInTheDocument();
  });

  it('asks before a mute, and shows the mute that stands', async () => {
    served.answers['PUT /moderation/accounts/7/mute'] = () => {
      const mute = { since_ms: Date.now(), until_ms: null, reason: 'Language' };
      served.answers['GET /moderation/reports/r1'] = () => told(report(), { about: account({ mute }) });
      return account({ mute });
    };
    await render(ModerationPage, { view: '' });
    const state = page.getByTestId('account-state');
    await expect.element(state).toHaveTextContent('May write at casual tables');
    await state.getByRole('button', { name: 'Mute Guest 7' }).click();
    await state.getByLabelText('How long').selectOptions('Until taken back');
    await state.getByLabelText('Reason, which the account reads').fill('Language');
    await state.getByRole('button', { name: 'Mute Guest 7' }).last().click();
    const asked = page.getByTestId('confirm');
    await expect.element(asked).toHaveTextContent('Until taken back: they write at no casual table');
    expect(served.count('PUT /moderation/accounts/7/mute')).toBe(0);
    await asked.getByRole('button', { name: 'Mute Guest 7' }).click();
    await expect.element(state).toHaveTextContent('Muted until a moderator takes it back');
    await expect.element(state.getByRole('button', { name: 'Let Guest 7 write again' })).toBeVisible();
  });

  it('leaves to another moderator what concerns whoever looks', async () => {
    served.answers['GET /moderation/reports/r1'] = () => told(report({ concerns_caller: true }));
    await render(ModerationPage, { view: '' });
    await expect.element(page.getByText('Another moderator has to answer: you reported it', { exact: false })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Uphold the report' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Mute Guest 7' })).toBeDisabled();
    await expect.element(page.getByTestId('reported-chat')).not.toBeInTheDocument();
    expect(served.count('GET /moderation/games/g/chat')).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it('says of what is worth a look that it proves nothing, since when it counts, and what each figure is', async () => {
    const since = Date.UTC(2026, 9, 31, 14, 5);
    served.answers['GET /moderation/conduct'] = () => ({
      accounts: [conduct(named('7', 'Guest 7'))],
      next_page_token: null,
      since_ms: since,
    });
    await render(ModerationPage, { view: 'conduct' });
    await expect.element(page.getByText('It proves nothing', { exact: false })).toBeVisible();
    await expect.element(page.getByTestId('counted-since')).toHaveTextContent(`Games since ${formatMoment(since)}`);
    await expect.element(page.getByTestId('conduct')).toHaveTextContent(/40.*6.*9.*5.*62/);
    await expect.element(page.getByRole('link', { name: 'Look at Guest 7' })).toHaveAttribute('href', '/moderation/accounts?account=7');
    await page.getByText('What the figures are').click();
    await expect.element(page.getByText('Games that it lost before ply 10 by resigning, by absence or on time.')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('has the log a page at a time', async () => {
    served.answers['GET /moderation/log'] = (query) =>
      query.get('page_token') === 'more'
        ? { acts: [act(1, 'moderator_named', { reason: null })], next_page_token: null }
        : { acts: [act(2, 'barred')], next_page_token: 'more' };
    await render(ModerationPage, { view: 'log' });
    const rows = page.getByTestId('act');
    await expect.element(rows).toHaveTextContent('barred until a moderator takes it back');
    await page.getByRole('button', { name: 'Show earlier ones' }).click();
    await expect.element(rows.nth(1)).toHaveTextContent('named a moderator');
    await expect.element(page.getByRole('button', { name: 'Show earlier ones' })).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('leads from what was done in a contest to the contest', async () => {
    served.answers['GET /moderation/log'] = () => ({
      acts: [
        act(2, 'contest_ended', { contest_id: 'c1', reason: 'The title insults a player' }),
        act(1, 'contest_entrant_removed', { contest_id: 'c1' }),
      ],
      next_page_token: null,
    });
    await render(ModerationPage, { view: 'log' });
    const rows = page.getByTestId('act');
    await expect
      .element(rows.nth(0))
      .toHaveTextContent(/Guest 7 contest ended early, or its name removed.*“The title insults a player”.*Sigrid/);
    await expect.element(rows.nth(1)).toHaveTextContent(/Guest 7 removed from a contest.*“Language”/);
    await expect.element(rows.nth(1).getByRole('link', { name: 'The contest' })).toHaveAttribute('href', '/contests/c1');
    expect(await violations()).toEqual([]);
  });

  it('shows any account by its number', async () => {
    const id = '7qv_fqC5IWzOhO_GR6XmIA';
    served.answers[`GET /moderation/accounts/${id}`] = () =>
      account({
        account_id: id,
        display_name: 'Eirik',
        bar: { since_ms: 1, until_ms: null, reason: 'Left' },
        former_names: [
          { display_name: 'Eirik the Bold', until_ms: 2 },
          { display_name: 'Guest 48211', until_ms: 1 },
        ],
      });
    served.answers[`GET /accounts/${id}/name`] = () => named(id, 'Eirik');
    served.answers['GET /moderation/log'] = () => ({ acts: [], next_page_token: null });
    router.go(`/moderation/accounts?account=${id}`, true);
    await render(ModerationPage, { view: 'accounts' });
    const state = page.getByTestId('account-state');
    await expect.element(state).toHaveTextContent('Barred until a moderator takes it back');
    await expect.element(state).toHaveTextContent(/Called before: Eirik the Bold \(until .*\) and Guest 48211 \(until .*\)/);
    await expect.element(page.getByRole('button', { name: 'Readmit Eirik' })).toBeVisible();
    expect(served.asked.some((one) => one.startsWith('GET /moderation/reports?') && one.includes(`account_id=${id}`))).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it('marks programs in all its lists', async () => {
    const program = { ...named('7', 'Edge Counter'), ...OPERATED };
    const marked = 'Edge Counter (program of Pat Example)';
    const one = report({ about: program });
    const games = { ...game, black: { ...game.black, ...program, by_key: true }, white: { ...game.white, by_key: true } };
    served.answers['GET /moderation/reports'] = () => ({ reports: [one], open: 1, next_page_token: null });
    served.answers['GET /moderation/reports/r1'] = () =>
      told(one, { game: games, about: account(program), acts: [act(3, 'barred', { about: program })] });
    served.answers['GET /moderation/conduct'] = () => ({ accounts: [conduct(program)], next_page_token: null });
    await render(ModerationPage, { view: '' });
    await expect.element(page.getByTestId('report-line')).toHaveTextContent(`About ${marked}`);
    await expect.element(page.getByRole('heading', { name: `About ${marked}` })).toBeVisible();
    await expect.element(page.getByTestId('report')).toHaveTextContent(`${marked} – Guest 8 (program under this account)`);
    await expect.element(page.getByTestId('account-state')).toHaveTextContent('program of Pat Example');
    await expect.element(page.getByTestId('act')).toHaveTextContent(`${marked} barred`);
    expect(await violations()).toEqual([]);
    void cleanup();
    await render(ModerationPage, { view: 'conduct' });
    await expect.element(page.getByTestId('conduct')).toHaveTextContent(marked);
    await expect.element(page.getByRole('link', { name: `Look at ${marked}` })).toBeVisible();
  });

  it('is nobody else’s', async () => {
    served.answers['GET /casual-standing'] = () => ({ mute: null, bar: null, moderator: false });
    await casualStanding.again();
    await render(ModerationPage, { view: '' });
    await expect.element(page.getByText('This desk is for moderators of casual play. You are none.')).toBeVisible();
    expect(served.count('GET /moderation/reports')).toBe(0);
    void cleanup();
    session.account = null;
    await render(ModerationPage, { view: '' });
    await expect.element(page.getByRole('link', { name: 'Sign in' }).last()).toHaveAttribute('href', '/sign-in?then=/moderation');
  });
});

describe('moderators', () => {
  const all = [{ account: named('9', 'Sigrid'), at_ms: Date.UTC(2026, 10, 1) }];

  it('are named and dismissed by an administrator', async () => {
    session.account = { ...moderator, administrator: true };
    let now = all;
    served.answers['GET /moderators'] = () => ({ moderators: now });
    served.answers['DELETE /moderators/9'] = () => {
      now = [];
      return { moderators: now };
    };
    await render(Moderators);
    await expect.element(page.getByTestId('moderator')).toHaveTextContent('Sigrid');
    await expect.element(page.getByRole('button', { name: 'Name a moderator' })).toBeEnabled();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss Sigrid' }).click();
    await page.getByTestId('confirm').getByRole('button', { name: 'Dismiss Sigrid' }).click();
    await expect.element(page.getByText('There is none: nobody answers reports of casual games.')).toBeVisible();
  });

  it('are read by others', async () => {
    served.answers['GET /moderators'] = () => ({ moderators: all });
    await render(Moderators);
    await expect.element(page.getByTestId('moderator')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Dismiss Sigrid' })).not.toBeInTheDocument();
  });

  it('are not known where the list does not come', async () => {
    served.answers['GET /moderators'] = () => refusal('session_ended', 401);
    await render(Moderators);
    await expect.element(page.getByRole('alert')).toBeVisible();
  });
});
