import { vi } from 'vitest';
import type { EventsListener, TournamentListener } from '../src/live/connection';
import type { TournamentSummary } from '../src/contract/types';
import { live } from '../src/live/live.svelte';

type Answer = { status: number; code?: string } | object | null;

/** Whoever follows the list of events, in place of the live line. */
export function eventsListeners(): Set<EventsListener> {
  const listeners = new Set<EventsListener>();
  vi.spyOn(live.connection, 'followEvents').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  return listeners;
}

/** A server in place of the network: what it answers by path, and what it was asked. */
export class FakeServer {
  readonly asked: string[] = [];
  readonly answers = new Map<string, () => Answer>();
  readonly listeners = new Map<string, Set<TournamentListener>>();
  readonly eventsListeners = eventsListeners();

  constructor() {
    vi.stubGlobal('fetch', async (address: string) => {
      const path = address.replace('/api/v1', '').replace(/[?&]page_size=1000/, '');
      this.asked.push(path);
      const give = this.answers.get(path);
      const answer = give ? give() : { status: 404, code: 'not_found' };
      if (answer === null) throw new TypeError('the line is cut');
      if ('status' in answer) {
        const { status, code } = answer as { status: number; code?: string };
        return Response.json({ code, title: 'No', detail: `${code} it is`, parameters: {} }, { status });
      }
      return Response.json(answer);
    });
    vi.spyOn(live.connection, 'follow').mockImplementation((id, listener) => {
      const here = this.listeners.get(id) ?? new Set();
      this.listeners.set(id, here.add(listener));
      return () => here.delete(listener);
    });
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.asked.filter((one) => one === path).length;
  }

  tell(id: string, seq: number, previous: number | null = null, changed: object | null = null): void {
    for (const one of this.listeners.get(id) ?? []) one.tournament?.({ version: seq, previous, changed });
  }

  /** Null: any line may have changed. */
  tellEvent(event: object | null): void {
    for (const one of this.eventsListeners) one.event?.(event as TournamentSummary | null);
  }

  tellGames(id: string, round: number | null): void {
    for (const one of this.listeners.get(id) ?? []) one.games?.(round);
  }

  tellStandings(id: string, version: number, previous: number | null = null, changed: object | null = null): void {
    for (const one of this.listeners.get(id) ?? []) one.standings?.({ version, previous, changed });
  }
}
