import assert from 'node:assert/strict';

/** A program that speaks REST, to set a scene that is not what a journey is about, or to check what a page said. */
export class Rest {
  #base;
  #token = null;

  constructor(server) {
    this.#base = `${server.base}/api/v1`;
  }

  async ask(method, path, body) {
    const headers = { 'content-type': 'application/json' };
    if (this.#token) headers.authorization = `Bearer ${this.#token}`;
    const answer = await fetch(this.#base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  get(path) {
    return this.ask('GET', path);
  }

  post(path, body = {}) {
    return this.ask('POST', path, body);
  }

  /** Makes an account and acts for it from now on. Its password is `PASSWORD`. */
  async createAccount(displayName, login) {
    const account = { display_name: displayName, login, password: PASSWORD };
    this.#token = (await this.post('/accounts', account)).access_token;
  }
}

export const PASSWORD = 'a sentence of no meaning';
