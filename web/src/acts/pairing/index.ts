import { elsewhere } from '../kit/act';
import { drawLots } from './lots';
import { takePappFiles } from './papp';
import { publishRound } from './publish';
import { nameGroupA, unpublishRound } from './round';

/** Operations whose page is still to be made. */
export type PairingWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const pairingActs = {
  preview_papp_files: elsewhere('/t/:tournament/desk/pairing', 'If the server cannot be reached: PAPP'),
  take_papp_files: takePappFiles,
  preview_round: elsewhere('/t/:tournament/desk/pairing', 'the board'),
  publish_round: publishRound,
  unpublish_round: unpublishRound,
  name_group_a: nameGroupA,
  draw_lots: drawLots,
} as const;
