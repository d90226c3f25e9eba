/** English texts of who moderates casual play, and how moderators are named. A message with forms is chosen by its `count`. */
export const moderators = {
  'moderators.title': 'Moderators of casual play',
  'moderators.lead': 'They answer reports of casual games. At events the director keeps order.',
  'moderators.none': 'There is none: nobody answers reports of casual games.',
  'moderators.since': 'since {day}',
  'moderators.yours': 'You are one of them.',
  'moderators.desk': 'To the moderators’ desk',
  'moderators.account': 'Who',
  'moderators.name': 'Name a moderator',
  'moderators.name.do': 'Name {name} as a moderator',
  'moderators.dismiss': 'Dismiss {name}',
  'moderators.dismiss.ask': 'Dismiss {name}?',
  'moderators.dismiss.text': 'They answer no reports any more. What they decided stands.',
  'moderators.blocked.administrators': 'Administrators do this',
} as const;
