import type { Delivery, Webhook } from '../../contract/types';
import { t } from '../../i18n';
import { formatMoment } from '../../i18n/numbers';
import { fileNames } from './file-names.svelte';

/** How a webhook stands. */
export function stateOf({ paused_because, next_attempt_at_ms, given_up, paused }: Webhook): string {
  if (paused_because === 'failing') return t('webhooks.state.failing');
  if (paused) return t('webhooks.state.asked');
  if (next_attempt_at_ms !== null) return t('webhooks.state.again', { moment: formatMoment(next_attempt_at_ms) });
  return given_up > 0 ? t('webhooks.state.given_up', { count: given_up }) : t('webhooks.state.told');
}

/** Somebody has to see to it. */
export const isFailing = ({ paused_because }: Webhook): boolean => paused_because === 'failing';

/** What a delivery tells. */
export function whatOf({ kind, tournament_id, version }: Delivery): string {
  if (kind === 'ping' || tournament_id === null || version === null) return t('webhooks.what.ping');
  const file = fileNames.of(tournament_id, version);
  return file === null ? t('webhooks.what.file', { version }) : t('webhooks.what.named', { file, version });
}
