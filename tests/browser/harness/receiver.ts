import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

/** Whoever is told by a webhook, or a push service: it keeps what it is sent, and answers as it is told to. */
export class Receiver {
  /** What came, the first one first. */
  readonly received: Received[] = [];
  /** What it answers. */
  status = 204;

  private constructor(
    readonly url: string,
    readonly server: Server,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}/outflank`, server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const bytes = Buffer.concat(parts);
        receiver.received.push({ headers: request.headers, body: bytes.toString('utf8'), bytes });
        response.writeHead(receiver.status).end();
      });
    });
    return receiver;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

/** Whether a request was signed with a secret, as the page that shows the secret says that it is. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const signature = createHmac('sha256', secret).update(`${headers['outflank-timestamp']}.${body}`).digest('hex');
  return headers['outflank-signature'] === `v1=${signature}`;
}
