import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD, Rest } from '../harness/rest';
import { Seat, pointer } from '../harness/seat';
import { PHONE } from '../harness/stage';
import { found } from '../harness/until';
import { PLAYERS, nameOf } from './world-championship/cast';
import * as closing from './world-championship/closing';
import * as finals from './world-championship/finals';
import * as qualification from './world-championship/qualification';
import * as rounds from './world-championship/rounds';
import * as setUp from './world-championship/set-up';

/** Who leaves after round 1, and who leaves later: one after the other has the bye for a while. */
const LEAVES = found(PLAYERS[20]);
const LATER = { surname: found(PLAYERS[23]).surname, after: 7 };
/** What every championship of these players plays, whatever its draws; two women may play for a place besides. */
const MATCHES = ['playoff_4_5', 'semi_final_1', 'semi_final_2', 'final', 'third_place', 'womens_final'];

test('a World Championship of 26 players from 12 nations is held on its pages', async ({ server, stage }) => {
  test.setTimeout(600_000);
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.open(await server.administratorLink()));
  await desk.createAccount('Ingrid Vestergrund', 'ingrid', PASSWORD, { administrator: true });
  const rest = new Rest(server);
  await rest.signIn('ingrid');
  const assistant = await Rest.of(server, 'Clara Ostrander', 'clara');
  const judge = await Rest.of(server, 'Vigdis Noreng', 'vigdis');
  await Rest.of(server, closing.OFFICER.name, closing.OFFICER.login);

  const id = await test.step('it is founded by the text of the championship', () => setUp.foundEvent(desk));
  const event = { id, desk, rest };
  await test.step('its officials are appointed', () => setUp.appointOfficials(event, { assistant, judge }));
  await test.step('the nations are entered, and one draws back', () => setUp.enterNations(event));
  await test.step('the list of their players is taken, with what is wrong in it', () => setUp.enterList(event));
  await test.step('the host enters an additional player', () => setUp.enterAdditional(event));
  await test.step('its timetable is set', () => setUp.planTimetable(event));
  await test.step('one nation may change its team late', () => setUp.permitLate(event));
  const link = await test.step('everybody has a link', () => setUp.makeLinks(event));
  const phone = await stage.visitor('the strongest on a phone', server.base, PHONE);
  const seat = new Seat(await phone.context.newPage(), pointer);
  await test.step('the strongest takes a seat', () => seat.claim(link, nameOf(found(PLAYERS[0]))));
  await test.step('a special need is met', () => setUp.grantNeed(event, assistant));
  await test.step('everybody is checked in', () => setUp.checkIn(event));

  await test.step('group A is named', () => rounds.nameGroupA(event));
  await test.step('a number of the strongest goes into the draw', () => rounds.giveNumber(seat));
  await test.step('the timetable is moved, and that is announced', () => setUp.openTimetable(event));
  await test.step('round 1 is looked at and published', async () => {
    await rounds.assertFirstRound(event, await rounds.publish(event, 1));
  });
  await test.step('its results are typed', () => rounds.typeResults(event, 1));
  await test.step('round 1 is finished, and the list is what the discs make of it', () => rounds.finish(event, 1));
  await test.step('one leaves for good', () => rounds.withdraw(event, LEAVES));
  await test.step('round 2 is looked at and published', () => rounds.publish(event, 2));
  await test.step('its results are typed', () => rounds.typeResults(event, 2));
  await test.step('a final score is changed as a penalty', () => rounds.penalise(event, 2, 3));
  await test.step('round 2 is finished, and the list counts the penalty', () => rounds.finish(event, 2));

  await test.step('rounds 3 to 13 are played by a program, and the fourth is level with the fifth', async () => {
    // Nobody looks meanwhile: what is read for each result anew would only take time.
    for (const page of [desk.page, seat.page]) await page.goto('about:blank');
    await qualification.playOn(event, LATER);
    await qualification.levelTheFourth(event);
    await seat.page.goto(`/t/${id}/seat`);
    await desk.page.goto(`/t/${id}/desk`);
  });
  await test.step('round 13 is finished, and the list is what the discs make of it', () => rounds.finish(event, 13));
  const duringTheFinal = () => finals.correctEarlier(event);
  const played = await test.step('the finals', () => finals.playFinals({ event, seat, duringTheFinal }));
  expect(played).toStrictEqual(expect.arrayContaining(MATCHES));
  await test.step('what no game here gave is signed for', () => closing.sign(event));
  await test.step('the host’s federation gets a rating officer', () => closing.appointOfficer(event));
  const officer = await stage.visitor('the rating officer', server.base);
  const office = new Desk(await officer.context.newPage());
  await test.step('who approves the director and the event', () => closing.approve(event, office));
  await test.step('the ranking is confirmed', () => closing.confirm(event));
  await test.step('the officer releases its file', () => closing.release(event, office));
  await test.step('the final ranking is what was played', () => closing.assertRanking(event));
  await test.step('so are teams, women and prizes', () => closing.assertLists(event));
  await test.step('the signed rating file is offered', () => closing.assertRatingFile(event, server.data));
});
