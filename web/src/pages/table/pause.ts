import type { Color, Table } from '../../contract/types';
import { pauseText } from '../../event/life';
import { t } from '../../i18n';

/** Why both clocks stand, as it is said at the table: to who called otherwise than to the others. */
export const pauseSaid = (table: Table, own: Color | null): string =>
  own !== null && table.pause?.cause === 'call' && table.called_by === own ? t('table.pause.call.you') : pauseText(table);
