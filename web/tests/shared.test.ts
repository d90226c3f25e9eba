import { expect, it } from 'vitest';
import { sharedOf } from '../src/pages/table/shared';

const TABLE = { game_id: 'g', tournament_id: 't', table: 3 };
const CALLED = ['Lower Marsh Open', 'Round 2 of 9', 'Table 3'];

it('shares of a table of an event its game, and the board whatever is played there', () => {
  const { path, frame, picture, board } = sharedOf(TABLE, CALLED, null);
  expect([path, frame.path, frame.title]).toEqual(['/g/g', '/embed/g/g', 'Lower Marsh Open, Round 2 of 9, Table 3']);
  expect(picture).toEqual({ path: '/api/v1/games/g/picture.png', file: 'outflank-table-3.png' });
  expect(board).toMatchObject({
    table: 3,
    frame: { path: '/embed/t/t/table/3', title: 'Lower Marsh Open, Table 3' },
    overlay: { path: '/overlay/t/t?table=3&board' },
    picture: { path: '/api/v1/tournaments/t/tables/3/picture.png' },
  });
});

it('shares of a casual game no board, by the name of who plays', () => {
  const shared = sharedOf({ ...TABLE, tournament_id: '' }, ['Alder – Birk'], null);
  expect(shared.frame.title).toBe('Alder – Birk');
  expect(shared).not.toHaveProperty('board');
});

it('pictures the position that is looked at', () => {
  expect(sharedOf(TABLE, CALLED, 0).picture.path).toBe('/api/v1/games/g/picture.png?ply=0');
});
