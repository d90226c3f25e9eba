/**
 * A seat link as it is sent to a player: with the address that the server gives it, or with one that somebody says players
 * reach it by.
 */
export function absoluteLink(link: string, address = '', here: string = location.origin): string {
  const told = new URL(link, here);
  return address === '' ? told.href : new URL(told.pathname + told.search + told.hash, address).href;
}

/** Whether an address means the machine that it is used on, so that it leads nobody else here. */
export function isOfOneMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

/** An address as somebody types it, reached as this page is where it does not say how; null where it is none. */
export function addressIn(text: string, protocol: string = location.protocol): string | null {
  const typed = text.trim();
  try {
    const address = new URL(/^\w+:\/\//.test(typed) ? typed : `${protocol}//${typed}`);
    // Browsers take a blank for a part of a host’s name.
    const isHost = /^(\[[\da-f:.]+\]|[a-z\d]([\w.-]*[\w.])?)$/.test(address.hostname);
    return ['https:', 'http:'].includes(address.protocol) && isHost && address.username === '' ? address.origin : null;
  } catch {
    return null;
  }
}
