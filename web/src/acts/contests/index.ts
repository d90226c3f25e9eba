import { joinContest, leaveContest } from './entry';
import { foundContest } from './found';
import { challengeOnLadder, withdrawLadderChallenge, yieldOnLadder } from './ladder';
import { endContest, removeContestEntrant } from './order';

/** What people do in arenas and on ladders, by the operations of the contract. */
export const contestActs = {
  found_contest: foundContest,
  join_contest: joinContest,
  leave_contest: leaveContest,
  remove_contest_entrant: removeContestEntrant,
  end_contest: endContest,
  challenge_on_ladder: challengeOnLadder,
  withdraw_ladder_challenge: withdrawLadderChallenge,
  yield_on_ladder: yieldOnLadder,
} as const;
