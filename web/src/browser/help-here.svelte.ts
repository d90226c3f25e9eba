/** What the help of a page depends on and its address does not say. */
class HelpHere {
  /** The table that is looked at is one of casual play. */
  casualTable = $state(false);
}

export const helpHere = new HelpHere();
