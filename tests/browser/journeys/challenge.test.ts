import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { Rest } from '../harness/rest';
import { PHONE, picture } from '../harness/stage';
import { found } from '../harness/until';

test('a challenge by its link brings two browsers to one table, and one that is taken back leads nowhere', async ({ server, stage }) => {
  const challenger = await stage.visitor('the challenger', server.base);
  const page = await challenger.open('/play');
  const challenge = async (color: string) => {
    await page.getByLabel('Your colour').selectOption(color);
    await page.getByLabel('Minutes each').fill('3');
    await page.getByLabel('Seconds a move adds').fill('2');
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByRole('heading', { name: 'Your challenge stands' }).waitFor();
    return page.getByTestId('link').inputValue();
  };

  const gone = await test.step('one is made and taken back', async () => {
    const link = await challenge('Any');
    await page.getByText('By lot').waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('heading', { name: 'The challenge is taken back' }).waitFor();
    await page.getByRole('link', { name: 'To the lobby' }).click();
    return link;
  });
  const link = await test.step('one is made and stands', async () => {
    const made = await challenge('White');
    await picture(page, 'challenge-own');
    await assertAccessible(page, 'the own challenge');
    return made;
  });

  const friend = await stage.visitor('who was sent the link', server.base, PHONE);
  friend.expectRefusal(404, `/api/v1/challenges/${found(gone.split('/').at(-1))}`);
  const there = await friend.open(gone);
  await there.getByRole('heading', { name: 'There is no such challenge' }).waitFor();
  await there.goto(link);
  await there.getByRole('heading', { name: /^Guest \d+ challenges you$/ }).waitFor();
  await there.getByText('3 min + 2 s').waitFor();
  await picture(there, 'challenge-phone');
  await assertAccessible(there, 'a challenge');
  await there.getByRole('button', { name: 'Take it up' }).click();

  await test.step('both sit down, the challenger without a press', async () => {
    for (const one of [page, there]) {
      await one.waitForURL(/\/g\/[\w-]+$/);
      await one.getByTestId('table').waitFor();
    }
    expect(new URL(there.url()).pathname).toBe(new URL(page.url()).pathname);
    await expect(page.getByTestId('side-white')).toHaveClass(/\bown\b/);
    await expect(there.getByTestId('side-black')).toHaveClass(/\bown\b/);
    const game = found(page.url().split('/').at(-1));
    const { origin, terms } = await new Rest(server).call('get_casual_game', { game_id: game });
    expect([origin, terms]).toStrictEqual(['challenge', { variant: 'othello', main_ms: 180_000, increment_ms: 2_000 }]);
  });

  const late = await (await stage.visitor('who comes late', server.base)).open(link);
  await late.getByRole('heading', { name: 'This challenge was taken up' }).waitFor();
  await late.getByRole('link', { name: 'Watch' }).click();
  await late.getByTestId('table').waitFor();
});
