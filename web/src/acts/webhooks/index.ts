import { addWebhook, changeWebhook, pingWebhook, removeWebhook, resendDelivery } from './webhooks';

/** What rating officers and administrators do about webhooks, by the operations of the contract. */
export const webhookActs = {
  add_webhook: addWebhook,
  change_webhook: changeWebhook,
  remove_webhook: removeWebhook,
  ping_webhook: pingWebhook,
  resend_delivery: resendDelivery,
} as const;
