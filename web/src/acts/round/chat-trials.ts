import type { components } from '../../contract/schema';
import type { Trial } from '../kit/trial';

type Chat = components['schemas']['ReadChatResponse'];
const CHAT = { scene: 'running', by: 'director', page: '/t/{tournament}/desk/round', read: '/games/{game}/chat' } as const;
const TALK = { ...CHAT, scene: 'running chatting' } as const;
const IN_CHAT = ['Table 1', 'Chat'] as const;
const words: Record<string, Trial> = {
  'post_chat.write': {
    ...CHAT,
    when: 'at any table',
    open: IN_CHAT,
    fill: { To: 'Players and director', Message: 'Please wait' },
    press: 'Send',
    holds: ({ messages }: Chat) => messages.some((one) => one.text === 'Please wait'),
    shows: 'Please wait',
  },
  'post_chat.coming': {
    ...CHAT,
    scene: 'running called',
    when: 'while a player’s call is open',
    open: ['Table 1'],
    press: 'I am coming',
    holds: ({ messages }: Chat) => messages.some((one) => one.text === 'The director is coming.'),
    shows: 'Called, and answered',
  },
  'moderate_chat.remove': {
    ...TALK,
    when: 'once somebody has written',
    open: [...IN_CHAT, 'Remove'],
    fill: { 'Reason of the removal': 'No word on a game in play' },
    press: 'Remove',
    holds: ({ messages }: Chat) => messages.some((one) => one.removed),
    shows: 'Removed by the director.',
  },
};

const WHO_WRITES = 'No word on a game in play';
const moderation: Record<string, Trial> = {
  'moderate_chat.mute': {
    ...TALK,
    when: 'once somebody has written',
    open: [...IN_CHAT, 'Silence the writer'],
    fill: { Reason: WHO_WRITES },
    press: 'Silence the writer',
    holds: ({ order }: Chat) => order?.silenced.length === 1,
    shows: 'Silenced in this event',
  },
  'moderate_chat.unmute': {
    ...CHAT,
    scene: 'running silenced',
    when: 'once somebody is silenced',
    open: [...IN_CHAT, 'Let the writer write again: {spectator}'],
    fill: { Reason: WHO_WRITES },
    press: 'Let the writer write again: {spectator}',
    holds: ({ order }: Chat) => order?.silenced.length === 0,
    shows: 'Nobody is silenced in this event.',
  },
  'moderate_chat.admit': {
    ...CHAT,
    scene: 'running shut',
    when: 'at any table where spectators may not write',
    open: [...IN_CHAT, 'Let spectators write'],
    fill: { Reason: WHO_WRITES },
    press: 'Let spectators write',
    holds: ({ order }: Chat) => order?.open_to_spectators === true,
    shows: 'Spectators may write at this table.',
  },
  'moderate_chat.shut': {
    ...CHAT,
    when: 'at any table where spectators may write',
    open: [...IN_CHAT, 'Keep spectators from writing'],
    fill: { Reason: WHO_WRITES },
    press: 'Keep spectators from writing',
    holds: ({ order }: Chat) => order?.open_to_spectators === false,
    shows: 'Spectators may not write at this table.',
  },
};

/** How the acts about what is written at a table are tried, in the scenes of a round. */
export const chatTrials: Record<string, Trial> = { ...words, ...moderation };
