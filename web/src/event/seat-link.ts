/** A seat link as it is sent to a player: with the server's address, which the server itself may not know. */
export function absoluteLink(link: string, here: string = location.origin): string {
  return new URL(link, here).href;
}
