import type { Trial } from './kit/trial';
import { setupTrials } from './setup/trials';
import { entrantsTrials } from './entrants/trials';
import { pairingTrials } from './pairing/trials';
import { roundTrials } from './round/trials';
import { rulingsTrials } from './rulings/trials';
import { contestTrials } from './contests/trials';
import { finalsTrials } from './finals/trials';
import { moderationTrials } from './moderation/trials';
import { officeTrials } from './office/trials';
import { seatTrials } from './seat/trials';
import { seasonTrials } from './seasons/trials';
import { webhookTrials } from './webhooks/trials';

/** How each act is tried once through its page, by its name: the operation, and the kind behind a dot where it has kinds. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  ...setupTrials,
  ...entrantsTrials,
  ...pairingTrials,
  ...roundTrials,
  ...rulingsTrials,
  ...finalsTrials,
  ...officeTrials,
  ...moderationTrials,
  ...contestTrials,
  ...seatTrials,
  ...webhookTrials,
  ...seasonTrials,
};
