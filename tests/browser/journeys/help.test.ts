import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { printed } from '../harness/paper';
import { PASSWORD } from '../harness/rest';
import * as scenes from '../harness/scenes';
import type { Stage } from '../harness/stage';
import { found } from '../harness/until';

const ROLES = ['player', 'spectator', 'director', 'rating-officer', 'moderator', 'operator', 'bot-author'] as const;
const NARROW = { width: 320, height: 640 };
const run = promisify(execFile);

async function signedIn(stage: Stage, scene: scenes.Scene, login: string, path: string): Promise<Page> {
  const visitor = await stage.visitor(`${login} at ${path}`, scene.server.base);
  const page = await visitor.context.newPage();
  await new Desk(page).signIn(login, PASSWORD, path);
  return page;
}

/** Help, as the top of a page leads to it on a wide screen, and its foot on every one. */
async function assertLeads(page: Page, to: string): Promise<void> {
  for (const part of ['banner', 'contentinfo'] as const) {
    await expect(page.getByRole(part).getByRole('link', { name: 'Help', exact: true }).last()).toHaveAttribute('href', to);
  }
}

/** The page opened at one of its parts, which has the focus and is in sight. */
async function assertAt(page: Page, part: string): Promise<void> {
  const heading = page.getByRole('article').getByRole('heading', { name: part, exact: true });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
}

test('help is found from wherever somebody is, and is for whom the page is', async ({ server, stage }) => {
  const scene = await scenes.seatedEvent(server, { players: 4 });
  const round = await scenes.publishRound(scene);
  const { game_id, black_entrant_id } = found(round.boards[0]);
  const black = scenes.playerOf(scene, black_entrant_id);

  await test.step('from the start page somebody says who they are', async () => {
    const visitor = await stage.visitor('a newcomer', server.base);
    const page = await visitor.open('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Who are you?' })).toBeFocused();
    await expect(page.getByTestId('roles').getByRole('link')).toHaveCount(ROLES.length);
    await assertAccessible(page, 'the help');
    await page.getByTestId('roles').getByRole('link', { name: 'Player' }).click();
    await page.getByRole('heading', { level: 1, name: 'Help for players' }).waitFor();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'What does 0–64 mean?' }).click();
    await expect(page.getByRole('heading', { name: 'What does 0–64 mean?' })).toBeInViewport();
    await page.goto(`/t/${scene.id}`);
    await page.getByTestId('standings').waitFor();
    await assertLeads(page, '/help/spectator');
    await page.goto(`/g/${game_id}`);
    await page.getByTestId('table').waitFor();
    await assertLeads(page, '/help/spectator');
    await page.goto('/claim');
    await assertLeads(page, '/help/player');
    await page.getByRole('link', { name: 'I cannot find my link' }).click();
    await assertAt(page, 'I cannot find my link');
  });

  await test.step('a player comes to the help of players, and from the check of the device to what it means', async () => {
    const page = await signedIn(stage, scene, black.login, `/t/${scene.id}/seat`);
    await page.getByTestId('seat').waitFor();
    await assertLeads(page, '/help/player');
    const device = page.getByTestId('device');
    await device.locator('summary').click();
    await device.getByRole('link', { name: 'What to do about it' }).click();
    await assertAt(page, 'My device lacks something');
    await page.goto(`/g/${game_id}`);
    await page.getByTestId('table').waitFor();
    await assertLeads(page, '/help/player');
  });

  await test.step('a director comes to the help of directors, and on to the handbook', async () => {
    const page = await signedIn(stage, scene, scene.director.login, `/t/${scene.id}/desk/round`);
    await page.getByRole('navigation', { name: 'Desk' }).waitFor();
    await assertLeads(page, '/help/director');
    await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
    await page.getByRole('heading', { level: 1, name: 'Help for tournament directors' }).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'the director’s handbook' }).click();
    await page.getByRole('heading', { level: 1, name: 'The director’s handbook' }).waitFor();
    await page.goto('/rating-office');
    await assertLeads(page, '/help/rating-officer');
  });

  await test.step('whose game is over is told what to do about a wrong result, in another tab', async () => {
    await scenes.playOut(scene, round);
    const page = await signedIn(stage, scene, black.login, `/g/${game_id}`);
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'If the result is wrong' }).click()]);
    await assertAt(opened, 'The result is wrong');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  });
});

for (const [locale, first] of [
  ['en', 'Help for players'],
  ['fr', 'Aide pour les joueurs'],
  ['ja', '選手のためのヘルプ'],
] as const) {
  test(`the help of each role is read in ${locale}, on a narrow screen and on paper`, async ({ server, stage }) => {
    const visitor = await stage.visitor('the reader', server.base, { viewport: NARROW, locale });
    const fetched: string[] = [];
    visitor.context.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const page = await visitor.open('/help');
    await page.getByTestId('roles').waitFor();
    await assertAccessible(page, `the help in ${locale}`);
    await page.getByTestId('roles').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page.getByRole('article').getByRole('table').first().waitFor();
    // A page is fetched in one language, and those of other roles are not.
    expect(fetched.filter((path) => /\/assets\/(player|director|spectator)-/.test(path))).toHaveLength(1);
    for (const role of ROLES) {
      await test.step(role, async () => {
        await page.goto(`/help/${role}`);
        const article = page.getByRole('article');
        await article.getByRole('table').first().waitFor();
        await expect(article).toHaveAttribute('lang', locale);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
        await assertAccessible(page, `the help of a ${role} in ${locale}`);
        await printed(page, `help-${role}-${locale}`, { sheets: [2, 6] });
      });
    }
  });
}

test('the commands for bot authors do what their page says, one after the other', async ({ server, stage }) => {
  const visitor = await stage.visitor('a bot author', server.base);
  const page = await visitor.open('/help/bot-author');
  await page.getByRole('article').locator('pre').first().waitFor();
  const blocks = await page.getByRole('article').locator('pre').allInnerTexts();
  const program = found(blocks.find((block) => block.includes('new WebSocket')));
  // The server is here already, and what Rust builds has tests of its own.
  const rust = blocks.findIndex((block) => block.includes('Reef Runner'));
  const commands = blocks.slice(1, rust).filter((block) => block !== program);
  expect(commands.length).toBe(7);
  const folder = await mkdtemp(join(tmpdir(), 'outflank-bots-'));
  try {
    await writeFile(join(folder, 'bot.mjs'), program);
    const script = ['set -eu', ...commands].join('\n').replace('http://127.0.0.1:8080', server.base);
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, timeout: 60_000, env: { ...process.env, FORCE_COLOR: '0' } });
    const told = [...stdout.matchAll(/^(black|white) (\d+) (\d+)$/gm)].map(([, side = '', black, white]) => [
      side,
      Number(black),
      Number(white),
    ]);
    expect(told.map(([side]) => side).sort()).toStrictEqual(['black', 'white']);
    for (const [, black, white] of told) expect(Number(black) + Number(white)).toBe(64);
  } finally {
    await rm(folder, { recursive: true });
  }
});
