/** English texts of what a player's device can do, said before the event. A message with forms is chosen by its `count`. */
export const device = {
  'device.title': 'This device',
  'device.lead': 'What it can do here, and what stands in for the rest.',
  'device.help': 'What to do about it',
  'device.ready': 'Ready',
  'device.stops': { one: '{count} thing stops you', other: '{count} things stop you' },
  'device.looks': { one: '{count} thing to look at', other: '{count} things to look at' },
  'device.weight.stop': 'Stop',
  'device.weight.look': 'Look',
  'device.weight.note': 'Note',
  'device.weight.fine': 'Fine',

  'device.connection': 'Connection',
  'device.connection.missing': 'This browser has no live line: no game can be played in it. Use another browser.',
  'device.connection.broken': 'There is no connection now. It is tried again by itself; you can play as soon as it is back.',
  'device.connection.measured': 'Connected. How fast it is will be known in a few seconds.',
  'device.connection.slow':
    'An answer takes {typical} ms, at times {longest} ms. Go nearer to the access point or take a cable: your clock makes up for only a part of it.',
  'device.connection.fine': 'An answer takes {typical} ms, between {shortest} and {longest} ms.',
  'device.clock.ahead': 'This device’s clock is {time} ahead of the server’s; the clocks at the tables go by the server’s.',
  'device.clock.behind': 'This device’s clock is {time} behind the server’s; the clocks at the tables go by the server’s.',

  'device.seat': 'Your seat',
  'device.seat.fine': 'This browser keeps your seat: a page that is closed or loaded again finds it.',
  'device.seat.missing':
    'This browser keeps nothing: a page that is closed or loaded again loses your seat. Allow it to keep data for this address, or ask the director for a seat link for another browser.',

  'device.sound': 'Sound',
  'device.sound.try': 'Play the tone',
  'device.sound.turn_on': 'Turn the sound on',
  'device.sound.busy': 'Playing',
  'device.sound.untried': 'Play the tone that calls you to your table, and hear whether it is loud enough.',
  'device.sound.played': 'The tone was played. If you did not hear it, turn the volume up and silent mode off.',
  'device.sound.blocked':
    'This browser holds the sound back: allow it for this address in its settings. Until then the title of the tab calls you.',
  'device.sound.off': 'Sound is off: the title of the tab alone calls you.',
  'device.sound.missing': 'This browser plays no sound: the title of the tab calls you.',

  'device.notifications': 'Notifications',
  'device.notify.askable': 'This browser can notify you at the start, if you let it.',
  'device.notify.denied':
    'This browser refuses notifications here: allow them in its settings, or keep this page in front; the title and a sound call you.',
  'device.notify.plain': 'No notifications over plain HTTP: keep this page in front; the title and a sound call you.',
  'device.notify.missing': 'This browser has no notifications: keep this page in front; the title and a sound call you.',

  'device.awake': 'Screen',
  'device.awake.fine': 'The screen stays on while your game runs.',
  'device.awake.refused':
    'This device does not keep the screen on, most often to save its battery: plug it in, or let the screen go dark later.',
  'device.awake.plain': 'No page keeps the screen on over plain HTTP: set this device to let it go dark after 10 min or more.',
  'device.awake.missing': 'This browser does not keep the screen on: set this device to let it go dark after 10 min or more.',

  'device.kept': 'Without a network',
  'device.kept.fine': 'The app is kept on this device: pages open without a network, and go on when it is back.',
  'device.kept.soon': 'The app is being kept on this device. Until then, do not close or reload your table while the network is away.',
  'device.kept.refused':
    'The browser does not keep the app: its site is not trusted here, or the window is a private one. Do not close or reload your table while the network is away.',
  'device.kept.plain':
    'Nothing is kept over plain HTTP: do not close or reload your table while the network is away; it goes on by itself.',
  'device.kept.missing':
    'This browser does not keep the app: do not close or reload your table while the network is away; it goes on by itself.',

  'device.copying': 'Copying',
  'device.copying.clipboard': 'Moves and links can be copied.',
  'device.copying.selection': 'Copying works by selecting text here: if nothing was copied, select it and copy it yourself.',

  'device.browser': 'Browser',
  'device.browser.fine': 'This browser has all that the pages are made with.',
  'device.browser.old': 'This browser lacks {features}, and pages may look wrong. Made for: Chrome 123, Firefox 120, Safari 17.5 or newer.',
} as const;
