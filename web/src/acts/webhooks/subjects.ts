import type { Delivery, Webhook } from '../../contract/types';

export interface OnWebhook {
  webhook: Webhook;
}
/** One thing that a webhook was told, and what it is called. */
export interface OnDelivery extends OnWebhook {
  delivery: Delivery;
  what: string;
}

/** Where a webhook posts to, in a word: its host. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
