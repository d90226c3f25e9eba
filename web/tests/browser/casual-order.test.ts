import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { accountNames } from '../../src/contract/account-names.svelte';
import { blocks } from '../../src/contract/blocks.svelte';
import { casualStanding } from '../../src/contract/casual-standing.svelte';
import { session } from '../../src/contract/session.svelte';
import type { Account, CasualGame, ChatMessage } from '../../src/contract/types';
import type { LookedAt } from '../../src/event/looked-at.svelte';
import Blocks from '../../src/pages/account/Blocks.svelte';
import CasualStanding from '../../src/pages/frame/CasualStanding.svelte';
import Challenged from '../../src/pages/play/Challenged.svelte';
import PlayPage from '../../src/pages/play/PlayPage.svelte';
import CasualChat from '../../src/pages/table/CasualChat.svelte';
import CasualEnd from '../../src/pages/table/CasualEnd.svelte';
import OtherPlayer from '../../src/pages/table/OtherPlayer.svelte';
import { refusal, Served, violations } from './served';

const guest = { id: 'me', display_name: 'Guest 12', login: null, administrator: false, operator_account_id: null } as Account;
const named = (account_id: string) => ({
  account_id,
  display_name: `Guest ${account_id}`,
  operator_account_id: null,
  operator_display_name: null,
});
const player = (account_id: string) => ({ ...named(account_id), live_rating: 1500, provisional: true });
const game = {
  game_id: 'g',
  black: player('me'),
  white: player('7'),
  terms: { variant: 'othello', main_ms: 300_000, increment_ms: 0 },
  booked_at_ms: Date.now(),
  over_at_ms: null,
  result: null,
} as CasualGame;
const said = (number: number, account_id: string, text: string): ChatMessage => ({
  number,
  game_id: 'g',
  channel: 'players',
  account_id,
  role: account_id === 'me' ? 'black' : 'white',
  text,
  at_ms: Date.now(),
  removed: false,
  to: null,
  held: false,
});
const desk = (more: object = {}) => ({
  table: { tournament_id: '' },
  chat: [said(1, 'me', 'Good luck'), said(2, '7', 'You broken clock')],
  mayWrite: ['players'],
  olderBefore: null,
  say: async () => null,
  ...more,
});
const looked = (more: object = {}) => ({ desk: desk(more), casual: game }) as unknown as LookedAt;
const none = { mute: null, bar: null, moderator: false };

let served: Served;
const moderatedBy = (...accounts: string[]): void => {
  served.answers['GET /moderators'] = () => ({ moderators: accounts.map((id) => ({ account: named(id), at_ms: 1 })) });
};

beforeEach(async () => {
  session.ready = true;
  session.account = guest;
  served = new Served({
    'GET /casual-standing': () => none,
    'GET /blocks': () => ({ blocks: [], next_page_token: null }),
  });
  await casualStanding.again();
  await blocks.again();
});

afterEach(() => {
  void cleanup();
  session.account = null;
  vi.unstubAllGlobals();
});

