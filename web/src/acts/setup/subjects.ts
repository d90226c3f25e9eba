import type { Announcement, DutyLine } from '../../contract/types';
import type { OnEvent } from '../kit/subjects';

/** An event with what was announced in it. */
export interface OnAnnouncements extends OnEvent {
  announcements: readonly Announcement[];
}
/** Something that organiser or director owe to others. */
export interface OnDuty extends OnEvent {
  duty: DutyLine;
}

export const DESK = '/t/:tournament/desk/event';
