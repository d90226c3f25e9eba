/** The scenes of the rating office: each in a nation of its own, whose federation has officers and events of its own. */
import type { Facts } from '../../../web/src/acts/kit/trial';
import { approveDirectors, approveEvent, newFederation } from './office';
import * as scenes from './scenes';
import { WHY, type Set, type Setting, at, guestOf, setOf } from './trial-sets';
import type { House } from './trials';
import { found } from './until';

const NATIONS = [
  ...['AND', 'ARM', 'AZE', 'BIH', 'BLR', 'CYP', 'DZA', 'GEO', 'GIN', 'GTM', 'HND', 'IRQ', 'JAM', 'JOR', 'KAZ', 'KEN', 'KGZ', 'LAO'],
  ...['LBN', 'LBR', 'LCA', 'LKA', 'MCO', 'MDA', 'MDV', 'MKD', 'MLI', 'MLT', 'MNE', 'MNG', 'MOZ', 'NAM', 'NER', 'NPL', 'OMN', 'PAN'],
] as const;
/** Retries begin anew with another nation, and every worker has its own server. */
let nations = 0;

interface Office {
  code: string;
  officer: scenes.Person;
  administrator: scenes.Person;
}

async function office(house: House): Promise<Office> {
  const code = found(NATIONS[nations % NATIONS.length]);
  nations += 1;
  const administrator = await scenes.person(house, 'Aase Lindmose', 'administrator');
  const officer = await scenes.person(house, 'Halvar Noreng', 'officer');
  await newFederation(administrator.rest, code, [officer]);
  return { code, officer, administrator };
}

async function setOfOffice(house: House, { code, officer, administrator }: Office, facts: Facts = {}): Promise<Set> {
  const guest = await scenes.person(house, 'Gudrun Holm', 'guest');
  return { people: { officer, administrator }, facts: { federation: code, guest: guest.name, ...facts } };
}

/** A club event of the nation, confirmed, with its typed results signed for. */
async function confirmed(house: House, { code }: Office): Promise<scenes.Scene> {
  const scene = await scenes.newEvent(house, { name: 'Lower Marsh Club Night', rule_set: 'club', country: code });
  for (let place = 0; place < 2; place += 1) await scenes.enter(scene);
  await scenes.typedQualification(scene);
  await scene.director.rest.call('confirm_tournament', at(scene));
  await scene.director.rest.call('declare_over_the_board', { ...at(scene), body: { reason: WHY } });
  return scene;
}

/** A confirmed event, where the officer has done something. */
const decided =
  (what: (office: Office, scene: scenes.Scene) => Promise<void>): Setting =>
  async (house) => {
    const made = await office(house);
    const scene = await confirmed(house, made);
    await what(made, scene);
    const { people, facts } = await setOf(scene, { federation: made.code });
    return { people: { ...people, officer: made.officer }, facts };
  };

const directorApproved = ({ officer, code }: Office, { id }: scenes.Scene): Promise<void> => approveDirectors(officer, code, id);

/** A federation with somebody more, who is its officer or its director. */
const withMember =
  (what: (office: Office, member: scenes.Person) => Promise<unknown>): Setting =>
  async (house) => {
    const made = await office(house);
    const name = `Solveig Marsh ${made.code}`;
    await what(made, await scenes.person(house, name, `member-${made.code.toLowerCase()}`));
    return setOfOffice(house, made, { member: name });
  };

/** An event whose first player has a seat, confirmed. */
async function overAndSeated(house: House): Promise<{ made: Office; scene: scenes.Scene; player: scenes.Player }> {
  const made = await office(house);
  const scene = await scenes.newEvent(house, { name: 'Lower Marsh Club Night', rule_set: 'club', country: made.code });
  const player = await scenes.seat(scene, await scenes.enter(scene));
  await scenes.enter(scene);
  await scenes.typedQualification(scene);
  await scene.director.rest.call('confirm_tournament', at(scene));
  return { made, scene, player };
}

/** A rating file with one game, of another day for each number. */
const ratingFile = (number: number): string =>
  [
    '%%Tournament: Marsh Open',
    '%%Country: Norway',
    `%%Date: ${1 + (number % 28)}/07/2001`,
    '%%Sender: NORENG Halvar',
    '',
    '%_%   910001, STORMOEN, Eirik, NOR,  1, 40, 0',
    '%_%   910002, SOLHEIM, Ingrid, NOR,  0, 24, 0',
    '',
    '%Round: 1',
    '',
    '910001 (40)>(24) 910002 B',
    '',
  ].join('\n');

export const OFFICE_SCENES: Readonly<Record<string, Setting>> = {
  office: async (house) => setOfOffice(house, await office(house)),
  'office served': withMember(({ administrator, code }, { rest }) =>
    administrator.rest.call('appoint_rating_officer', { code, account_id: rest.account.id }),
  ),
  'office directed': withMember(({ officer, code }, { rest }) =>
    officer.rest.call('approve_director', { code, account_id: rest.account.id, body: { reason: WHY } }),
  ),
  'office unapproved': decided(() => Promise.resolve()),
  'office signed': decided(directorApproved),
  'office approved': decided(async (made, scene) => {
    await directorApproved(made, scene);
    await approveEvent(made.officer, scene.id);
  }),
  'office numbered': async (house) => {
    const made = await office(house);
    const scene = await scenes.newEvent(house, { name: 'Lower Marsh Club Night', rule_set: 'club', country: made.code });
    // In no other event of the server, on another try either.
    const number = 300_000 + 2 * nations;
    await scenes.enter(scene, { federation_number: number });
    const { people, facts } = await setOf(scene, { number, other_number: number + 1 });
    return { people: { ...people, officer: made.officer }, facts };
  },
  'office claimed': async (house) => {
    const made = await office(house);
    const scene = await scenes.newEvent(house, { name: 'Lower Marsh Club Night', rule_set: 'club', country: made.code });
    const own = await scenes.person(house, 'Sigrun Ostvik', 'claims');
    // In no other event of the server, on another try either.
    const number = 400_000 + 2 * nations;
    const entry = { surname: 'Ostvik', given_names: 'Sigrun', country: made.code, federation_number: number };
    const { entrant_id } = await own.rest.call('enter_tournament', { ...at(scene), body: entry });
    scene.players.push({ ...own, entrant: entrant_id, country: made.code });
    const { people, facts } = await setOf(scene, { federation: made.code, number, other_number: number + 1 });
    return { people: { ...people, officer: made.officer }, facts };
  },
  'office imported': async (house) => {
    const made = await office(house);
    const name = `MARSH${nations}.ELO`;
    await made.officer.rest.importFile('elo', name, ratingFile(nations));
    return setOfOffice(house, made, { import: name });
  },
  'over and seated': async (house) => {
    const { made, scene, player } = await overAndSeated(house);
    // Nobody else reads what one complains of: no director is there to read it back.
    return { people: { player, officer: made.officer }, facts: { tournament: scene.id, federation: made.code } };
  },
  complained: async (house) => {
    const { made, scene, player } = await overAndSeated(house);
    await player.rest.call('file_complaint', { ...at(scene), body: { text: 'Round 2 began before the break was over.' } });
    const facts = { tournament: scene.id, federation: made.code, player: player.name, guest: (await guestOf(scene)).name };
    return { people: { officer: made.officer }, facts };
  },
};
