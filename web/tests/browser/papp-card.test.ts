import '../../src/ui/styles/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import type { Tournament } from '../../src/contract/types';
import type { LiveEvent } from '../../src/event/event.svelte';
import PappExchange from '../../src/pages/desk/pairing/PappExchange.svelte';
import { held, refusal, Served, violations } from './served';

const PREVIEW = 'POST /tournaments/t/papp-files/preview';
let server: Served;

beforeEach(() => {
  server = new Served({});
});

afterEach(() => {
  void cleanup();
  vi.unstubAllGlobals();
});

const preview = (parts: object = {}) => ({ agreed_rounds: [], findings: [], steps: [], obstacles: [], departures: [], ...parts });
const finding = (_: unknown, place: number) => ({ code: 'other_result', what: `Board ${place + 1} differs`, parameters: {} });
const step = (kind: string) => ({ kind, round: 2, entrant_ids: [], table: null, black_discs: null, pairing: null });

async function open(): Promise<void> {
  const tournament = { acts: [] } as unknown as Tournament;
  const event = { id: 't', seq: 1, tournament, nameOf: (id: string) => id, caughtUp: async () => undefined } as unknown as LiveEvent;
  await render(PappExchange, { event, tournament });
}
const choose = () => page.getByLabelText('Choose PAPP’s files').upload(new File(['x'], 'papp-internal-workfile.txt'));
const take = () => page.getByRole('button', { name: 'Take what PAPP held' });

describe('the fallback in PAPP', () => {
  it('says which file comes back, and that the archive is unpacked', async () => {
    await open();
    await expect.element(page.getByText(/unpack it into a folder/)).toBeVisible();
    await expect.element(page.getByText(/papp-internal-workfile\.txt/)).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('names what stands in the way, counts the rest, and takes nothing', async () => {
    server.answers[PREVIEW] = () => preview({ findings: Array.from({ length: 23 }, finding), steps: [step('finish')] });
    await open();
    await choose();
    await expect.element(page.getByText(/^23 things stand in the way\./)).toBeVisible();
    await expect.element(page.getByText('Board 20 differs')).toBeVisible();
    await expect.element(page.getByText('Board 21 differs')).not.toBeInTheDocument();
    await expect.element(page.getByText('3 more')).toBeVisible();
    await expect.element(take()).toBeDisabled();
    expect(await violations()).toEqual([]);
  });

  it('names the obstacle that the event itself is', async () => {
    const obstacle = { code: 'round_running', title: 'No', detail: 'Round 2 is running.', rule: null, parameters: {}, field: null };
    server.answers[PREVIEW] = () => preview({ agreed_rounds: [1], obstacles: [obstacle], steps: [step('finish')] });
    await open();
    await choose();
    await expect.element(page.getByText('Rounds that are the same in PAPP and here: 1.')).toBeVisible();
    await expect.element(page.getByText('Round 2 is running.').first()).toBeVisible();
    await expect.element(take()).toBeDisabled();
  });

  it('says on the page what was taken', async () => {
    let rest = [step('finish'), step('publish')];
    server.answers[PREVIEW] = () => preview({ steps: rest });
    server.answers['POST /tournaments/t/papp-files'] = () => {
      rest = [];
      return { seq: 2, round_taken_back: null };
    };
    await open();
    await choose();
    await page.getByLabelText('Reason').fill('The power was out.');
    await take().click();
    await expect.element(page.getByText('Taken from PAPP: 2 things are done.')).toBeVisible();
    await expect.element(page.getByText('PAPP’s files hold nothing that is not here.')).toBeVisible();
    await choose();
    await expect.element(page.getByText('Taken from PAPP: 2 things are done.')).not.toBeInTheDocument();
  });

  it('compares files while others are made', async () => {
    const coming = held();
    server.answers['GET /tournaments/t/papp-files'] = () => coming.answer;
    server.answers[PREVIEW] = () => preview();
    await open();
    await page.getByRole('button', { name: 'Download the files for PAPP' }).click();
    await expect.element(page.getByRole('button', { name: 'Making the files …' })).toBeDisabled();
    await expect.element(page.getByText('Choose PAPP’s files')).toBeVisible();
    await choose();
    await expect.element(page.getByText('PAPP’s files hold nothing that is not here.')).toBeVisible();
    coming.letGo(refusal('none'));
    await expect.element(page.getByText('It is refused: none.')).toBeVisible();
  });
});