describe('a message of somebody else', () => {
  it('is reported with a text, and what happens next is said', async () => {
    served.answers['POST /casual-games/g/reports'] = () => Response.json({ report_id: 'r' }, { status: 201 });
    moderatedBy('9');
    await render(CasualChat, { looked: looked() });
    const button = page.getByRole('button', { name: 'Report or block: this message’s writer' });
    await expect.element(button).toBeVisible();
    expect(await violations()).toEqual([]);
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Guest 7' });
    await expect.element(dialog.getByLabelText('What of')).toHaveValue('abusive_chat');
    await expect.element(dialog.getByLabelText('You broken clock')).toBeChecked();
    const send = dialog.getByRole('button', { name: 'Report Guest 7' });
    await expect.element(send).toBeDisabled();
    await dialog.getByLabelText('What happened').fill('I said nothing');
    expect(await violations()).toEqual([]);
    await send.click();
    await expect.element(page.getByTestId('thanks')).toHaveTextContent('Your report is on record.');
    await expect.element(page.getByTestId('thanks')).toHaveTextContent('A moderator who had no part in the game reads it');
    expect(served.count('POST /casual-games/g/reports')).toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it.each([
    ['nobody', '7', []],
    ['whom it concerns alone', '7', ['7', 'me']],
    ['who played the game alone', '8', ['7']],
  ] as const)('is reported where %s moderates, and waits: that is said before it is sent, and after', async (_, writer, accounts) => {
    const WAITS = `No moderator here can answer a report about Guest ${writer} yet. It waits until an administrator names one.`;
    accountNames.learn('8', 'Guest 8');
    served.answers['POST /casual-games/g/reports'] = () => Response.json({ report_id: 'r' }, { status: 201 });
    moderatedBy(...accounts);
    await render(CasualChat, { looked: looked({ chat: [said(2, writer, 'You broken clock')] }) });
    await page.getByRole('button', { name: 'Report or block: this message’s writer' }).click();
    const dialog = page.getByRole('dialog', { name: `Guest ${writer}` });
    await expect.element(dialog.getByRole('status')).toHaveTextContent(WAITS);
    await dialog.getByLabelText('What happened').fill('I said nothing');
    await dialog.getByRole('button', { name: `Report Guest ${writer}` }).click();
    await expect.element(page.getByTestId('thanks')).toHaveTextContent('Thank you. Your report is on record.');
    await expect.element(page.getByTestId('thanks')).toHaveTextContent(WAITS);
    expect(await violations()).toEqual([]);
  });

  it('is folded away where its writer is blocked, until somebody asks for it', async () => {
    served.answers['GET /blocks'] = () => ({
      blocks: [{ account: named('7'), at_ms: 1 }],
      next_page_token: null,
    });
    await blocks.again();
    await render(CasualChat, { looked: looked() });
    const chat = page.getByTestId('chat');
    await expect.element(chat).toHaveTextContent('You have blocked who wrote this.');
    await expect.element(chat).not.toHaveTextContent('You broken clock');
    await expect.element(chat).toHaveTextContent('Good luck');
    await chat.getByRole('button', { name: 'Show it' }).click();
    await expect.element(chat).toHaveTextContent('You broken clock');
  });

  it('is told to be taken away by a moderator', async () => {
    await render(CasualChat, { looked: looked({ chat: [{ ...said(2, '7', ''), removed: true }] }) });
    await expect.element(page.getByTestId('chat')).toHaveTextContent('Taken away by a moderator.');
    await expect.element(page.getByRole('button', { name: 'Report or block: this message’s writer' })).not.toBeInTheDocument();
  });

  it('is only read by whoever is not signed in', async () => {
    session.account = null;
    await render(CasualChat, { looked: looked({ mayWrite: [] }) });
    await expect.element(page.getByText('You broken clock')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Report or block: this message’s writer' })).not.toBeInTheDocument();
  });
});

describe('the end of a rated game', () => {
  const over = {
    ...game,
    black: { ...player('me'), live_rating: 1484 },
    over_at_ms: Date.now(),
    result: { black_discs: 20, white_discs: 44, winner: 'white', rated: true },
    rematch_wanted_by: [],
    one_person: false,
    contest_id: null,
  };
  const ended = (casualBefore: object | null, casual: object = over, readAgain: () => void = () => undefined) => {
    const looked = { desk: desk({ game: 'g' }), table: null, casual, casualBefore, readAgain };
    return render(CasualEnd, { looked: looked as unknown as LookedAt, own: 'black' });
  };

  it('says by how much the own live rating changed, where it was known before', async () => {
    await ended(game);
    await expect.element(page.getByTestId('casual-end')).toHaveTextContent('Rated. Your live rating: 1484, provisional (−16).');
    void cleanup();
    await ended(null);
    await expect.element(page.getByTestId('casual-end')).toHaveTextContent('Rated. Your live rating: 1484, provisional.');
  });

  it('looks for a rematch, but for none of a house bot', async () => {
    const readAgain = vi.fn();
    await ended(null, { ...over, white: { ...player('7'), operator_account_id: 'house' } }, readAgain);
    await expect.element(page.getByTestId('casual-end')).toBeVisible();
    expect(readAgain).not.toHaveBeenCalled();
    void cleanup();
    await ended(null, over, readAgain);
    await expect.element(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
    expect(readAgain).toHaveBeenCalled();
  });
});

describe('who is muted', () => {
  const mute = { since_ms: 1, until_ms: Date.now() + 86_400_000, reason: 'Insults' };

  it('reads why and until when in place of the input', async () => {
    served.answers['GET /casual-standing'] = () => ({ ...none, mute });
    await casualStanding.again();
    await render(CasualChat, { looked: looked() });
    const chat = page.getByTestId('chat');
    await expect
      .element(chat.getByTestId('muted'))
      .toHaveTextContent(/A moderator has muted you at casual tables until .*\. Why: “Insults”/);
    await expect.element(chat.getByRole('textbox')).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  it('while at the table learns it by what is refused', async () => {
    const say = async () => {
      served.answers['GET /casual-standing'] = () => ({ ...none, mute });
      return Object.assign(new Error('muted'), { code: 'muted', detail: 'No', parameters: {}, status: 422 });
    };
    await render(CasualChat, { looked: looked({ say }) });
    await page.getByRole('textbox').fill('Ha');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByTestId('muted')).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  });

  it('or barred reads it in the lobby, until it ends', async () => {
    served.answers['GET /casual-standing'] = () => ({ ...none, bar: { since_ms: 1, until_ms: null, reason: 'Left games' } });
    await render(CasualStanding);
    await expect
      .element(page.getByTestId('barred'))
      .toHaveTextContent('A moderator has barred you from casual play until a moderator takes it back.');
    await expect.element(page.getByTestId('barred')).toHaveTextContent('Why: “Left games”');
    void cleanup();
    served.answers['GET /casual-standing'] = () => ({ ...none, mute: { ...mute, until_ms: 1 }, moderator: true });
    await render(CasualStanding);
    await expect.element(page.getByRole('link', { name: 'To the moderators’ desk' })).toHaveAttribute('href', '/moderation');
    await expect.element(page.getByTestId('muted')).not.toBeInTheDocument();
  });
});

describe('who is barred and muted', () => {
  const FIVE = { variant: 'othello', main_ms: 300_000, increment_ms: 0 };
  const both = {
    ...none,
    mute: { since_ms: 1, until_ms: null, reason: 'Insults' },
    bar: { since_ms: 1, until_ms: null, reason: 'Left games' },
  };
  beforeEach(() => {
    served.answers['GET /casual-standing'] = () => both;
  });

  it('is not told that one may play, and presses no time in vain', async () => {
    served.answers['GET /contests'] = () => ({ contests: [], next_page_token: null });
    served.answers['GET /lobby'] = () => ({
      quick: [FIVE],
      seeks: [{ player: player('7'), terms: FIVE, color: null, lowest: null, highest: null, since_ms: 1 }],
      seeking: 1,
      playing: [],
      games: 0,
      here: [],
      people: 0,
    });
    await casualStanding.again();
    await render(PlayPage);
    await expect.element(page.getByTestId('barred')).toHaveTextContent('Why: “Left games”');
    await expect.element(page.getByTestId('muted')).toHaveTextContent('You can read what is written.');
    await expect.element(page.getByTestId('muted')).not.toHaveTextContent('You can play');
    for (const name of ['5 min no increment', 'Play Guest 7, Othello, 5 min', 'Seek a game', 'Make a link']) {
      await expect.element(page.getByRole('button', { name })).toBeDisabled();
    }
    await expect.element(page.getByRole('button', { name: '5 min no increment' })).toHaveAccessibleDescription(/Left games/);
    expect(await violations()).toEqual([]);
  });

  it('reads why at a challenge, at the latest when it is refused', async () => {
    served.answers['GET /challenges/c'] = () => ({
      id: 'c',
      challenger: player('7'),
      terms: FIVE,
      color: null,
      expires_at_ms: Date.now() + 3_600_000,
      game_id: null,
    });
    served.answers['POST /challenges/c/acceptance'] = () => refusal('barred', 422);
    await render(Challenged, { id: 'c' });
    await page.getByRole('button', { name: 'Take it up' }).click();
    await expect.element(page.getByTestId('barred')).toHaveTextContent('Why: “Left games”');
    await expect.element(page.getByRole('button', { name: 'Take it up' })).toBeDisabled();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });
});

describe('a player', () => {
  it('is blocked by the name, after a question, and the block is taken back on the account page', async () => {
    const held = [{ account: named('7'), at_ms: Date.now() }];
    served.answers['PUT /blocks/7'] = () => {
      served.answers['GET /blocks'] = () => ({ blocks: held, next_page_token: null });
      return new Response(null, { status: 204 });
    };
    served.answers['DELETE /blocks/7'] = () => {
      served.answers['GET /blocks'] = () => ({ blocks: [], next_page_token: null });
      return new Response(null, { status: 204 });
    };
    await render(OtherPlayer, { game, color: 'white', desk: desk() as never });
    await page.getByRole('button', { name: 'Report or block Guest 7' }).click();
    const block = page.getByTestId('block');
    await block.getByRole('button', { name: 'Block Guest 7' }).click();
    await expect.element(page.getByTestId('confirm')).toHaveTextContent('They are not told.');
    await page.getByTestId('confirm').getByRole('button', { name: 'Block Guest 7' }).click();
    await expect.element(block).toHaveTextContent('You have blocked Guest 7.');
    void cleanup();
    await render(Blocks);
    await expect.element(page.getByTestId('blocked')).toHaveTextContent('Guest 7');
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Unblock Guest 7' }).click();
    await expect.element(page.getByText('You have blocked nobody.')).toBeVisible();
  });

  it('that is a program is listed with who operates it', async () => {
    const account = { ...named('7'), operator_account_id: 'pat', operator_display_name: 'Pat Example' };
    served.answers['GET /blocks'] = () => ({ blocks: [{ account, at_ms: 1 }], next_page_token: null });
    await blocks.again();
    await render(Blocks);
    await expect.element(page.getByTestId('blocked')).toHaveTextContent('Guest 7 (program of Pat Example)');
    await expect.element(page.getByRole('button', { name: 'Unblock Guest 7' })).toBeVisible();
  });

  it('of a game long ago is blocked, and reported no more', async () => {
    const old = { ...game, booked_at_ms: Date.now() - 15 * 86_400_000 };
    await render(OtherPlayer, { game: old, color: 'white', desk: desk() as never });
    await page.getByRole('button', { name: 'Report or block Guest 7' }).click();
    await expect.element(page.getByText('a report is made within 14 days', { exact: false })).toBeVisible();
    await expect.element(page.getByTestId('block').getByRole('button', { name: 'Block Guest 7' })).toBeVisible();
  });

  it('does nothing about himself', async () => {
    await render(OtherPlayer, { game, color: 'black', desk: desk() as never });
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});
