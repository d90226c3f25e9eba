import { call } from '../../contract/call';
import { list } from '../../contract/client';
import type { Delivery, Webhook } from '../../contract/types';
import { Looked } from '../../live/looked.svelte';

/** Deliveries that are shown before somebody asks for more, and with each asking. */
const AT_ONCE = 25;
const LARGEST_PAGE = 1000;

/** The webhooks that whoever is signed in sees, the oldest first. */
export class Webhooks extends Looked {
  all = $state.raw<Webhook[] | null>(null);

  protected async read(): Promise<void> {
    this.all = await list<'webhooks', Webhook>('/webhooks', 'webhooks');
  }
}

/** What a webhook was told, the newest first. */
export class Deliveries extends Looked {
  all = $state.raw<Delivery[] | null>(null);
  /** There are earlier ones. */
  more = $state(false);
  readonly #webhook: string;
  #most = AT_ONCE;

  constructor(webhook: string) {
    super();
    this.#webhook = webhook;
  }

  /** Reads earlier ones too. */
  async earlier(): Promise<void> {
    this.#most = Math.min(this.#most + AT_ONCE, LARGEST_PAGE);
    await this.reload();
  }

  protected async read(): Promise<void> {
    const page = await call('list_deliveries', { path: { webhook_id: this.#webhook }, query: { page_size: this.#most } });
    this.all = page.deliveries;
    this.more = page.next_page_token !== null && this.#most < LARGEST_PAGE;
  }
}
