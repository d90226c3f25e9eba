import type { Row } from '../contract/types';

/** The points that a line of the list had before a round, in halves: some begin round 1 with points. */
export const pointsBefore = ({ half_points: now, cells }: Pick<Row, 'half_points' | 'cells'>, round: number): number =>
  cells.filter((one) => one.round >= round).reduce((left, one) => left - one.half_points, now);
