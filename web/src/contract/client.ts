import { newCommandId } from './command-id';
import { NEVER_REPEATED } from './operations';
import { Problem, problemOf, unreachable } from './problem';

export const BASE = '/api/v1';
/** The most that a list gives at once. */
const LARGEST_PAGE = 1000;

/** Where the client gets the access token, and what it does when the server no longer takes it. */
export interface TokenSource {
  /** A token good for the next request, or null when nobody is signed in. */
  current(): Promise<string | null>;
  /** Called after a 401; answers whether another try makes sense. */
  renew(): Promise<boolean>;
}

let tokens: TokenSource = { current: async () => null, renew: async () => false };

export function useTokens(source: TokenSource): void {
  tokens = source;
}

export interface Options {
  json?: unknown;
  /** A body sent as it is, with this content type. */
  bytes?: { content: BodyInit; type: string };
  /** Send no bearer token: for requests that make or end a session. */
  anonymous?: boolean;
  /** Whoever asks tries again in good time: it is not sent a second time at once when no answer comes. */
  once?: boolean;
  /** The command id; a mutation without one gets one of its own. */
  commandId?: string;
  signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function attempt(method: Method, path: string, options: Options, key: string | null): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (key) headers.set('idempotency-key', key);
  const token = options.anonymous ? null : await tokens.current();
  if (token) headers.set('authorization', `Bearer ${token}`);
  let body: BodyInit | undefined;
  if (options.bytes) {
    headers.set('content-type', options.bytes.type);
    body = options.bytes.content;
  } else if (options.json !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(options.json);
  }
  try {
    return await fetch(BASE + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      credentials: 'same-origin',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  }
}

const NEVER = Object.values(NEVER_REPEATED).map(([method, path]) => {
  return { method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`) };
});
const isNeverRepeated = (method: Method, path: string): boolean => NEVER.some((one) => one.method === method && one.path.test(path));

/**
 * Sends one request. A mutation bears one idempotency key over all its tries, so a
 * repetition after a lost answer changes nothing twice.
 */
export async function send(method: Method, path: string, options: Options = {}): Promise<Response> {
  const key = method === 'GET' ? null : (options.commandId ?? newCommandId());
  let response: Response;
  try {
    response = await attempt(method, path, options, key);
  } catch (error) {
    if (!(error instanceof Problem) || !key || options.anonymous || options.once || isNeverRepeated(method, path)) throw error;
    response = await attempt(method, path, options, key);
  }
  if (response.status === 401 && !options.anonymous && (await tokens.renew())) {
    response = await attempt(method, path, options, key);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function get<T>(path: string, options: Options = {}): Promise<T> {
  return (await (await send('GET', path, options)).json()) as T;
}

/** A list that is given a page at a time. */
type Page<K extends string, T> = Record<K, T[]> & { next_page_token: string | null };

/** A whole list, page after page: of every answer what stands under `key`. */
export async function list<K extends string, T>(path: string, key: K): Promise<T[]> {
  const items: T[] = [];
  const joint = path.includes('?') ? '&' : '?';
  let token: string | null = null;
  do {
    const next: string = token === null ? '' : `&page_token=${encodeURIComponent(token)}`;
    const page: Page<K, T> = await get(`${path}${joint}page_size=${LARGEST_PAGE}${next}`);
    items.push(...page[key]);
    token = page.next_page_token;
  } while (token !== null);
  return items;
}

export async function mutate<T>(method: Exclude<Method, 'GET'>, path: string, options: Options = {}): Promise<T> {
  const response = await send(method, path, options);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}
