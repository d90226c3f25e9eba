import { readFileSync } from 'node:fs';
import type { components, operations } from './contract';

export type Schemas = components['schemas'];
export type Operation = keyof operations;

/** What an operation takes: the values of its path and its query by their names, and its body. */
export type Given<O extends Operation> = PathOf<operations[O]> & QueryOf<operations[O]> & BodyOf<operations[O]>;
/** What it answers when it is not refused. */
export type Answer<O extends Operation> = JsonOf<operations[O]['responses'], 200> | JsonOf<operations[O]['responses'], 201>;

type PathOf<O> = O extends { parameters: { path: infer Values } } ? Values : unknown;
type QueryOf<O> = O extends { parameters: { query: infer Values } }
  ? Values
  : O extends { parameters: { query?: infer Values } }
    ? Maybe<Values, Partial<NonNullable<Values>>>
    : unknown;
type BodyOf<O> = O extends { requestBody: Json<infer Body> }
  ? { body: Body }
  : O extends { requestBody?: infer Request }
    ? Maybe<Request, { body?: JsonIn<NonNullable<Request>> }>
    : unknown;
type Maybe<Of, Then> = [NonNullable<Of>] extends [never] ? unknown : Then;
type Json<Value> = { content: { 'application/json': Value } };
type JsonIn<Of> = Of extends Json<infer Value> ? Value : never;
type JsonOf<Responses, Status extends number> = Status extends keyof Responses ? JsonIn<Responses[Status]> : never;
/** No second argument is needed where an operation takes nothing that has to be there. */
type Arguments<O extends Operation> = object extends Given<O> ? [given?: Given<O>] : [given: Given<O>];

interface Route {
  method: string;
  path: string;
  takesBody: boolean;
}

interface Answered {
  ok: boolean;
  status: number;
  text: string;
}

/** The operations of the contract by their names. */
const ROUTES = routes(JSON.parse(readFileSync(new URL('../../../gateway/openapi.json', import.meta.url), 'utf8')));

export const PASSWORD = 'a sentence of no meaning';

/** A program that speaks REST, to set a scene that is not what a journey is about, or to check what a page said. */
export class Rest {
  readonly #base: string;
  #token: string | null = null;
  #account: Schemas['Account'] | null = null;

  constructor(server: { base: string }) {
    this.#base = server.base;
  }

  /** A program that acts for a new account. Its password is `PASSWORD`. */
  static async of(server: { base: string }, displayName: string, login: string): Promise<Rest> {
    const rest = new Rest(server);
    await rest.createAccount(displayName, login);
    return rest;
  }

  /** Calls an operation of the contract, which is not refused. */
  async call<O extends Operation>(operation: O, ...[given]: Arguments<O>): Promise<Answer<O>> {
    const { ok, status, text } = await this.#send(operation, given);
    if (!ok) throw new Error(`${operation}: ${status} ${text}`);
    return (text ? JSON.parse(text) : null) as Answer<O>;
  }

  /** Reads what stands at a path of the interface. */
  async read(path: string): Promise<unknown> {
    const headers = new Headers(this.#token ? { authorization: `Bearer ${this.#token}` } : {});
    const answer = await fetch(`${this.#base}/api/v1${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** Imports a file into the archive. */
  async importFile(kind: string, name: string, content: string): Promise<void> {
    await this.#upload('POST', `/archive/imports?${new URLSearchParams({ kind, name })}`, 'application/octet-stream', content);
  }

  /** Imports a players list; answers its number. */
  async importPlayersList(content: string): Promise<number> {
    const answer = await this.#upload('PUT', '/players-list', 'text/plain', content);
    return (JSON.parse(answer) as Schemas['ImportPlayersListResponse']).list.number;
  }

  /** Sends what is no JSON. */
  async #upload(method: string, path: string, type: string, content: string): Promise<string> {
    const headers = new Headers({ 'content-type': type });
    if (this.#token) headers.set('authorization', `Bearer ${this.#token}`);
    const answer = await fetch(`${this.#base}/api/v1${path}`, { method, headers, body: content });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  }

  /** The code of the refusal that this call meets. */
  async refused<O extends Operation>(operation: O, ...[given]: Arguments<O>): Promise<string> {
    const { ok, text } = await this.#send(operation, given);
    if (ok) throw new Error(`${operation} was not refused: ${text}`);
    return (JSON.parse(text) as Schemas['ProblemDocument']).code;
  }

  /** Makes an account and acts for it from now on. Its password is `PASSWORD`. */
  async createAccount(displayName: string, login: string, administratorCode: string | null = null): Promise<void> {
    this.#become(
      await this.call('create_account', {
        body: { display_name: displayName, login, password: PASSWORD, administrator_code: administratorCode },
      }),
    );
  }

  /** Acts for whoever signs in so. */
  async signIn(login: string, password = PASSWORD): Promise<void> {
    this.#become(await this.call('sign_in', { body: { login, password } }));
  }

  /** The same program under an API key. */
  as(key: string): Rest {
    const other = new Rest({ base: this.#base });
    other.#token = key;
    return other;
  }

  /** The account that it acts for. */
  get account(): Schemas['Account'] {
    if (!this.#account) throw new Error('it acts for nobody');
    return this.#account;
  }

  #become(session: Schemas['Session']): void {
    this.#token = session.access_token;
    this.#account = session.account;
  }

  async #send(operation: Operation, given: unknown = {}): Promise<Answered> {
    const { body, ...values } = given as { body?: unknown } & Record<string, string | number | boolean>;
    const { method, path, takesBody } = route(operation);
    const rest = new Map(Object.entries(values));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest.get(name);
      rest.delete(name);
      return encodeURIComponent(`${value}`);
    });
    const query = new URLSearchParams([...rest].map(([name, value]) => [name, `${value}`]));
    const headers = { 'content-type': 'application/json', ...(this.#token && { authorization: `Bearer ${this.#token}` }) };
    const sent = takesBody ? JSON.stringify(body ?? {}) : null;
    const answer = await fetch(`${this.#base}${filled}${rest.size > 0 ? `?${query}` : ''}`, { method, headers, body: sent });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  }
}

function route(operation: Operation): Route {
  const found = ROUTES.get(operation);
  if (!found) throw new Error(`the contract has no ${operation}`);
  return found;
}

function routes(contract: { paths: Record<string, Record<string, { operationId?: string; requestBody?: object }>> }): Map<string, Route> {
  const named = new Map<string, Route>();
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
      if (operationId) named.set(operationId, { method: method.toUpperCase(), path, takesBody: requestBody !== undefined });
    }
  }
  return named;
}
