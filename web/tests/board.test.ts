import { describe, expect, it } from 'vitest';
import { cursorAfter, discAt, flips, nextLegal, placeOf, SQUARES } from '../src/board/squares';

const start = `${'-'.repeat(27)}O*${'-'.repeat(6)}*O${'-'.repeat(27)}`;

describe('the board', () => {
  it('reads a board text from a1 along the rows', () => {
    expect(SQUARES).toHaveLength(64);
    expect(SQUARES[1]).toBe('b1');
    expect(discAt(start, placeOf('d4'))).toBe('white');
    expect(discAt(start, placeOf('e4'))).toBe('black');
    expect(discAt(start, placeOf('a1'))).toBeNull();
  });

  it('counts what the first moves flip', () => {
    for (const square of ['d3', 'c4', 'f5', 'e6']) expect(flips(start, square, 'black'), square).toBe(1);
    for (const square of ['e3', 'd4', 'a1', 'z9']) expect(flips(start, square, 'black'), square).toBe(0);
  });

  it('counts several directions, and none that leave the board', () => {
    const row = `-OO*${'-'.repeat(4)}O${'-'.repeat(7)}*${'-'.repeat(47)}`;
    expect(flips(row, 'a1', 'black')).toBe(3);
    expect(flips(`-${'O'.repeat(7)}${'-'.repeat(56)}`, 'a1', 'black')).toBe(0);
  });

  it('moves the cursor and stops at the edges', () => {
    expect(cursorAfter(placeOf('a1'), 'ArrowLeft')).toBe(placeOf('a1'));
    expect(cursorAfter(placeOf('d3'), 'ArrowDown')).toBe(placeOf('d4'));
    expect(cursorAfter(placeOf('d3'), 'End')).toBe(placeOf('h3'));
    expect(cursorAfter(placeOf('d3'), 'Home')).toBe(placeOf('a3'));
    expect(cursorAfter(placeOf('d3'), 'x')).toBeNull();
  });

  it('goes from legal square to legal square, around', () => {
    const legal = ['f5', 'd3', 'c4', 'e6'];
    expect(nextLegal(placeOf('a1'), legal)).toBe(placeOf('d3'));
    expect(nextLegal(placeOf('d3'), legal)).toBe(placeOf('c4'));
    expect(nextLegal(placeOf('e6'), legal)).toBe(placeOf('d3'));
    expect(nextLegal(0, [])).toBeNull();
  });
});
