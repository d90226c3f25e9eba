import { expect, test } from 'vitest';
import { circles, imports, sources, type Import } from './sources';

/** The rooms of the app from its door down: each uses those below it. */
const ROOMS = ['app', 'pages', 'acts', 'event', 'clock', 'board', 'live', 'ui', 'contract', 'worker', 'i18n', 'browser'];
/** What every page may use of the pages. */
const FRAME = 'frame';

const roomOf = (path: string): string => path.split('/')[0] ?? '';
const pageOf = (path: string): string => path.split('/')[1] ?? '';
const said = ({ from, to }: Import): string => `${from} imports ${to}`;

test('every source lies in a room', () => {
  expect(sources.filter((file) => !ROOMS.includes(roomOf(file)))).toEqual([]);
});

test('imports point downward', () => {
  const upward = imports.filter(({ from, to }) => ROOMS.indexOf(roomOf(to)) < ROOMS.indexOf(roomOf(from)));
  expect(upward.map(said)).toEqual([]);
});

test('a page uses no other page', () => {
  const between = imports.filter(({ from, to }) => roomOf(from) === 'pages' && roomOf(to) === 'pages');
  const across = between.filter(({ from, to }) => pageOf(to) !== pageOf(from) && pageOf(to) !== FRAME);
  expect(across.map(said)).toEqual([]);
});

test('no sources import each other in a circle', () => {
  expect(circles()).toEqual([]);
});
