import type { Trial } from '../kit/trial';

/** How each of these acts is tried. */
export const setupTrials: Record<string, Trial> = {};
