import { t } from '../../i18n';
import type { Manifest } from '../rating-files';
import { fits, wrong, type Line } from './lines';

export type Linked = Pick<Manifest, 'version' | 'sha256' | 'supersedes'>;

/** Whether a version follows on the one before it: there is one, and it is the file that this one names. */
export function chainLine(of: Linked, all: readonly Linked[]): Line {
  if (of.version === 1) return fits(t('checks.chain.first'));
  const before = all.find(({ version }) => version === of.version - 1);
  if (!before) return wrong(t('checks.chain.missing', { version: of.version - 1 }));
  const named = of.supersedes;
  if (named?.version === before.version && named.sha256 !== before.sha256) {
    return wrong(t('checks.chain.other', { version: before.version }));
  }
  return fits(t('checks.chain.follows', { version: before.version }));
}
