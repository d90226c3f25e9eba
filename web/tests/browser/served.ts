import axe from 'axe-core';
import { vi } from 'vitest';

/** What is answered: a whole response, or what stands in it; a function of the query where it follows from that. */
type Answer = (query: URLSearchParams) => unknown;

/** A refusal by its code. */
export const refusal = (code: string, status = 404): Response =>
  Response.json({ code, title: 'No', detail: `It is refused: ${code}.`, rule: null, parameters: {}, field: null }, { status });

/** A server in place of the network: what it answers by method and path, and what it was asked. What it has no answer to it refuses. */
export class Served {
  readonly asked: string[] = [];
  readonly #bodies = new Map<string, string>();

  constructor(readonly answers: Record<string, Answer>) {
    vi.stubGlobal('fetch', async (address: string, { method, signal, body }: { method: string; signal?: AbortSignal; body?: unknown }) => {
      const { pathname, search, searchParams } = new URL(address, 'http://server');
      const path = `${method} ${pathname.replace('/api/v1', '')}`;
      this.asked.push(path + search);
      if (typeof body === 'string') this.#bodies.set(path, body);
      const aborted = new Promise<never>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
      const answer = await Promise.race([this.answers[path]?.(searchParams) ?? refusal('none'), aborted]);
      return answer instanceof Response ? answer : Response.json(answer);
    });
  }

  /** What was sent last to a path, where it was JSON; null where nothing was. */
  sent(path: string): unknown {
    return JSON.parse(this.#bodies.get(path) ?? 'null');
  }

  /** How often a path was asked for, whatever its query. */
  count(path: string): number {
    return this.asked.filter((one) => one.split('?')[0] === path).length;
  }
}

/** An answer that comes when it is let go. */
export function held(): { answer: Promise<unknown>; letGo: (answer: unknown) => void } {
  let letGo: (answer: unknown) => void = () => undefined;
  const answer = new Promise<unknown>((go) => (letGo = go));
  return { answer, letGo };
}

/** All that axe finds but what only a whole page can have. */
export const violations = async (): Promise<string[]> =>
  (await axe.run(document.body, { rules: { region: { enabled: false } } })).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

export const person = (federation_number: number | null, surname: string) => ({
  federation_number,
  surname,
  given_names: 'Ann',
  country: 'NOR',
});
