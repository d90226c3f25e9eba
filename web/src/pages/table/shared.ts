import type { Table } from '../../contract/types';
import { isCasual } from '../../event/life';
import { t } from '../../i18n';

/** A frame of another page is so large, in px. */
const FRAME = { width: 420, height: 540 };
const OVERLAY_SIZE = '504 × 640';

/**
 * What is shared of a table: its game, and of an event the board too, whatever game is played there. `called` says what it is,
 * from its event on; `ply` which position is looked at, null where it is the table's own.
 */
export function sharedOf(table: Pick<Table, 'game_id' | 'tournament_id' | 'table'>, called: readonly string[], ply: number | null) {
  const { game_id: game, tournament_id: tournament, table: number } = table;
  const file = `outflank-table-${number}.png`;
  return {
    path: `/g/${game}`,
    frame: { path: `/embed/g/${game}`, ...FRAME, title: called.join(', ') },
    overlay: { path: `/overlay/g/${game}?board`, size: OVERLAY_SIZE },
    // Of the position that is looked at; of moves that are tried the one that they were tried from.
    picture: { path: `/api/v1/games/${game}/picture.png${ply === null ? '' : `?ply=${ply}`}`, file },
    ...(!isCasual(table) && {
      board: {
        table: number,
        frame: {
          path: `/embed/t/${tournament}/table/${number}`,
          ...FRAME,
          title: [called[0], t('table.name', { table: number })].join(', '),
        },
        overlay: { path: `/overlay/t/${tournament}?table=${number}&board`, size: OVERLAY_SIZE },
        picture: { path: `/api/v1/tournaments/${tournament}/tables/${number}/picture.png`, file },
      },
    }),
  };
}
