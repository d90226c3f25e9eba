/** The scenes in which the acts are tried: each a state of an event, with the people and the facts that trials speak of. */
import { CONTEST_SCENES } from './contest-scenes';
import { ENTRY_SCENES } from './entry-scenes';
import { MODERATION_SCENES } from './moderation-scenes';
import { OFFICE_SCENES } from './office-scenes';
import type { Schemas } from './rest';
import * as scenes from './scenes';
import { SEASON_SCENES } from './season-scenes';
import type { House } from './trials';
import {
  HOUR_MS,
  WHY,
  type Running,
  type Set,
  type Setting,
  allRuled,
  at,
  entered,
  guestOf,
  inDays,
  ofFirst,
  ruled,
  rulesOf,
  running,
  seatedAs,
  setOf,
  setOfRunning,
  started,
  then,
} from './trial-sets';
import { found, until } from './until';
import { WEBHOOK_SCENES } from './webhook-scenes';

async function disputed({ scene, game, black, white }: Running): Promise<void> {
  await white.rest.call('resign', { game_id: game });
  await black.rest.call('play_dispute_result', { game_id: game, body: { reason: 'He was told to resign.' } });
  await until('the event knows of the dispute', async () => {
    const { disputes } = await scene.director.rest.call('list_rulings', at(scene));
    return disputes.length === 1;
  });
}

/** `ruled`, where something has happened. */
const ruledOn =
  (what: (made: Running, arbiter: scenes.Person) => Promise<void>, event: Partial<Schemas['CreateTournamentRequest']> = {}): Setting =>
  async (house) => {
    const made = await started(house, { event: { rule_set: 'mso-swiss', ...event } });
    const { scene, round, black, white } = made;
    const first = { ...round, boards: round.boards.filter(({ table }) => table === 1) };
    await scenes.playOut(scene, first);
    const arbiter = await scenes.person(house, 'Runa Tornquist', 'arbiter');
    const office = { account_id: arbiter.rest.account.id, role: 'head_arbiter' };
    await scene.director.rest.call('appoint_official', { ...at(scene), body: office });
    const score = await until('the result is known', async () => {
      const { rounds } = await scenes.look(scene);
      return rounds[0]?.boards.find((one) => one.table === 1)?.result;
    });
    await what(made, arbiter);
    const { people, facts } = await setOfRunning(made);
    const board = `Round 1, table 1: ${black.name} – ${white.name}, ${score.black_discs}–${score.white_discs}`;
    const second = found(round.boards.find(({ table }) => table === 2));
    const [other_black, other_white] = [second.black_entrant_id, second.white_entrant_id].map((id) => scenes.playerOf(scene, id).name);
    const other_board = `Round 1, table 2: ${other_black} – ${other_white}, no result`;
    const told = { ...facts, board, other_board, other_black: found(other_black) };
    return { people: { ...people, player: black, arbiter }, facts: told };
  };

/** A spectator writes at table 1. */
async function chatting({ game }: Running, house: House): Promise<scenes.Person> {
  const spectator = await scenes.person(house, 'Vigdis Tornquist', 'spectator');
  await spectator.rest.call('post_chat', { game_id: game, body: { channel: 'spectators', text: 'What a quiet opening' } });
  return spectator;
}

async function moderated({ scene, game }: Running, act: Schemas['ModerationRequest']['act']): Promise<void> {
  await scene.director.rest.call('moderate_chat', { game_id: game, body: { act, reason: WHY } });
}

async function warned({ scene, black }: Running): Promise<string> {
  const body = { entrant_id: black.entrant, penalty: { kind: 'warning' }, reason: 'Talking in the hall' };
  return (await scene.director.rest.call('impose_penalty', { ...at(scene), body })).ruling_id;
}

async function appealed(made: Running): Promise<string> {
  const { scene, black } = made;
  const body = { ruling_id: await warned(made), entrant_id: black.entrant, reason: 'It was not me' };
  return (await black.rest.call('file_appeal', { ...at(scene), body })).appeal_id;
}

