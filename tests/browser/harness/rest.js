import assert from 'node:assert/strict';

/** A program that speaks REST, to set a scene that is not what a journey is about, or to check what a page said. */
export class Rest {
  #base;
  #token = null;

  constructor(server) {
    this.#base = `${server.base}/api/v1`;
  }

  async ask(method, path, body) {
    const { ok, status, text } = await this.#send(method, path, body);
    assert.ok(ok, `${method} ${path}: ${status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  /** The code of the refusal that this request meets. */
  async refused(method, path, body) {
    const { ok, text } = await this.#send(method, path, body);
    assert.ok(!ok, `${method} ${path} was not refused: ${text}`);
    return JSON.parse(text).code;
  }

  async #send(method, path, body) {
    const headers = { 'content-type': 'application/json' };
    if (this.#token) headers.authorization = `Bearer ${this.#token}`;
    const answer = await fetch(this.#base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  }

  get(path) {
    return this.ask('GET', path);
  }

  post(path, body = {}) {
    return this.ask('POST', path, body);
  }

  /** Makes an account and acts for it from now on. Its password is `PASSWORD`. */
  async createAccount(displayName, login, administratorCode = null) {
    const account = { display_name: displayName, login, password: PASSWORD, ...(administratorCode && { administrator_code: administratorCode }) };
    this.#become(await this.post('/accounts', account));
  }

  /** Acts for whoever signs in so. */
  async signIn(login, password = PASSWORD) {
    this.#become(await this.post('/sessions', { login, password }));
  }

  /** The same program under an API key. */
  as(key) {
    const other = new Rest({ base: this.#base.slice(0, -'/api/v1'.length) });
    other.#token = key;
    return other;
  }

  #become(session) {
    this.#token = session.access_token;
    this.account = session.account;
  }
}

export const PASSWORD = 'a sentence of no meaning';
