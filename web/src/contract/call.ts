import { send, type Method } from './client';
import type { DEEDS } from './deeds';
import { READS } from './operations';
import { unreachable } from './problem';
import type { operations } from './schema';

export type OperationId = keyof operations;
/** The operations that change something. */
export type Deed = keyof typeof DEEDS;

type Parameters<K extends OperationId> = operations[K]['parameters'];
/** The places of an operation's path. */
export type PathOf<K extends OperationId> = Parameters<K> extends { path: infer Path } ? Path : Record<never, string>;
type QueryOf<K extends OperationId> = Parameters<K> extends { query?: infer Query } ? Exclude<Query, undefined> : never;
/** The body of an operation; undefined where it has none. */
export type BodyOf<K extends OperationId> = operations[K] extends { requestBody?: infer Request }
  ? Exclude<Request, undefined> extends { content: { 'application/json': infer Body } }
    ? Body
    : undefined
  : undefined;
type Contents<Responses> = { [Status in keyof Responses]: Status extends 200 | 201 ? JsonOf<Responses[Status]> : never }[keyof Responses];
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
/** What an operation answers when it was done. */
export type AnswerOf<K extends OperationId> = operations[K] extends { responses: infer Responses } ? Contents<Responses> : undefined;

export interface Call<K extends OperationId> {
  path: PathOf<K>;
  query?: QueryOf<K>;
  body?: BodyOf<K>;
  /** The command id under which it is done at most once; one is made where none is given. */
  commandId?: string;
  signal?: AbortSignal;
}

/** An operation's method and path; those of what changes something are fetched when the first of it is done. */
async function placeOf(operation: OperationId): Promise<readonly [Method, string]> {
  if (operation in READS) return READS[operation as keyof typeof READS];
  const { DEEDS } = await import('./deeds').catch(() => Promise.reject(unreachable()));
  return DEEDS[operation as Deed];
}

/** Whether an act is one of a tournament, which then tells by its news what it did. Those at the tables of a round are of their games. */
export const isOfTournament = async (operation: Deed): Promise<boolean> =>
  operation !== 'officiate_round' && (await placeOf(operation))[1].startsWith('/tournaments/{tournament_id}/');

/** The address of an operation, from the version on. */
function addressOf(pattern: string, path: Record<string, string | number>, query: Record<string, unknown> = {}): string {
  const place = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // Several of one name are named one after another.
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) asked.append(name, String(one));
    }
  }
  return asked.size > 0 ? `${place}?${asked}` : place;
}

/** Calls an operation of the contract; throws a `Problem` where it is refused or does not answer. */
export async function call<K extends OperationId>(operation: K, request: Call<K>): Promise<AnswerOf<K>> {
  const { path, query, body, commandId, signal } = request;
  const [method, pattern] = await placeOf(operation);
  const response = await send(
    method,
    addressOf(pattern, path as Record<string, string | number>, query as Record<string, unknown> | undefined),
    { ...(body === undefined ? {} : { json: body }), ...(commandId ? { commandId } : {}), ...(signal ? { signal } : {}) },
  );
  const text = response.status === 204 ? '' : await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<K>;
}
