import { say } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import type { OnCasualMessage } from './subjects';

export const removeCasualMessage = actOn<OnCasualMessage>()('remove_casual_message', {
  deed: null,
  place: { page: '/moderation?report=:report', at: 'each message of the chat' },
  title: () => say('moderation.remove'),
  fields: { reason: reason<OnCasualMessage>() },
  blocked: ({ message, concerns }) => {
    if (concerns) return say('moderation.blocked.concerns');
    return message.removed ? say('moderation.blocked.removed') : null;
  },
  path: ({ game, message }) => ({ game_id: game, number: message.number }),
  body: ({ reason }) => ({ reason }),
  done: () => say('moderation.remove.done'),
});
