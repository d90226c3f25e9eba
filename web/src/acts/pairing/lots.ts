import { say } from '../../i18n';
import { actOn } from '../kit/act';
import { ofEvent, type OnEvent } from '../kit/subjects';

/** Draws lots among who is equal on every criterion. */
export const drawLots = actOn<OnEvent>()('draw_lots', {
  place: { page: '/t/:tournament/desk/pairing', at: 'Lots, and the next step' },
  title: () => say('desk.lots'),
  fields: {},
  path: ofEvent,
  done: () => say('pairing.lots.done'),
});