async function playedClub(house: House): Promise<scenes.Scene> {
  const scene = await scenes.clubEvent(house, 2);
  await scenes.typedQualification(scene);
  return scene;
}

async function confirmed(house: House): Promise<scenes.Scene> {
  const scene = await playedClub(house);
  await scene.director.rest.call('confirm_tournament', at(scene));
  return scene;
}

async function firstGame(scene: scenes.Scene): Promise<string> {
  const { rounds, entrants } = await scenes.look(scene);
  const board = found(rounds[0]?.boards[0]);
  const name = (id: string) => {
    const { given_names, surname } = found(entrants.find((one) => one.id === id));
    return `${given_names} ${surname}`;
  };
  const { black_discs, white_discs } = found(board.result);
  const score = `${black_discs}–${white_discs}`;
  return `Round 1, table ${board.table}: ${name(board.black_entrant_id)} ${score} ${name(board.white_entrant_id)}`;
}

/** Two who have drawn every game of the qualification: equal on every criterion. */
async function tied(house: House): Promise<scenes.Scene> {
  const scene = await entered(house, 2);
  for (;;) {
    const next = await scenes.nextAct(scene);
    if (next.kind !== 'publish_round') return scene;
    const round = await scene.director.rest.call('publish_round', { ...at(scene), body: {} });
    for (const { table } of round.boards) {
      const body = { black_discs: 32, reason: WHY };
      await scene.director.rest.call('enter_result', { ...at(scene), round: round.number, table, body });
    }
    await scenes.finishRound(scene, round);
  }
}

/** `player` is whoever has this entrant’s seat. */
async function setOfChooser(
  scene: scenes.Scene,
  { chooser_entrant_id, better_entrant_id, worse_entrant_id }: Schemas['AnnouncedGame'],
): Promise<Set> {
  const player = scenes.playerOf(scene, found(chooser_entrant_id));
  const opponent = scenes.playerOf(scene, chooser_entrant_id === better_entrant_id ? worse_entrant_id : better_entrant_id);
  const { people, facts } = await setOf(scene, { entrant: player.name, entrant_id: player.entrant, opponent: opponent.name });
  return { people: { ...people, player }, facts };
}
/** A board of a player as lists of games name it. */
async function boardOf(scene: scenes.Scene, { entrant }: scenes.Player): Promise<string> {
  const round = found((await scenes.look(scene)).rounds.at(-1));
  const board = found(round.boards.find((one) => [one.black_entrant_id, one.white_entrant_id].includes(entrant)));
  const [black, white] = [board.black_entrant_id, board.white_entrant_id].map((id) => scenes.playerOf(scene, id).name);
  const { black_discs, white_discs } = found(board.result);
  return `Round ${round.number}, table ${board.table}: ${black} – ${white}, ${black_discs}–${white_discs}`;
}

