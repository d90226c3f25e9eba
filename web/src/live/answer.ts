import type { ChatMessage } from '../contract/types';

/** What an official wrote last to both players of a game. */
export const lastAnswer = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast((one) => one.role === 'official' && one.channel === 'players' && !one.removed);
