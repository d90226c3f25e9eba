import type { Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import ModeratedChat from '../../src/acts/round/ModeratedChat.svelte';
import ChatOrder from '../../src/acts/round/ChatOrder.svelte';
import { KeptOrder } from '../../src/acts/round/order.svelte';
import type { Draw, Tournament } from '../../src/contract/types';
import { keyOf } from '../../src/event/draws';
import type { LiveEvent } from '../../src/event/event.svelte';
import { hexOf, sha256 } from '../../src/browser/sha256';
import Invitations from '../../src/pages/desk/entrants/Invitations.svelte';
import type { LiveTable } from '../../src/live/table.svelte';
import Draws from '../../src/pages/frame/Draws.svelte';
import LazyPart from '../../src/ui/LazyPart.svelte';
import type { Lazy } from '../../src/ui/lazy';

type Served = (address: URL, method: string, body: string | undefined) => object;
function serve(answer: Served): void {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) =>
    Response.json(answer(new URL(address, 'http://server'), method, body)),
  );
}
afterEach(() => vi.unstubAllGlobals());

const bytes = (of: number): Uint8Array => new Uint8Array(32).fill(of);
const seeds = [sha256(bytes(1)), bytes(1)];
const hex = seeds.map(hexOf);
const nonce = hexOf(bytes(7));
const draws: Draw[] = [
  {
    index: 1,
    purpose: 'round 1',
    seed: hex[0] ?? '',
    key: keyOf(hex[0] ?? '', [nonce]),
    nonces: [
      { entrant_id: 'e1', nonce, commitment: hexOf(sha256(bytes(7))), given: true },
      { entrant_id: 'e2', nonce: null, commitment: hexOf(sha256(bytes(8))), given: false },
    ],
  },
  { index: 2, purpose: 'final ties', seed: hex[1] ?? '', key: hex[1] ?? '', nonces: [] },
];
const event = {
  id: 't1',
  caughtUp: () => Promise.resolve(),
  nameOf: (id: string, otherwise: string) => ({ e1: 'Ida Holm', e2: 'Ove Berg' })[id] ?? otherwise,
} as unknown as LiveEvent;
const drawn = (all: Draw[]): Tournament => ({ draw_anchor: hexOf(sha256(sha256(bytes(1)))), draws: all }) as unknown as Tournament;

describe('the draws of an event', () => {
  it('are told in words, each with what was found when it was checked here', async () => {
    await render(Draws, { event, tournament: drawn(draws) });
    await expect.element(page.getByText('Checked here: 2 draws, and all of them fit.')).toBeVisible();
    const first = page.getByRole('listitem').first();
    await expect.element(first.getByRole('heading')).toHaveTextContent('Draw 1, for round 1');
    await expect.element(first).toHaveTextContent('1 number was given, the one that its player was bound to.');
    await first.getByText('Its values').click();
    await expect.element(first.getByText('Number of Ida Holm')).toBeVisible();
    await expect.element(first.getByText(nonce)).toBeVisible();
    await expect.element(first.getByText('Not given before the draw: it did not go in.')).toBeVisible();
  });

  it('say of one altered byte which draw does not fit, and why', async () => {
    const [first, second] = draws as [Draw, Draw];
    await render(Draws, { event, tournament: drawn([{ ...first, key: first.seed }, second]) });
    await expect.element(page.getByText('Checked here: 1 draw does not fit. Ask the director.')).toBeVisible();
    await expect.element(page.getByRole('listitem').first()).toHaveTextContent('The key does not follow from seed and numbers.');
    await expect.element(page.getByRole('listitem').last()).toHaveTextContent('No player gave a number: the key is the seed.');
  });

  it('say that there was none yet', async () => {
    await render(Draws, { event, tournament: drawn([]) });
    await expect.element(page.getByText('No draw has been made yet.')).toBeVisible();
  });
});

