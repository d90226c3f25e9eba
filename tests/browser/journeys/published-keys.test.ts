import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD } from '../harness/rest';
import { finishRound, playOut, publishRound, seatedEvent, typedQualification } from '../harness/scenes';
import { found, until } from '../harness/until';

const PUBLISHED = 'The server publishes this key, without saying since when.';

/** Everything fits, and the key is one that the server publishes for it. */
async function fitsUnderPublishedKey(page: Page): Promise<void> {
  const checked = page.getByTestId('checked').first();
  await checked.getByText(PUBLISHED).waitFor();
  expect(await checked.getAttribute('data-outcome')).toBe('fits');
}

test('what the server signs is checked under the keys that it publishes', async ({ server, stage }) => {
  test.setTimeout(240_000);
  const scene = await seatedEvent(server, { players: 2, event: { rule_set: 'club' } });
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.context.newPage());

  await test.step('a countersigned game', async () => {
    const round = await publishRound(scene);
    await playOut(scene, round);
    const { game_id } = found(round.boards[0]);
    const { confirmation } = await found(scene.players[0]).rest.call('get_table', { game_id });
    const { digest } = found(confirmation);
    for (const { rest } of scene.players) await rest.call('confirm_transcript', { game_id, body: { digest } });
    await desk.signIn(scene.director.login, PASSWORD, `/g/${game_id}`);
    await desk.page.getByRole('button', { name: 'Check the signature' }).click();
    await fitsUnderPublishedKey(desk.page);
    await finishRound(scene, round);
  });

  await test.step('a rating file', async () => {
    await typedQualification(scene);
    await scene.director.rest.call('confirm_tournament', { tournament_id: scene.id });
    await desk.page.goto(`/t/${scene.id}/documents`);
    const check = desk.page.getByRole('button', { name: /^Check version \d+$/ }).first();
    await until('there is a version', () => check.isVisible());
    await check.click();
    await fitsUnderPublishedKey(desk.page);
  });

  await test.step('each key says what it signs, and no session is signed with those of files and results', async () => {
    const { keys } = (await (await fetch(`${server.base}/.well-known/jwks.json`)).json()) as { keys: Record<string, unknown>[] };
    expect(keys.map(({ signs, alg, retired }) => [signs, alg, retired])).toStrictEqual([
      ['access_tokens', 'EdDSA', false],
      ['rating_files', undefined, false],
      ['results', undefined, false],
    ]);
  });
});
