/** How the browser's tests bring an event to where an act can be done. */
export type Scene = string;

/** What a scene tells about itself: ids and names by what they are of. */
export type Facts = Readonly<Record<string, string | number>>;

/**
 * How an act is tried once through its page: a person comes to it by the names of controls, fills it in by the labels of
 * its fields, and does it; then the fact is read back through the API, and the page shows it.
 */
export interface Trial {
  /** When it can be done, as the list of acts says it. */
  when: string;
  scene: Scene;
  /** Who does it, by what the scene calls them: `director`, `second`, `player`. */
  by: string;
  /** The page's address with the scene's facts in its places: `/t/{tournament}/desk/entrants`. */
  page: string;
  /** The controls that lead to the act, by their names. */
  open?: readonly string[];
  /** What is put together first: fields by their labels, and the button that takes them up. */
  prepare?: { fill: Readonly<Record<string, string>>; press: string };
  /** A file that is chosen first: the label of its field, its name, and what it says. */
  choose?: { label: string; file: string; text: string };
  /** What is filled in, by the labels of the fields; facts of the scene stand in their places. */
  fill?: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** The name of the button that does it. */
  press: string;
  /** The buttons that answer what is asked, one after the other. */
  answer?: string | readonly string[];
  /** What the page looks for before and does not find, by its path. */
  refused?: { status: number; paths: readonly string[] };
  /** What is read afterwards, and what holds of it. */
  read: string;
  /** Who may read it, by what the scene calls them, where that is neither the event's director nor whoever did it. */
  reader?: string;
  holds: (answer: never, facts: Facts) => boolean;
  /** What the page then shows, and did not before. */
  shows: string;
  /** It is the other way round: the page showed that before, and then no longer. */
  hides?: true;
  /** The page that shows it, where it is not the one on which it is done: the table of a game. */
  on?: string;
}
