import { describe, expect, it } from 'vitest';
import { cursorAfter, discAt, flips, nextLegal, placeOf as placeOn, sizeOf, squaresOf } from '../src/board/squares';

const placeOf = (square: string): number => placeOn(square, 8);
const SQUARES = squaresOf(8);
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
    expect(cursorAfter(placeOf('a1'), 'ArrowLeft', 8)).toBe(placeOf('a1'));
    expect(cursorAfter(placeOf('d3'), 'ArrowDown', 8)).toBe(placeOf('d4'));
    expect(cursorAfter(placeOf('d3'), 'End', 8)).toBe(placeOf('h3'));
    expect(cursorAfter(placeOf('d3'), 'Home', 8)).toBe(placeOf('a3'));
    expect(cursorAfter(placeOf('d3'), 'x', 8)).toBeNull();
  });

  it('goes from legal square to legal square, around', () => {
    const legal = ['f5', 'd3', 'c4', 'e6'];
    expect(nextLegal(placeOf('a1'), legal, 8)).toBe(placeOf('d3'));
    expect(nextLegal(placeOf('d3'), legal, 8)).toBe(placeOf('c4'));
    expect(nextLegal(placeOf('e6'), legal, 8)).toBe(placeOf('d3'));
    expect(nextLegal(0, [], 8)).toBeNull();
  });

  it('is smaller in variants, with the same names from the corner', () => {
    const six = `${'-'.repeat(14)}O*${'-'.repeat(4)}*O${'-'.repeat(14)}`;
    expect([sizeOf(six), sizeOf(start), sizeOf('-'.repeat(16))]).toEqual([6, 8, 4]);
    expect(squaresOf(6)).toHaveLength(36);
    expect(squaresOf(6).at(-1)).toBe('f6');
    expect(discAt(six, placeOn('c3', 6))).toBe('white');
    expect(discAt(six, placeOn('d3', 6))).toBe('black');
    for (const square of ['c2', 'b3', 'e4', 'd5']) expect(flips(six, square, 'black'), square).toBe(1);
    for (const square of ['g4', 'a7', 'c3']) expect(flips(six, square, 'black'), square).toBe(0);
    expect(placeOn('g1', 6)).toBe(-1);
    expect(cursorAfter(placeOn('f3', 6), 'ArrowRight', 6)).toBe(placeOn('f3', 6));
    expect(cursorAfter(placeOn('d6', 6), 'ArrowDown', 6)).toBe(placeOn('d6', 6));
    expect(nextLegal(placeOn('e4', 6), ['c2', 'd5'], 6)).toBe(placeOn('d5', 6));
  });
});
