import { test } from '../harness/fixtures';
import { Hall } from '../harness/hall';
import * as entry from './grand-prix-leg/entry';
import { foundLeg } from './grand-prix-leg/leg';
import * as round from './grand-prix-leg/round';
import * as rulings from './grand-prix-leg/rulings';

test('a leg of the Grand Prix with eleven players is held on its pages', async ({ server, stage }) => {
  const hall = new Hall(stage, server.base);
  const leg = await test.step('the director founds it', () => foundLeg(hall));
  const address = await test.step('and publishes its entry page', () => entry.publishEntry(leg));
  await test.step('ten enter by themselves', () => entry.tenEnter(leg, address));
  await test.step('an assistant is appointed', () => entry.appointAssistant(leg));
  await test.step('check-in opens, an eleventh enters, and all check in', () => entry.checkIn(leg));
  const watched = await test.step('round 1 is published', () => round.firstRound(leg));
  await test.step('who comes now reads why it is too late', () => entry.tooLate(leg));
  await test.step('table 1 plays', () => round.begins(watched));
  await test.step('an assistant gives no penalty', () => rulings.assistantRefused(leg, watched));
  await test.step('the director gives it', () => rulings.directorPenalises(leg, watched));
  await test.step('the game is played out', () => round.playsOut(leg, watched));
  await test.step('its result is disputed', () => rulings.disputes(leg, watched));
  await test.step('the other results are typed', () => round.othersByKeyboard(leg));
  await test.step('the dispute is decided', () => rulings.disputeDecided(leg, watched));
  console.log(JSON.stringify(await leg.director.rest.call('get_table', { game_id: watched.board.game_id }).then(({ rulings, confirmation }) => ({ rulings, confirmation }))));
  await test.step('and not appealed', () => rulings.appealRefused(leg, watched));
});
