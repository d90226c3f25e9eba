import type { components } from './schema';

// The names of the contract's shapes, without the generated file's nesting.
type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type AnnouncedGame = Schemas['AnnouncedGame'];
export type Board = Schemas['Board'];
export type Cell = Schemas['Cell'];
export type Clocks = Schemas['Clocks'];
export type Color = Schemas['Color'];
export type Entrant = Schemas['Entrant'];
export type FormatRow = Schemas['FormatRow'];
export type IssuedSeatCode = Schemas['IssuedSeatCode'];
export type ListedPlayer = Schemas['ListedPlayer'];
export type Me = Schemas['Me'];
export type NewAccount = Omit<Schemas['NewAccount'], 'cookie'>;
export type NewEntrant = Schemas['NewEntrant'];
export type NewTournament = Schemas['NewTournament'];
export type PlayedPly = Schemas['PlayedPly'];
export type PlayersListImport = Schemas['PlayersListImport'];
export type ProblemDocument = Pick<Schemas['ProblemDocument'], 'code' | 'title' | 'detail' | 'rule'>;
export type RatingFileManifest = Schemas['RatingFileManifest'];
export type Registered = Schemas['Registered'];
export type Round = Schemas['Round'];
export type RuleSetSummary = Schemas['RuleSetSummary'];
export type RuleSetList = Schemas['RuleSetList'];
export type Seat = Schemas['Seat'];
export type SeatClaim = Schemas['SeatClaim'];
export type SeatCode = Schemas['SeatCode'];
export type Session = Schemas['Session'];
export type Standings = Schemas['Standings'];
export type Table = Schemas['Table'];
export type TableList = Schemas['TableList'];
export type Ticket = Schemas['Ticket'];
export type Tournament = Schemas['Tournament'];
export type TournamentList = Schemas['TournamentList'];
export type TournamentSummary = Schemas['TournamentSummary'];
