import { expect, test } from '../harness/fixtures';
import * as scenes from '../harness/scenes';
import { found, until } from '../harness/until';

/** What journeys are set in comes about, and is as its name says. */
test('an event is seated, played out by its players and finished', async ({ server }) => {
  const scene = await scenes.seatedEvent(server, { players: 6, event: { rule_set: 'club' } });
  const { entrants, officials } = await scenes.look(scene);
  expect(entrants.map((one) => one.seated)).toStrictEqual(Array(6).fill(true));
  expect(officials.map((one) => one.role).sort()).toStrictEqual(['assistant_director', 'head_director']);
  const round = await scenes.publishRound(scene);
  expect(round.boards).toHaveLength(3);
  await scenes.playOut(scene, round, { plies: 10 });
  const games = () => Promise.all(round.boards.map(({ game_id }) => scene.director.rest.call('get_table', { game_id })));
  expect((await games()).map(({ ply, phase }) => [ply, phase])).toStrictEqual(Array(3).fill([11, 'live']));
  await scenes.playOut(scene, round);
  for (const { result } of await games()) expect(result).toMatchObject({ reason: 'played' });
  await scenes.finishRound(scene, round);
  const finished = found((await scenes.look(scene)).rounds[0]);
  expect(finished.finished).toBe(true);
  for (const { result } of finished.boards) expect(found(result).black_discs + found(result).white_discs).toBe(64);
});

test('the finals of an event are announced', async ({ server }) => {
  const scene = await scenes.seatedEvent(server, { players: 4, directorPlays: true });
  expect(found(scene.players[0]).rest).toBe(scene.director.rest);
  const announced = await scenes.announceFinals(scene);
  expect(announced.games.map((one) => one.match_id).sort()).toStrictEqual(['final', 'third_place']);
  expect(found(announced.games[0]).better_entrant_id).toBe(found(scene.players[0]).entrant);
});

test('a protest and an appeal are filed', async ({ server }) => {
  const scene = await scenes.seatedEvent(server, { event: { rule_set: 'aga-swiss' } });
  const { boards } = await scenes.publishRound(scene, { accept_deviations: true });
  const { table, black_entrant_id } = found(boards[0]);
  const player = scenes.playerOf(scene, black_entrant_id);
  const protest = await scenes.fileProtest(scene, player, { round: 1, table });
  const { ruling, appeal } = await scenes.fileAppeal(scene, player);
  const { protests, appeals, rulings } = await scene.director.rest.call('list_rulings', { tournament_id: scene.id });
  expect(protests.map((one) => [one.id, one.decided, one.table])).toStrictEqual([[protest, false, table]]);
  expect(appeals.map((one) => [one.id, one.decided, one.ruling_id])).toStrictEqual([[appeal, false, ruling]]);
  expect(rulings.map((one) => one.id)).toContain(ruling);
});

test('a club’s event over the board has typed results only', async ({ server }) => {
  const scene = await scenes.clubEvent(server);
  await scenes.typedRound(scene);
  const next = await scenes.typedQualification(scene);
  expect(next.kind).toBe('confirm');
  const { entrants, results_without_game } = await scenes.look(scene);
  expect(entrants.some((one) => one.seated)).toBe(false);
  expect(results_without_game.length).toBeGreaterThan(0);
});

test('a world championship has nations, and its first round', async ({ server }) => {
  const scene = await scenes.worldChampionship(server);
  const { boards } = await scenes.publishRound(scene);
  const of = new Map(scene.players.map((one) => [one.entrant, one.country]));
  expect(new Set(of.values()).size).toBe(6);
  expect(boards).toHaveLength(6);
  await until('the teams stand', async () => (await scene.director.rest.call('get_team_standings', { tournament_id: scene.id })) !== null);
});
