import type { Color, ReplayPosition } from '../../../contract/types';

/** The drawing's own units: as wide as this, whatever the game's length. */
export const WIDTH = 600;
export const HEIGHT = 120;

/** Where a ply stands along a drawing of so many. */
export const across = (ply: number, last: number): number => (last === 0 ? 0 : (ply / last) * WIDTH);

/** The ply at a place along a drawing, 0 to 1. */
export const plyAt = (share: number, last: number): number => Math.round(Math.min(1, Math.max(0, share)) * last);

/** A line through one number of each position, 0 at the bottom and `most` at the top. */
export function line(positions: readonly ReplayPosition[], of: (position: ReplayPosition) => number, most: number): string {
  const last = positions.at(-1)?.ply ?? 0;
  const points = positions.map((one) => {
    const y = HEIGHT - (most === 0 ? 0 : (of(one) / most) * HEIGHT);
    return `${across(one.ply, last).toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.length > 0 ? `M${points.join('L')}` : '';
}

/** The time of a move as a bar: Black's up from the middle, White's down. */
export interface Bar {
  ply: number;
  x: number;
  y: number;
  height: number;
  color: Color;
}

/** The bars of a game's moves, the longest half as high as the drawing. */
export function bars(positions: readonly ReplayPosition[]): Bar[] {
  const last = positions.at(-1)?.ply ?? 0;
  const longest = Math.max(1, ...positions.map((one) => one.charged_ms ?? 0));
  return positions.flatMap(({ ply, color, charged_ms: charged }) => {
    if (color === null || charged === null) return [];
    const height = (charged / longest) * (HEIGHT / 2);
    const y = color === 'black' ? HEIGHT / 2 - height : HEIGHT / 2;
    return [{ ply, x: across(ply, last), y, height, color }];
  });
}

/** What both clocks showed after so many plies, in ms; null where it is not known. */
export function clocksAt(positions: readonly ReplayPosition[], ply: number): Record<Color, number | null> {
  const last = (color: Color): number | null => positions.findLast((one) => one.ply <= ply && one.color === color)?.remaining_ms ?? null;
  return { black: last('black'), white: last('white') };
}
