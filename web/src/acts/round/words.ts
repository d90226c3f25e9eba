import type { ChatMessage } from '../../contract/types';
import { say, t } from '../../i18n';
import { actOn, type Act } from '../kit/act';
import { lines, oneOf, reason } from '../kit/fields';
import type { OnBoard, OnTable } from '../kit/subjects';
import { nameOfSide } from '../kit/result';

const PANEL = { page: '/t/:tournament/desk/round', at: 'the chat of a table’s panel' };

/** To whom an official writes at a table. */
const TO = {
  players: { channel: 'players' },
  black: { channel: 'officials', to: 'black' },
  white: { channel: 'officials', to: 'white' },
  spectators: { channel: 'spectators' },
} as const;
type To = keyof typeof TO;

/** An official's words at a table. */
const write = actOn<OnTable>()('post_chat', {
  place: PANEL,
  title: () => say('words.write'),
  fields: {
    to: oneOf<OnTable>({
      label: 'words.to',
      options: (subject) => [
        { value: 'players', text: say('words.to.players') },
        { value: 'black', text: t('words.to.one', { name: nameOfSide(subject, subject.board, 'black') }) },
        { value: 'white', text: t('words.to.one', { name: nameOfSide(subject, subject.board, 'white') }) },
        { value: 'spectators', text: say('words.to.spectators') },
      ],
      initial: () => 'players',
    }),
    text: lines<OnTable>({ label: 'words.text', most: 500 }),
  },
  path: ({ table }) => ({ game_id: table.game_id }),
  body: ({ to, text }) => ({ ...TO[to as To], text }),
  done: () => say('words.done'),
});

/** Tells both players that the director is on the way; their clocks stay as they are. */
const coming = actOn<OnTable>()('post_chat', {
  place: { page: '/t/:tournament/desk/round', at: 'the panel of a table that calls' },
  title: () => say('words.coming'),
  fields: {},
  blocked: ({ table }) => (table.called_by === null ? say('table_act.blocked.no_call') : null),
  path: ({ table }) => ({ game_id: table.game_id }),
  body: () => ({ channel: 'players' as const, text: say('words.coming.text') }),
  done: (_, __, { table }) => t('words.coming.done', { table: table.table }),
});

export const chatActs = { write, coming };

/** A message at a table that an official may take away. */
export interface OnMessage {
  game: string;
  message: ChatMessage;
}

/** Somebody who writes at a table. */
export interface OnWriter {
  game: string;
  account: string;
  /** By whose name the act is called where it does not stand beside his words. */
  name?: string;
}

/** A game whose chat is looked after. */
export interface OnChat {
  game: string;
}

const AT_CHAT = { page: '/t/:tournament/desk/round', at: 'the chat of a table’s panel, and at the table' };

function silence(type: 'mute' | 'unmute'): Act<OnWriter> {
  return actOn<OnWriter>()('moderate_chat', {
    place: AT_CHAT,
    title: ({ name }) => {
      if (type === 'mute') return say('words.mute');
      return name === undefined ? say('words.unmute') : t('words.unmute.who', { name });
    },
    fields: { reason: reason<OnWriter>() },
    path: ({ game }) => ({ game_id: game }),
    body: ({ reason }, { account }) => ({ act: { type, account_id: account }, reason }),
  });
}

function admit(open: boolean): Act<OnChat> {
  return actOn<OnChat>()('moderate_chat', {
    place: AT_CHAT,
    title: () => say(open ? 'words.admit' : 'words.shut'),
    fields: { reason: reason<OnChat>() },
    path: ({ game }) => ({ game_id: game }),
    body: ({ reason }) => ({ act: { type: 'open_to_spectators' as const, open }, reason }),
  });
}

/** What an official does about what is written at a table. */
export const moderateActs = {
  remove: actOn<OnMessage>()('moderate_chat', {
    place: AT_CHAT,
    title: () => say('words.remove'),
    fields: { reason: reason<OnMessage>(500, 'words.remove.reason') },
    path: ({ game }) => ({ game_id: game }),
    body: ({ reason }, { message }) => ({ act: { type: 'remove' as const, number: message.number }, reason }),
  }),
  mute: silence('mute'),
  unmute: silence('unmute'),
  admit: admit(true),
  shut: admit(false),
};

/** Something that everybody concerned is told at once. */
export const announceAtBoard = actOn<OnBoard>()('announce', {
  place: PANEL,
  title: () => say('words.announce'),
  fields: {
    audience: oneOf<OnBoard>({
      label: 'words.announce.audience',
      options: ({ board }) => [
        { value: 'board', text: t('words.announce.board', { table: board.table }) },
        { value: 'everybody', text: say('words.announce.everybody') },
        { value: 'officials', text: say('words.announce.officials') },
      ],
      initial: () => 'board',
    }),
    text: lines<OnBoard>({ label: 'words.announce.text', most: 1000 }),
  },
  name: ({ audience }, { board }) => {
    if (audience === 'board') return t('words.announce.do.board', { table: board.table });
    return say(audience === 'officials' ? 'words.announce.do.officials' : 'words.announce.do.everybody');
  },
  path: ({ event }) => ({ tournament_id: event.id }),
  body: ({ audience, text }, { round, board }) => ({
    kind: 'general',
    audience,
    text,
    ...(audience === 'board' ? { round: round.number, table: board.table } : {}),
  }),
});
