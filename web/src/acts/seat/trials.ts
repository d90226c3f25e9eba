import type { Trial } from '../kit/trial';

/** How each of these acts is tried. */
export const seatTrials: Record<string, Trial> = {};