/** How each scene comes about, by its name. */
export const TRIAL_SCENES: Readonly<Record<string, Setting>> = {
  nothing: async (house) => {
    const director = await scenes.person(house, 'Ingrid Vestergrund', 'director-0');
    return { people: { director }, facts: {} };
  },
  registration: async (house) => setOf(await entered(house)),
  between: async (house) => {
    const scene = await entered(house);
    await scenes.typedRound(scene);
    return setOf(scene);
  },
  planned: async (house) => {
    const scene = await entered(house);
    const starts_at_ms = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
    const timetable = { utc_offset_minutes: 60, sessions: [{ day: 1, plays: [{ round: 1, starts_at_ms }] }], breaks: [] };
    await scene.director.rest.call('set_timetable', { ...at(scene), body: { timetable } });
    return setOf(scene);
  },
  ticked: async (house) => {
    const scene = await entered(house);
    await scene.director.rest.call('tick_duty', { ...at(scene), duty: 'director_named', body: { note: 'By telephone.' } });
    return setOf(scene);
  },
  rule_sets: async (house) => {
    // Of an account of its own: its rule sets are all that the page lists.
    const name = `Fernwood Keeper ${house.known.size}`;
    const director = await scenes.person(house, name, `keeper-${house.known.size}`);
    const rules = await rulesOf({ director }, 'egp-2020');
    const rule_set_document = { ...rules, entry: { ...(rules.entry as object), fee: 'EUR 5' } };
    await director.rest.call('save_rule_set', { body: { name: 'Fernwood rules', rules: { rule_set_document } } });
    return { people: { director }, facts: {} };
  },

  ...ENTRY_SCENES,
  ...WEBHOOK_SCENES,
  ...SEASON_SCENES,
  ...MODERATION_SCENES,
  ...CONTEST_SCENES,
  ...OFFICE_SCENES,

  'checking in': async (house) => {
    const scene = await entered(house);
    await scene.director.rest.call('open_check_in', { ...at(scene), round: 1 });
    return setOf(scene);
  },
  absent: async (house) => {
    const scene = await entered(house);
    await scene.director.rest.call('announce_absence', { ...ofFirst(scene), body: { rounds: [2] } });
    return setOf(scene);
  },
  accommodated: async (house) => {
    const scene = await entered(house);
    const body = { extra_ms: 300_000, accept_deviations: true };
    await scene.director.rest.call('grant_accommodation', { ...ofFirst(scene), body });
    return setOf(scene);
  },
  claiming: async (house) => {
    const scene = await scenes.newEvent(house, { name: 'Lower Marsh Club Night', rule_set: 'club' });
    const own = await scenes.person(house, 'Sigrun Ostvik', 'claims');
    const entry = { surname: 'Ostvik', given_names: 'Sigrun', country: 'NOR', federation_number: 220_901 };
    const { entrant_id } = await own.rest.call('enter_tournament', { ...at(scene), body: entry });
    scene.players.push({ ...own, entrant: entrant_id, country: 'NOR' });
    return setOf(scene);
  },
  charged: async (house) => {
    const director = await scenes.person(house, 'Ingrid Vestergrund', 'director-0');
    const rules = await rulesOf({ director }, 'club');
    const rule_set_document = { ...rules, entry: { ...(rules.entry as object), fee: 'EUR 20' } };
    return setOf(await entered(house, 2, { rule_set_document }));
  },
  judged: async (house) => {
    const scene = await entered(house);
    const { account } = (await guestOf(scene)).rest;
    await scene.director.rest.call('appoint_official', { ...at(scene), body: { account_id: account.id, role: 'table_judge' } });
    return setOf(scene);
  },
  nations: async (house) => {
    const scene = await scenes.newEvent(house, {
      name: 'World Othello Championship',
      country: 'NOR',
      rule_set: 'woc-2024',
      date: inDays(60),
    });
    const enter = (body: Schemas['NationInput']) => scene.director.rest.call('enter_nation', { ...at(scene), body });
    await enter({ country: 'NOR', host: true });
    await scenes.enter(scene, { representation: { citizen: true } });
    await enter({ country: 'FRA' });
    await enter({ country: 'AUT', non_member: true, applied_on: inDays(-1) });
    return setOf(scene);
  },

  seated: seatedAs(async () => undefined),
  'seated checking in': seatedAs(async (scene) => {
    await scene.director.rest.call('open_check_in', { ...at(scene), round: 1 });
  }),
  'seated here': seatedAs(async (scene) => {
    await scene.director.rest.call('open_check_in', { ...at(scene), round: 1 });
    await found(scene.players[0]).rest.call('check_in', ofFirst(scene));
  }),
  'seated absent': seatedAs(async (scene) => {
    await found(scene.players[0]).rest.call('announce_absence', { ...ofFirst(scene), body: { rounds: [2] } });
  }),
  'seated between': seatedAs(async (scene) => {
    await scenes.typedRound(scene);
    return { board: await boardOf(scene, found(scene.players[0])) };
  }),
  'seated nations': async (house) => setOf(await scenes.worldChampionship(house, ['NOR'], 1)),
  'seated choosing': async (house) => {
    const scene = await scenes.seatedEvent(house, { players: 2 });
    const { games } = await scenes.announceFinals(scene);
    return setOfChooser(scene, found(games[0]));
  },
  'seated choosing a draw': async (house) => {
    const scene = await scenes.seatedEvent(house);
    const { games } = await scenes.announceFinals(scene);
    return setOfChooser(scene, found(games.find((one) => one.draw_win)));
  },

  paired: async (house) => {
    const scene = await entered(house);
    await scenes.typedRound(scene);
    return setOf(scene);
  },
  papp: async (house) => {
    const scene = await entered(house);
    const numbers = (await scenes.look(scene)).entrants.map((one) => one.federation_number);
    const pairs = numbers.flatMap((black, place) =>
      place % 2 === 0 && place + 1 < numbers.length ? [`(${black} 40 ${numbers[place + 1]} 24);`] : [],
    );
    return setOf(scene, { log: [`& ${numbers.map((one) => `+${one}`).join(' ')};`, ...pairs, 'ronde-suivante;'].join('\n') });
  },
  published: async (house) => {
    const scene = await entered(house);
    await scene.director.rest.call('publish_round', { ...at(scene), body: { starts_at_ms: Date.now() + HOUR_MS } });
    return setOf(scene);
  },
  group_a: async (house) => {
    const event = { name: 'World Othello Championship', country: 'NOR', rule_set: 'woc-2024', date: inDays(60) };
    const scene = await scenes.newEvent(house, event);
    for (const country of ['NOR', 'DNK', 'SWE', 'FIN', 'ISL', 'EST']) {
      await scene.director.rest.call('enter_nation', { ...at(scene), body: { country, host: country === 'NOR' } });
      for (let player = 0; player < 3; player += 1) await scenes.enter(scene, { country, representation: { citizen: true } });
    }
    const first = found((await scenes.look(scene)).entrants[0]);
    return setOf(scene, { first: `${first.given_names} ${first.surname} ${first.country}` });
  },
  tied: async (house) => setOf(await tied(house)),

  running: async (house) => setOfRunning(await running(house)),
  'running paused': ruled({ type: 'pause' }),
  'running expelled': ruled({ type: 'expel', seat: 'black' }),
  'running chat shown': ruled({ type: 'open_spectators_chat' }),
  'running adjourning': async (house) => ruled({ type: 'announce_adjournment', at_ms: Date.now() + HOUR_MS })(house),
  'running called': then(async ({ game, black }) => {
    await black.rest.call('call_director', { game_id: game });
  }),
  'running chatting': then(async (made, house) => {
    await chatting(made, house);
  }),
  'running silenced': async (house) => {
    const made = await running(house);
    const spectator = await chatting(made, house);
    await moderated(made, { type: 'mute', account_id: spectator.rest.account.id });
    const { people, facts } = await setOfRunning(made);
    return { people, facts: { ...facts, spectator: spectator.name } };
  },
  'running shut': then((made) => moderated(made, { type: 'open_to_spectators', open: false })),
  'running all paused': allRuled(() => ({ type: 'pause' })),
  'running all adjourning': allRuled((nowMs) => ({ type: 'announce_adjournment', at_ms: nowMs + HOUR_MS })),
  'running all chat shown': allRuled(() => ({ type: 'open_spectators_chat' })),
  'running disputed': then(disputed),
  'running held': then(async (made) => {
    await disputed(made);
    await made.scene.director.rest.call('hold_pairing', { ...at(made.scene), round: 1, table: 1, body: { held: true } });
  }),
  // A second for the whole game: the flag falls while nobody moves.
  'running flagged': async (house) => {
    const director = await scenes.person(house, 'Ingrid Vestergrund', 'director-0');
    const rules = await rulesOf({ director }, 'egp-2020');
    const time_controls = { ...(rules.time_controls as object), qualification: { kind: 'sudden_death', main_ms: 1_000 } };
    const made = await started(house, { event: { rule_set_document: { ...rules, time_controls }, accept_deviations: true } });
    await until(
      'a flag falls',
      async () => (await made.scene.director.rest.call('get_table', { game_id: made.game })).defaulted === 'black',
    );
    return setOfRunning(made);
  },
  over: then(async ({ scene, round }) => {
    for (const { black_entrant_id, game_id } of round.boards)
      await scenes.playerOf(scene, black_entrant_id).rest.call('resign', { game_id });
    await until('the results are in', async () => (await scenes.nextAct(scene)).kind === 'finish_round');
  }),
  hall: async (house) => {
    const scene = await scenes.clubEvent(house, 4);
    const round = await scenes.publishRound(scene);
    const board = found(round.boards.find((one) => one.table === 1));
    const name = (id: string) => found(scene.unseated.find((one) => one.entrant === id)).name;
    return setOf(scene, { game: board.game_id, black: name(board.black_entrant_id), white: name(board.white_entrant_id) });
  },

  ruled: ruledOn(async () => undefined),
  series: ruledOn(async () => undefined, { series: 'lower-marsh-2026', leg: 1 }),
  warned: ruledOn(async (made) => {
    await warned(made);
  }),
  appealed: ruledOn(async (made) => {
    await appealed(made);
  }),
  heard: ruledOn(async (made, arbiter) => {
    const { id } = made.scene.second.rest.account;
    const body = { member_account_ids: [id], chair_account_id: id };
    await arbiter.rest.call('appoint_committee', { ...at(made.scene), appeal_id: await appealed(made), body });
  }),
  proposed: ruledOn(async ({ scene, black }) => {
    const body = { entrant_id: black.entrant, penalty: { kind: 'disqualification' }, reason: WHY };
    await scene.director.rest.call('impose_penalty', { ...at(scene), body });
  }),
  protested: ruledOn(async ({ scene, black }) => {
    await scenes.fileProtest(scene, black);
  }),
  reported: ruledOn(async (made) => {
    await warned(made);
    const { rest } = await guestOf(made.scene);
    await rest.call('report_irregularity', { ...at(made.scene), round: 1, table: 1, body: { text: 'Somebody spoke.' } });
  }),
  committee: ruledOn(async ({ scene }, arbiter) => {
    const body = { member_account_ids: [scene.second.rest.account.id] };
    await arbiter.rest.call('appoint_appeals_committee', { ...at(scene), body });
  }),
  presided: ruledOn(async (made, arbiter) => {
    await appealed(made);
    const { id } = made.scene.second.rest.account;
    const body = { member_account_ids: [id], chair_account_id: id };
    await arbiter.rest.call('appoint_appeals_committee', { ...at(made.scene), body });
  }),
  opposed: async (house) => {
    const made = await started(house, { directorPlays: true });
    const { scene, round } = made;
    const own = found(scene.players[0]).entrant;
    const board = found(round.boards.find((one) => [one.black_entrant_id, one.white_entrant_id].includes(own)));
    const player = scenes.playerOf(scene, board.black_entrant_id === own ? board.white_entrant_id : board.black_entrant_id);
    const { people, facts } = await setOfRunning(made);
    return { people: { ...people, player }, facts: { ...facts, player: player.name } };
  },
  disputed: async (house) => {
    const made = await running(house);
    await disputed(made);
    return setOfRunning(made);
  },

  finals_due: async (house) => {
    const scene = await entered(house, 2);
    await scenes.typedQualification(scene);
    return setOf(scene);
  },
  finals_announced: async (house) => {
    const scene = await entered(house, 2);
    const announced = await scenes.announceFinals(scene);
    const game = found(announced.games[0]);
    const chooser = found(scene.unseated.find((one) => one.entrant === game.chooser_entrant_id)).name;
    return setOf(scene, { chooser, match: 'Final' });
  },
  played: async (house) => setOf(await playedClub(house)),
  confirmed: async (house) => {
    const scene = await confirmed(house);
    return setOf(scene, { game: await firstGame(scene) });
  },
};
