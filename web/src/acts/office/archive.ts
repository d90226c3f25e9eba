import type { components } from '../../contract/schema';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';

export type Import = components['schemas']['Import'];
export interface OnImport {
  of: Import;
}

export const undoImport = actOn<OnImport>()('undo_import', {
  deed: null,
  place: { page: '/rating-office/imports', at: 'an import that stands' },
  title: ({ of }) => t('imports.undo', { name: of.name }),
  fields: { reason: reason() },
  blocked: ({ of }) => (of.undone_at_ms === null ? null : t('imports.blocked.undone')),
  path: ({ of }) => ({ import_id: of.import_id }),
  body: ({ reason }) => ({ reason }),
  danger: true,
});
