import type { Trial } from '../kit/trial';

/** How each of these acts is tried. */
export const entrantsTrials: Record<string, Trial> = {};
