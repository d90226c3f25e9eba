import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server as Listener, type ServerResponse, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { found } from './until';

const WORKER = '/service-worker.js';
const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** A proxy before a server that can have another version of the app than the server itself, or none that stays on a device. */
export class Versions {
  readonly #to: number;
  readonly #listener: Listener;
  #version = '';
  #hasWorker = true;

  private constructor(to: number) {
    this.#to = to;
    this.#listener = createServer((asked, answer) => void this.#answer(asked, answer)).listen(0, '127.0.0.1');
    this.#listener.on('upgrade', (asked, socket, head) => {
      const server = connect(this.#to, '127.0.0.1');
      for (const [one, other] of [
        [server, socket],
        [socket, server],
      ] as const) {
        one.on('error', () => {});
        one.on('close', () => other.destroy());
      }
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let place = 0; place < asked.rawHeaders.length; place += 2)
        lines.push(`${asked.rawHeaders[place]}: ${asked.rawHeaders[place + 1]}`);
      server.write(`${lines.join('\r\n')}\r\n\r\n`);
      server.write(head);
      server.pipe(socket).pipe(server);
    });
  }

  static async of(server: { port: number }): Promise<Versions> {
    const versions = new Versions(server.port);
    await once(versions.#listener, 'listening');
    return versions;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** From now on pages say that they are of this version. */
  become(version: string): void {
    this.#version = version;
  }

  /** From now on there is no worker. */
  dropWorker(): void {
    this.#hasWorker = false;
  }

  async close(): Promise<void> {
    this.#listener.closeAllConnections();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (path === WORKER && !this.#hasWorker) {
      answer.writeHead(404).end();
      return;
    }
    // As it is, so that it can be read here.
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = asked.headers;
    const sent = request({ host: '127.0.0.1', port: this.#to, method: asked.method, path, headers });
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
    const [came] = (await once(sent, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of came) parts.push(part as Buffer);
    const content = Buffer.concat(parts);
    const said = asked.method === 'HEAD' ? content : await this.#said(path, came, content);
    const { 'content-length': ___, 'transfer-encoding': ____, ...rest } = came.headers;
    answer.writeHead(came.statusCode ?? 500, { ...rest, ...(asked.method === 'HEAD' ? {} : { 'content-length': said.length }) }).end(said);
  }

  async #said(path: string, came: IncomingMessage, content: Buffer): Promise<Buffer> {
    if (this.#version === '') return content;
    if (came.headers['content-type']?.startsWith('text/html')) return this.#marked(content);
    if (path !== WORKER) return content;
    const index = Buffer.from(await (await fetch(`http://127.0.0.1:${this.#to}/`)).arrayBuffer());
    const worker = content.toString();
    const [, version] = found(/version: ?["`']([0-9a-f]{16})/.exec(worker));
    return Buffer.from(
      worker.replace(digest(index), digest(this.#marked(index))).replace(found(version), digest(this.#version).slice(0, 16)),
    );
  }

  #marked(page: Buffer): Buffer {
    return Buffer.from(page.toString().replace('<html ', `<html data-version="${this.#version}" `));
  }
}
