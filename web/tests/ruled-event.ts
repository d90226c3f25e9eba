/** An event in which something is ruled: two games of round 1, the first of them played, and a few offices. */
import { Form } from '../src/acts/kit/form.svelte';
import type { Act } from '../src/acts/kit/act';
import type { Raw } from '../src/acts/kit/field';
import type { OnEvent } from '../src/acts/kit/subjects';
import { accountNames } from '../src/contract/account-names.svelte';
import { session } from '../src/contract/session.svelte';
import type { Account, Tournament } from '../src/contract/types';
import type { LiveEvent } from '../src/event/event.svelte';

const NAMES: Record<string, [given: string, surname: string]> = {
  ove: ['Ove', 'Sandmark'],
  tove: ['Tove', 'Brandvold'],
  runa: ['Runa', 'Tornquist'],
  aslak: ['Aslak', 'Fjeldheim'],
};
const PLAYERS = Object.keys(NAMES);
/** Whose accounts these are. */
export const DIRECTOR = 'account-of-ingrid-0001';
export const ASSISTANT = 'account-of-clara-00001';
export const ARBITER = 'account-of-halvar-0001';
export const GUEST = 'account-of-gudrun-0001';
accountNames.learn(DIRECTOR, 'Ingrid Vestergrund');
accountNames.learn(ASSISTANT, 'Clara Ostrander');
accountNames.learn(ARBITER, 'Halvar Lindmose');
accountNames.learn(GUEST, 'Gudrun Holm');

interface Rules {
  known?: string[];
  imposed_by?: string[];
  reviewed?: string[];
  appeals?: object | null;
}

/** Of whichever rules of penalties; whatever else it has of its own goes into `more`. */
export function ruledEvent(penalties: Rules = {}, more: object = {}): OnEvent {
  const board = (table: number, black_entrant_id: string, white_entrant_id: string, result: object | null) => ({
    table,
    black_entrant_id,
    white_entrant_id,
    result,
    disputed: false,
  });
  const rounds = [{ number: 1, boards: [board(1, 'ove', 'tove', { black_discs: 20, white_discs: 44 }), board(2, 'runa', 'aslak', null)] }];
  const official = (account_id: string, role: string) => ({ account_id, role });
  const tournament = {
    summary: { rule_set: 'mso-swiss', round: 1, rounds: 5, phase: 'round_open' },
    director_name: 'Ingrid Vestergrund',
    entrants: PLAYERS.map((id) => ({ id, given_names: NAMES[id]?.[0], surname: NAMES[id]?.[1] })),
    officials: [official(DIRECTOR, 'head_director'), official(ASSISTANT, 'assistant_director'), official(ARBITER, 'head_arbiter')],
    appeals_committee: null,
    rounds,
    variant: null,
    acts: [],
    rule_set_json: JSON.stringify({ penalties, sources: { penalties: 'MSO 5', 'penalties.appeals': 'MSO 4.3' } }),
    ...more,
  } as unknown as Tournament;
  const entrant = (id: string | null) => tournament.entrants.find((one) => one.id === id) ?? null;
  const event = {
    id: 't',
    interests: null,
    round: tournament.rounds.at(-1),
    entrant,
    entrantsOf: (ids: string[]) => ids.flatMap((id) => entrant(id) ?? []),
    nameOf: (id: string | null, otherwise: string) => (id !== null && NAMES[id]?.join(' ')) || otherwise,
    roundNumbered: (number: number) => tournament.rounds.find((one) => one.number === number) ?? null,
    boardAt: ({ round, table }: { round: number; table: number }) =>
      tournament.rounds.find((one) => one.number === round)?.boards.find((one) => one.table === table) ?? null,
  } as unknown as LiveEvent;
  return { event, tournament };
}

/** Somebody looks at it; nobody where it is null. */
export function asAccount(id: string | null): void {
  session.account = id === null ? null : ({ id } as Account);
}

/** What is filled in of an act's form. */
export function filled<S extends OnEvent>(act: Act<S>, subject: S, raw: Readonly<Record<string, Raw>>): Form<S> {
  const form = new Form(act, () => subject);
  Object.assign(form.raw, raw);
  return form;
}

/** The button's words and what is sent, once nothing is missing. */
export function sent<S extends OnEvent>(
  act: Act<S>,
  subject: S,
  raw: Readonly<Record<string, Raw>>,
): [name: string, body: object | undefined] {
  const form = filled(act, subject, raw);
  if (form.missing.length > 0 || form.unfit !== null) throw new Error(`not filled in: ${[...form.missing, form.unfit].join(', ')}`);
  return [form.name, act.body(form.known, subject, 0)];
}

/** The labels of the fields that are asked for. */
export const asked = <S extends OnEvent>(act: Act<S>, subject: S, raw: Readonly<Record<string, Raw>> = {}): string[] =>
  filled(act, subject, raw).fields.map(({ field }) => field.label());