describe('who is invited', () => {
  const NAMES: Record<string, string> = { accountOfKarin000000Aa: 'Karin Moe', accountOfPer00000000Aa: 'Per Dahl' };
  let invited: { account_id: string | null; entrant_id: string; entered: boolean; at_ms: number }[];
  let revoked: string[];
  beforeEach(() => {
    invited = Object.keys(NAMES).map((account_id, place) => ({ account_id, entrant_id: `e${place}`, entered: place === 0, at_ms: 1 }));
    invited.push({ account_id: null, entrant_id: 'e9', entered: false, at_ms: 0 });
    revoked = [];
    serve(({ pathname }, method) => {
      const name = /accounts\/(\w+)\/name$/.exec(pathname)?.[1];
      if (name) return { display_name: NAMES[name] ?? '' };
      if (method !== 'DELETE') return { invitations: invited, next_page_token: null };
      const account = pathname.split('/').at(-1) ?? '';
      revoked.push(account);
      invited = invited.filter((one) => one.account_id !== account);
      return { seq: 5 };
    });
  });
  const tournament = {
    summary: { seq: 4 },
    officials: [],
    rule_set_json: '{"entry":{"mode":"invited"}}',
    acts: [],
  } as unknown as Tournament;
  const rows = () => page.getByRole('list', { name: 'Who is invited' }).getByRole('listitem');

  it('is told by name, with what can be taken back', async () => {
    await render(Invitations, { event, tournament });
    await expect.element(rows().filter({ hasText: 'Per Dahl' })).toHaveTextContent('not entered yet');
    await expect.element(rows().filter({ hasText: 'Karin Moe' })).toHaveTextContent('entered: on the waiting list');
    await expect.element(rows().last()).toHaveTextContent('entered');
    await expect.element(page.getByText('An account that is not known any more')).toBeVisible();
    // Who has entered is invited no more, and of whom nothing is known nothing can be taken.
    expect(page.getByRole('button', { name: /^Take the invitation back/ }).elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'Take the invitation back: Per Dahl' }).click();
    await expect.poll(() => revoked).toEqual(['accountOfPer00000000Aa']);
    await expect.element(rows().filter({ hasText: 'Per Dahl' })).not.toBeInTheDocument();
  });
});

describe('who may write at a table', () => {
  const SILENCED = 'accountOfNoisy000000Aa';
  let order: { silenced: object[]; open_to_spectators: boolean };
  let acts: unknown[];
  beforeEach(() => {
    order = { silenced: [{ account_id: SILENCED, by_account_id: 'director', reason: 'Told moves.', at_ms: 1 }], open_to_spectators: true };
    acts = [];
    serve(({ pathname }, method, body) => {
      if (pathname.endsWith('/name')) return { display_name: pathname.includes(SILENCED) ? 'Siv Lund' : 'Ida Holm' };
      if (method === 'GET') return { messages: [], may_write: [], last_number: 0, older_before: null, order };
      const { act } = JSON.parse(body ?? '{}') as { act: { type: string; open?: boolean } };
      acts.push(act);
      order = act.type === 'unmute' ? { ...order, silenced: [] } : { ...order, open_to_spectators: act.open === true };
      return {};
    });
  });

  it('is told with the act beside each name', async () => {
    const kept = new KeptOrder('g1');
    await kept.read();
    await render(ChatOrder, { game: 'g1', order: kept });
    const row = page.getByRole('listitem');
    await expect.element(row).toHaveTextContent(/Siv Lund by Ida Holm, .*: “Told moves.”/);
    await row.getByRole('button', { name: 'Let the writer write again: Siv Lund' }).click();
    await row.getByRole('textbox').fill('It was a mistake.');
    await row.getByRole('form').getByRole('button', { name: 'Let the writer write again: Siv Lund' }).click();
    await expect.element(page.getByText('Nobody is silenced in this event.')).toBeVisible();
    expect(acts).toEqual([{ type: 'unmute', account_id: SILENCED }]);
    expect(kept.silences(SILENCED)).toBe(false);
  });

  it('is read once however often the table moves, and beside the words of who is silenced', async () => {
    let reads = 0;
    serve(({ pathname }) => {
      if (pathname.endsWith('/name')) return { display_name: 'Siv Lund' };
      reads += 1;
      return { messages: [], may_write: [], last_number: 0, older_before: null, order };
    });
    const said = { number: 3, channel: 'players', role: 'black', account_id: SILENCED, text: 'e6 wins', at_ms: 1, removed: false };
    const live = { game: 'g1', chat: [{ ...said, to: null, held: false }], mayWrite: [], olderBefore: null } as unknown as LiveTable;
    const part: Lazy = { load: () => Promise.resolve({ default: ModeratedChat }), texts: [] };
    const given = { live, subject: null };
    const { rerender } = await render(LazyPart as unknown as Component<{ part: Lazy; given: typeof given }>, { part, given });
    const words = page.getByRole('log').getByRole('listitem');
    await expect.element(words).toHaveTextContent('Silenced');
    for (let move = 0; move < 3; move += 1) await rerender({ part, given: { ...given } });
    await expect.element(words).toHaveTextContent('Silenced');
    expect(
      words
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual(['Remove', 'Let the writer write again']);
    expect(reads).toBe(1);
  });

  it('says whether spectators may, and offers what would change it', async () => {
    const kept = new KeptOrder('g1');
    await kept.read();
    await render(ChatOrder, { game: 'g1', order: kept });
    await expect.element(page.getByText('Spectators may write at this table.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep spectators from writing' }).click();
    await page.getByRole('textbox').fill('They told moves.');
    await page.getByRole('form').getByRole('button', { name: 'Keep spectators from writing' }).click();
    await expect.element(page.getByText('Spectators may not write at this table.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Let spectators write' })).toBeVisible();
    expect(acts).toEqual([{ type: 'open_to_spectators', open: false }]);
  });
});
