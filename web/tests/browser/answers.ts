import { vi } from 'vitest';

export interface Sent {
  address: string;
  method: string;
  commandId: string | null;
  body: unknown;
}
/** `late` waits until it is let go. */
type Reply = { status: number; code?: string; rule?: string } | 'no answer' | 'late';

/** A server in place of the network: its next answers, and what it was sent. */
export class Answers {
  readonly sent: Sent[] = [];
  next: Reply[] = [];
  letGo: () => void = () => undefined;

  constructor() {
    vi.stubGlobal('fetch', (address: string, init: { method: string; headers: Headers; body?: string }) => this.#answer(address, init));
  }

  close(): void {
    vi.unstubAllGlobals();
  }

  async #answer(address: string, { method, headers, body }: { method: string; headers: Headers; body?: string }): Promise<Response> {
    const commandId = headers.get('idempotency-key');
    this.sent.push({ address, method, commandId, body: body === undefined ? undefined : JSON.parse(body) });
    const reply = this.next.shift() ?? { status: 200 };
    if (reply === 'no answer') throw new TypeError('the line is cut');
    if (reply === 'late') {
      await new Promise<void>((go) => (this.letGo = go));
      return Response.json({});
    }
    const { status, code, rule = null } = reply;
    return Response.json(code ? { code, title: 'No', detail: `It is refused: ${code}.`, rule, parameters: {}, field: null } : {}, {
      status,
    });
  }
}
