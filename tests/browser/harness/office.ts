/** Federations and their rating officers, and what one of them does with an event, over REST. */
import type { Page } from '@playwright/test';
import type { Rest, Schemas } from './rest';
import type { Person } from './scenes';

const REASON = 'Announced to the federation in May.';

type Registered = Partial<Schemas['RegisterFederationRequest']>;

/** An administrator makes a nation's federation known, or a confederation, and appoints its rating officers. */
export async function newFederation(
  administrator: Rest,
  code: string,
  officers: readonly Person[],
  wishes: Registered = {},
): Promise<void> {
  await administrator.call('register_federation', { body: { code, name: `Othello Federation of ${code}`, ...wishes } });
  for (const { rest } of officers) await administrator.call('appoint_rating_officer', { code, account_id: rest.account.id });
}

/** An officer of that federation approves the head directors of an event. */
export async function approveDirectors({ rest }: Person, code: string, tournament_id: string): Promise<void> {
  const { officials } = await rest.call('get_tournament', { tournament_id });
  const { federations } = await rest.call('list_federations', { mine: true });
  const approved = federations.find((one) => one.code === code)?.directors.map((one) => one.account_id) ?? [];
  for (const { account_id, role } of officials) {
    if (role !== 'head_director' || approved.includes(account_id)) continue;
    await rest.call('approve_director', { code, account_id, body: { reason: 'Has directed our championships.' } });
  }
}

export async function approveEvent({ rest }: Person, tournament_id: string): Promise<void> {
  await rest.call('approve_event', { tournament_id, body: { reason: REASON } });
}

/** Releases the file as the ranking stands now. */
export async function releaseFile({ rest }: Person, tournament_id: string, reason = 'Looked through.'): Promise<void> {
  const { ranking_version } = await rest.call('get_tournament', { tournament_id });
  await rest.call('release_rating_file', { tournament_id, body: { ranking_version, reason } });
}

/** An officer decides something on a page: opens the act, gives the reason, and does it. */
export async function decide(page: Page, act: string, reason: string): Promise<void> {
  const acts = page.getByTestId('office-acts');
  await acts.getByRole('button', { name: act, exact: true }).click();
  const form = acts.getByRole('form', { name: act, exact: true });
  await form.getByRole('textbox').fill(reason);
  await form.getByRole('button', { name: act, exact: true }).click();
  await form.waitFor({ state: 'detached' });
}
