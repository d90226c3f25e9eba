import { elsewhere } from '../kit/act';
import { undoImport } from './archive';
import { answerComplaint, fileComplaint } from './complaints';
import {
  appointRatingOfficer,
  approveDirector,
  changeFederation,
  dismissRatingOfficer,
  registerFederation,
  withdrawDirector,
} from './federations';
import { renumberPlayer } from './players';
import { approveEvent, releaseRatingFile, returnRatingFile, withdrawApproval } from './rating-file';

/** Operations whose page is still to be made. */
export type OfficeWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const officeActs = {
  approve_event: approveEvent,
  withdraw_approval: withdrawApproval,
  release_rating_file: releaseRatingFile,
  return_rating_file: returnRatingFile,
  renumber_player: renumberPlayer,
  import_files: elsewhere('/rating-office/imports', 'Choose files'),
  undo_import: undoImport,
  file_complaint: fileComplaint,
  answer_complaint: answerComplaint,
  register_federation: registerFederation,
  change_federation: changeFederation,
  appoint_rating_officer: appointRatingOfficer,
  dismiss_rating_officer: dismissRatingOfficer,
  approve_director: approveDirector,
  withdraw_director: withdrawDirector,
} as const;
