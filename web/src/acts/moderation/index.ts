import { barPlayer, mutePlayer, readmitPlayer, unmutePlayer } from './accounts';
import { answerActs } from './answer';
import { removeCasualMessage } from './chat';
import { dismissModerator, nameModerator } from './moderators';
import { blockPlayer, reportPlayer, unblockPlayer } from './player';

/** How order is kept in casual play, by the operations of the contract. */
export const moderationActs = {
  report_player: reportPlayer,
  block_player: blockPlayer,
  unblock_player: unblockPlayer,
  answer_player_report: answerActs,
  mute_player: mutePlayer,
  unmute_player: unmutePlayer,
  bar_player: barPlayer,
  readmit_player: readmitPlayer,
  remove_casual_message: removeCasualMessage,
  name_moderator: nameModerator,
  dismiss_moderator: dismissModerator,
} as const;
