import type { Fixed } from '../translation';

export const fixed: Fixed = {
  Handicaps: 'Handicaps',
  'McMahon bands': 'Tranches de McMahon',
  Formats: 'Formules',
  'Time limits': 'Temps de réflexion',
  'Fall of a flag': 'Chute d’un drapeau',
  'Forced passes': 'Passes forcées',
  'Moves chosen ahead': 'Coups choisis d’avance',
  'No-show limit': 'Délai d’absence',
  'Points of a bye': 'Points de l’exempt',
  'Discs of a bye': 'Pions de l’exempt',
  'Points of a missed round': 'Points d’une ronde manquée',
  'Round-robin table': 'Tableau du toutes rondes',
  'First round': 'Première ronde',
  'Acceptance of the rules': 'Acceptation des règles',
  'Credit for slow lines': 'Temps rendu aux connexions lentes',
  'Longest call': 'Durée d’un appel',
  'Number of calls': 'Nombre d’appels',
  'Board during a call': 'L’othellier pendant un appel',
  Spectators: 'Spectateurs',
  'Chat of spectators': 'Chat des spectateurs',
  "When spectators' chat is shown": 'Quand le chat des spectateurs est montré',
  'Signing the result': 'Signature du résultat',
  'Many boards drop at once': 'Beaucoup de tables coupées d’un coup',
  'Where the games are played': 'Où se jouent les parties',
  'A director who plays': 'Un directeur qui joue',
  'Rivals of a director who plays': 'Les rivaux d’un directeur qui joue',
  'Agreement of the federation': 'Accord de la fédération',
  'Entry fee': 'Droits d’inscription',
  'Unpaid fees': 'Droits impayés',
  'Titles of categories': 'Titres des catégories',
  Duties: 'Obligations',
  'Exactly 12 players': 'Exactement 12 joueurs',
  'Semi-finals': 'Demi-finales',
  'Third cycle': 'Troisième tour',
  'Extra rounds': 'Rondes supplémentaires',
  'Notice of a round': 'Préavis d’une ronde',
  'Results over live games': 'Résultats imposés à des parties en cours',
  'Confirming the event': 'Confirmation du tournoi',
  Rounds: 'Rondes',
  'Last criterion': 'Dernier critère',
  "Nobody has a handicap but by the director's word; one that is given is one to four discs in corners before the start, whoever gives it moves first, and the colours stay as paired.":
    'Personne n’a de handicap sans décision du directeur ; celui qui est donné est d’un à quatre pions dans les coins avant le début, celui qui le donne joue le premier, et les couleurs restent celles de l’appariement.',
  'Bands of 200 rating points from 1200 start a point above one another; from 2000 all start together.':
    'À partir de 1200, chaque tranche de 200 points de cote commence un point au-dessus de la précédente ; à partir de 2000, tous commencent ensemble.',
  'Up to 4 entrants meet twice and 5 or 6 once; more play a Swiss system of 5, 7, 9 or 11 rounds.':
    'Jusqu’à 4, les participants se rencontrent deux fois, à 5 ou 6 une fois ; au-delà, ils jouent un système suisse de 5, 7, 9 ou 11 rondes.',
  'The text sets no time for a game; the house does.': 'Le texte ne fixe aucun temps pour une partie ; l’organisateur en fixe un.',
  "A flag's fall loses the game; both get two minutes more and play on for the score.":
    'La chute du drapeau fait perdre la partie ; les deux joueurs reçoivent deux minutes de plus et continuent pour le score.',
  'A forced pass is made by itself.': 'Une passe forcée se fait d’elle-même.',
  "Whether a player may choose the next move while the opponent thinks is the house's choice.":
    'Qu’un joueur puisse choisir le coup suivant pendant que l’adversaire réfléchit dépend de l’organisateur.',
  "What becomes of a player who does not come is the house's choice.":
    'Ce qu’il advient d’un joueur qui ne vient pas dépend de l’organisateur.',
  'A bye scores one point.': 'L’exempt marque un point.',
  'A bye counts 40 discs of 64 in the disc-count.': 'L’exempt compte 40 pions sur 64 au total des pions.',
  'A round that an entrant does not play scores no point and no discs.':
    'Une ronde qu’un participant ne joue pas ne rapporte ni point ni pion.',
  'A round robin is played by the circle method, seats drawn by lot.':
    'Un toutes rondes se joue par la méthode du cercle, les places étant tirées au sort.',
  'The first round of a Swiss system is paired at random.': 'La première ronde d’un système suisse est appariée au hasard.',
  'Whoever enters is bound by the rules tacitly; nobody is asked.':
    'Qui s’inscrit est tacitement tenu par les règles ; on ne le demande à personne.',
  "A player gets back up to 1 second a move and 10 seconds a game of his line's delay, as the server measures it; what his client is slow to read counts with it.":
    'Un joueur récupère jusqu’à 1 seconde par coup et 10 secondes par partie du retard de sa ligne, mesuré par le serveur ; la lenteur de lecture de son client compte aussi.',
  'A call for the director stops the clocks for at most 10 minutes.': 'Un appel au directeur arrête les pendules 10 minutes au plus.',
  'Three calls of a player stop the clocks of a game; further ones are told to the director and stop nothing.':
    'Trois appels d’un joueur arrêtent les pendules d’une partie ; les suivants sont transmis au directeur et n’arrêtent rien.',
  'While a call holds the clocks neither the players nor spectators see the board, so that nobody gains time to think.':
    'Tant qu’un appel arrête les pendules, ni les joueurs ni les spectateurs ne voient l’othellier : personne n’y gagne du temps de réflexion.',
  'Spectators see every game as it is played.': 'Les spectateurs voient chaque partie au fil des coups.',
  'Spectators may write to one another; the players of a game see nothing of it before the end.':
    'Les spectateurs peuvent s’écrire ; les joueurs de la partie n’en voient rien avant la fin.',
  'What spectators write at a game is shown to the officials alone until it ends or an official opens it: a player may have a second account.':
    'Ce que les spectateurs écrivent à une partie n’est montré qu’aux officiels jusqu’à sa fin, ou jusqu’à ce qu’un officiel l’ouvre : un joueur peut avoir un second compte.',
  'Who neither confirms nor disputes a result within 5 minutes has confirmed it.':
    'Qui ne confirme ni ne conteste un résultat dans les 5 minutes l’a confirmé.',
  'When many boards drop at once the director is alerted; no clock is stopped by itself.':
    'Quand beaucoup de tables sont coupées d’un coup, le directeur est averti ; aucune pendule n’est arrêtée d’elle-même.',
  "The games are played here, on this server's clocks; an event may instead be held over the board, where officials enter the results.":
    'Les parties se jouent ici, aux pendules de ce serveur ; un tournoi peut aussi se tenir en salle, et les officiels saisissent alors les résultats.',
  'Nobody rules on a game of their own; a sole director may be let to where the opponent consents to the very act, and then withdraws others without being asked.':
    'Personne ne statue sur sa propre partie ; un directeur seul peut y être autorisé si l’adversaire consent à l’acte même, et il retire alors d’autres joueurs sans qu’on le lui demande.',
  'A director who plays rules on the others of his stage too, and it is noted with the rulings; putting them out for good, or naming who moves for them, takes their consent or that of a director who does not play.':
    'Un directeur qui joue statue aussi sur les autres joueurs de sa phase, et c’est noté avec les décisions ; les exclure pour de bon, ou nommer qui joue pour eux, demande leur accord ou celui d’un directeur qui ne joue pas.',
  'Whoever is entered plays in agreement with the federation; where the organiser has it noted for each entrant, who has it not yet holds his place and is not paired.':
    'Qui est inscrit joue avec l’accord de sa fédération ; là où l’organisateur le fait noter pour chacun, qui ne l’a pas encore garde sa place et n’est pas apparié.',
  'No fee is set; where there is one, it is noted who has paid, and no money passes through here.':
    'Aucun droit n’est fixé ; là où il y en a un, on note qui a payé, et aucun argent ne passe par ici.',
  'Who has not paid is paired all the same.': 'Qui n’a pas payé est apparié tout de même.',
  'No category but the women of the finals has a title; where one has, all whom the list leaves at its best rank have the title.':
    'Aucune catégorie n’a de titre, sauf les femmes de la phase finale ; là où il y en a un, tous ceux que la liste laisse au meilleur rang l’obtiennent.',
  'The text puts no duties on organiser and director that the event keeps a list of.':
    'Le texte n’impose à l’organisateur et au directeur aucune obligation dont le tournoi tienne la liste.',
  'Exactly 12 players play a round robin of 11 rounds; a Swiss system only with fewer rounds.':
    'Exactement 12 joueurs jouent un toutes rondes de 11 rondes ; un système suisse seulement s’il y a moins de rondes.',
  'Semi-finals are played with 9 and 10 players only, as the table of formats says.':
    'Les demi-finales ne se jouent qu’à 9 et 10 joueurs, comme le dit le tableau des formules.',
  'The third cycle of a triple round robin has the colours of the first.':
    'Le troisième tour d’un triple toutes rondes a les couleurs du premier.',
  'Whoever does not come loses by the clock only; no time limit for coming is set.':
    'Qui ne vient pas ne perd qu’à la pendule ; aucun délai pour arriver n’est fixé.',
  'No extra rounds are played for perfect scores.': 'Aucune ronde supplémentaire n’est jouée pour les scores parfaits.',
  'A round starts five minutes after its publication unless the director gives another start; it may start at once.':
    'Une ronde commence cinq minutes après sa publication, sauf si le directeur fixe un autre début ; elle peut commencer aussitôt.',
  'A result over a game that is being played is entered by the head director; other results by any director.':
    'Un résultat imposé à une partie en cours est saisi par le directeur principal ; les autres par n’importe quel directeur.',
  'The head director confirms the event.': 'Le directeur principal confirme le tournoi.',
  'Seven rounds are played: a round robin where they are enough for one, else a Swiss system.':
    'On joue sept rondes : un toutes rondes si elles y suffisent, sinon un système suisse.',
  'Players equal on points, BQ and discs share their rank; no lots are drawn.':
    'Les joueurs à égalité de points, de BQ et de pions partagent leur rang ; aucun tirage au sort n’a lieu.',
  "Send the game results to the association's ratings coordinator.":
    'Envoyer les résultats des parties au responsable des cotes de l’association.',
  "Send the membership data and fees to the association's membership secretary.":
    'Envoyer les données et les cotisations des membres au secrétaire des adhésions de l’association.',
  'Tell the European confederation who directs the tournament.': 'Dire à la confédération européenne qui dirige le tournoi.',
  "Announce the tournament to the confederation's members in good time.": 'Annoncer à temps le tournoi aux membres de la confédération.',
  "Tell the confederation's Grand Prix committee before the tournament that the pairings are not made with PAPP.":
    'Dire avant le tournoi au comité du Grand Prix de la confédération que les appariements ne sont pas faits avec PAPP.',
  'Send the results to the rating committee of the World Othello Federation.':
    'Envoyer les résultats à la commission des cotes de la Fédération mondiale d’Othello.',
  'Send the standings and a report to the European confederation.':
    'Envoyer le classement et un compte rendu à la confédération européenne.',
  'See that the federations have sent the results of their tournaments, at least of the qualification for the championship, to the rating list of the World Othello Federation by the deadline of registration.':
    'Veiller à ce que les fédérations aient envoyé les résultats de leurs tournois, au moins ceux de la qualification au championnat, à la liste des cotes de la Fédération mondiale d’Othello avant la clôture des inscriptions.',
};
