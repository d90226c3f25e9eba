import type { Sentences } from '../translation';

export const sentences: Sentences = {
  'decided.equal': '{lower} est à égalité avec {upper} : les mêmes valeurs à chaque critère.',
  'decided.equal_points': '{lower} est à égalité avec {upper} : les mêmes points.',
  'decided.lots': '{upper} devance {lower} par tirage au sort.',
  'decided.criterion': '{upper} devance {lower} au critère {criterion}, {above} contre {below}.',
  'decided.head_to_head': '{upper} devance {lower} à la confrontation directe : {lower} a perdu contre un autre des joueurs à égalité.',
  'decided.dropped': {
    one: '{upper} devance {lower}, qu’une décision a fait reculer de {count} place.',
    many: '{upper} devance {lower}, qu’une décision a fait reculer de {count} de places.',
    other: '{upper} devance {lower}, qu’une décision a fait reculer de {count} places.',
  },
  'decided.disqualified': '{upper} devance {lower}, qui est disqualifié.',
  'decided.finals': '{upper} devance {lower} par la phase finale.',
  'criterion.points': 'points',
  'criterion.discs': 'pions',
  'criterion.lots': 'tirage au sort',
  'criterion.Buchholz': 'Buchholz',
  'criterion.progressive': 'progressif',
  'criterion.head-to-head': 'confrontation directe',
  'criterion.median': 'médiane',
  'criterion.cumulative': 'cumul',
  'criterion.timeouts': 'temps dépassés',
  'format.cycles.1': 'Toutes rondes',
  'format.cycles.2': 'Toutes rondes en deux tours',
  'format.cycles.3': 'Toutes rondes en trois tours',
  'format.cycles': 'Toutes rondes en {cycles} tours',
  'format.swiss': 'Système suisse',
  'format.swiss.modified': 'Système suisse modifié',
  'format.whole': '{name}.',
  'format.rounds': { one: '{name}, {count} ronde.', many: '{name}, {count} de rondes.', other: '{name}, {count} rondes.' },
  'format.continues': {
    one: '{name}, {count} ronde : les points continuent, et deux joueurs qui se retrouvent inversent leurs couleurs.',
    many: '{name}, {count} de rondes : les points continuent, et deux joueurs qui se retrouvent inversent leurs couleurs.',
    other: '{name}, {count} rondes : les points continuent, et deux joueurs qui se retrouvent inversent leurs couleurs.',
  },
  'format.round_robin_or_swiss': {
    one: 'Toutes rondes ou système suisse, {count} ronde : toutes rondes si elle suffit.',
    many: 'Toutes rondes ou système suisse, {count} de rondes : toutes rondes si elles suffisent.',
    other: 'Toutes rondes ou système suisse, {count} rondes : toutes rondes si elles suffisent.',
  },
  'format.best_of_three': 'au meilleur des trois parties',
  'format.games': { one: 'une partie', many: '{count} de parties', other: '{count} parties' },
  'format.playoffs': 'Barrages pour les dernières places en phase finale, à égalité de points.',
  'format.semi_finals': 'Demi-finales 1–4 et 2–3, {games}.',
  'format.semi_finals.beside': {
    one: 'Demi-finales 1–4 et 2–3, {games}, et système suisse de {count} ronde pour les autres.',
    many: 'Demi-finales 1–4 et 2–3, {games}, et système suisse de {count} de rondes pour les autres.',
    other: 'Demi-finales 1–4 et 2–3, {games}, et système suisse de {count} rondes pour les autres.',
  },
  'format.final': 'Une finale, {games}.',
  'format.final.third': 'Une finale, {games}, et un match pour la troisième place, {third}.',
  'format.womens_final': 'Une finale féminine, {games}, sauf si une femme est en demi-finale.',
  'format.tie_playoffs': 'Les joueurs à égalité peuvent jouer pour la meilleure place.',
  'alert.mass_stall': {
    one: 'À {count} table sur {boards} de la ronde {round}, la connexion d’un joueur a été perdue en 10 s : voyez les relevés, et arrêtez la ronde si le serveur peut être en cause.',
    many: 'À {count} de tables sur {boards} de la ronde {round}, la connexion d’un joueur a été perdue en 10 s : voyez les relevés, et arrêtez la ronde si le serveur peut être en cause.',
    other:
      'À {count} tables sur {boards} de la ronde {round}, la connexion d’un joueur a été perdue en 10 s : voyez les relevés, et arrêtez la ronde si le serveur peut être en cause.',
  },
  'alert.server_fault': {
    one: 'Le serveur s’est arrêté pendant {outage_ms} : {count} table sur {boards} de la ronde {round} est touchée. Le temps est rendu aux pendules qui tournaient.',
    many: 'Le serveur s’est arrêté pendant {outage_ms} : {count} de tables sur {boards} de la ronde {round} sont touchées. Le temps est rendu aux pendules qui tournaient.',
    other:
      'Le serveur s’est arrêté pendant {outage_ms} : {count} tables sur {boards} de la ronde {round} sont touchées. Le temps est rendu aux pendules qui tournaient.',
  },
  'alert.server_fault.gateway': {
    one: 'La passerelle {gateway_id} ne répond plus : {count} table sur {boards} de la ronde {round} est touchée. Le temps est rendu aux pendules qui tournaient.',
    many: 'La passerelle {gateway_id} ne répond plus : {count} de tables sur {boards} de la ronde {round} sont touchées. Le temps est rendu aux pendules qui tournaient.',
    other:
      'La passerelle {gateway_id} ne répond plus : {count} tables sur {boards} de la ronde {round} sont touchées. Le temps est rendu aux pendules qui tournaient.',
  },
  'alert.round_frozen': {
    one: 'Les pendules de la ronde {round} sont arrêtées à {count} table, selon ses règles : reprenez la ronde quand tous sont revenus.',
    many: 'Les pendules de la ronde {round} sont arrêtées à {count} de tables, selon ses règles : reprenez la ronde quand tous sont revenus.',
    other: 'Les pendules de la ronde {round} sont arrêtées à {count} tables, selon ses règles : reprenez la ronde quand tous sont revenus.',
  },
  'alert.penalty_not_applied':
    'La pénalité de temps à la table {table} de la ronde {round} n’a pas été appliquée : aucun temps n’a été pris ni donné.',
  'verdict.connected': 'La place était connectée tout le temps, ses réponses arrivaient, et toutes les parties du serveur fonctionnaient.',
  'verdict.not_connected':
    'La place n’était pas connectée pendant au moins une partie de ce temps, et le serveur fonctionnait tout le temps.',
  'verdict.not_observed': 'Aucune passerelle n’a rien signalé de la connexion de cette place.',
  'verdict.outage': 'Aucun processus du service de jeu n’a tourné pendant {ms}.',
  'verdict.gateway_silent': 'La passerelle qui tenait la connexion de cette place s’est tue : ses signaux se sont arrêtés.',
  'verdict.gateway_stall': 'La passerelle qui tenait la connexion de cette place s’est figée pendant {ms}.',
  'verdict.process_stall': 'Un des processus de jeu s’est figé pendant {ms} pendant que d’autres servaient.',
  'verdict.ended_by_server': 'Le serveur a lui-même mis fin à la connexion de cette place.',
  'verdict.ended_by_client': 'Le client a lui-même mis fin à la connexion, en prenant congé : sa page a été fermée ou quittée.',
  'verdict.ended_for_frames': 'La connexion a été coupée à cause de ce que le client envoyait, ou ne voulait pas lire.',
  'verdict.line_broke_in_common':
    'La ligne s’est rompue avec {others_dropped} autres sur {all} à la même passerelle en 10 s : une cause commune, sur la ligne du serveur ou sur une ligne que ces joueurs partagent.',
  'verdict.line_broke_alone':
    'La ligne s’est rompue pendant que la passerelle fonctionnait et gardait {others_open} autres connexions ; {others_dropped} autres ont été perdues en 10 s.',
  'verdict.line_broke_unwitnessed':
    'La ligne s’est rompue pendant que la passerelle fonctionnait ; avec {others_open} autres connexions, il y en a trop peu pour comparer.',
  'verdict.pongs_missed':
    'Les appels sont restés sans réponse pendant {ms} sur cette connexion, pendant que la passerelle fonctionnait et tenait {others_open} autres connexions.',
  'verdict.pongs_missed_unwitnessed':
    'Les appels sont restés sans réponse pendant {ms}, et trop peu d’autres étaient connectés pour comparer.',
  'verdict.gap.screen': 'Les réponses viennent de la couche réseau du client : ce que son écran montrait, et quand, n’est pas connu.',
  'verdict.gap.line':
    'L’endroit où la ligne s’est rompue entre la passerelle et le joueur (fournisseur du serveur, du joueur, réseau partagé par plusieurs joueurs, ou appareil) ne laisse pas de trace ici.',
  'verdict.gap.attempts': 'Une tentative de connexion qui n’a jamais atteint le serveur ne laisse pas de trace ici.',
  'verdict.gap.credit': 'Seuls les crédits de la feuille de pendule disent si une commande de cette place a été retenue.',
  'verdict.gap.course': 'Ce qu’aurait été la partie sans cela n’est pas connu.',
  'finals.few_left.0': 'Il ne reste personne pour jouer la phase finale.',
  'finals.few_left.1': 'Il reste un joueur : il est premier sans partie.',
  'finals.few_left.2': 'Il reste deux joueurs : il y a une finale et pas de match pour la troisième place.',
  'finals.few_left.3': 'Il reste trois joueurs : le 1 et le 2 jouent la finale, le troisième est troisième sans partie.',
  'finals.withdrew_before_match': '{entrant_id} s’est retiré avant la publication du match « {match} » : il n’est pas joué.',
  'finals.woman_qualified':
    'Une femme est qualifiée pour la phase finale : celles qui y sont se classent selon leur résultat, sans barrages féminins ni finale féminine.',
  'finals.one_woman_left': 'Il reste une femme : elle est première sans partie.',
  'match.points': '{match} : {winner} bat {loser} {score}.',
  'match.discs': '{match} : {winner} et {loser} sont à égalité {score} ; {winner} a {discs} pions, {loser} {other_discs}.',
  'match.rank': '{match} : {winner} et {loser} sont à égalité {score}, avec {discs} pions chacun ; {winner} est le mieux classé.',
  'match.withdrawals': '{match} : {winner} et {loser} se sont retirés ; {winner} est le mieux classé.',
  'match.walkover': '{match} : {loser} s’est retiré après la publication ; {winner} gagne par forfait.',
  'departure.rounds': {
    one: 'Le texte fixe une autre formule pour {entrants} participants ; le directeur a fixé {count} ronde.',
    many: 'Le texte fixe une autre formule pour {entrants} participants ; le directeur a fixé {count} de rondes.',
    other: 'Le texte fixe une autre formule pour {entrants} participants ; le directeur a fixé {count} rondes.',
  },
  'departure.rounds.cut': {
    one: 'La qualification était prévue en {planned} rondes et finit après {count} ronde.',
    many: 'La qualification était prévue en {planned} rondes et finit après {count} de rondes.',
    other: 'La qualification était prévue en {planned} rondes et finit après {count} rondes.',
  },
  'departure.start_before_announced': 'Un début est avancé par rapport à l’annonce : {play}.',
  'departure.round_notice_ms': 'Les règles veulent un préavis de {least_ms} avant une ronde ; il est de {ms}.',
  'departure.round_notice_ms.moved': 'Les règles veulent un préavis de {least_ms} avant un début ; {play} est déplacé à dans {ms}.',
  'departure.finals.choice': 'Les couleurs sont annoncées {least_ms} avant le début ; la ronde est annoncée {ms} avant.',
  'departure.accommodation': 'Le texte ajoute {text_ms} pour un joueur malvoyant ; {entrant_id} reçoit {ms}.',
  'departure.extra_rounds': 'Les règles continuent tant que plus d’un joueur a tous ses points ; cela n’a pas été joué.',
  'departure.finals': 'Les règles finissent par une phase finale ; elle n’a pas été jouée jusqu’au bout ici.',
  'departure.pairing.round_robin':
    'Les places d’un toutes rondes sont tirées et fixent ses rondes ; le directeur a fait la ronde {round} à la main.',
  'departure.handicap': {
    one: 'Le texte ne connaît pas de handicap ; {entrant_id} a {count} pion dans les coins à la ronde {round}.',
    many: 'Le texte ne connaît pas de handicap ; {entrant_id} a {count} de pions dans les coins à la ronde {round}.',
    other: 'Le texte ne connaît pas de handicap ; {entrant_id} a {count} pions dans les coins à la ronde {round}.',
  },
  'departure.entry.computers':
    'La ronde {round} est faite à la main : {entrant_id} joue le programme {program_id} alors qu’il refuse de jouer contre des programmes.',
  'departure.announced_before_round_one.general': 'Une annonce générale à tous est voulue avant la ronde 1 ; rien n’a été annoncé.',
  'departure.announced_before_round_one.monitors': 'Les surveillants sont à annoncer à tous avant la ronde 1 ; rien n’a été annoncé.',
  'departure.announced_before_round_one.time_rules': 'Les règles de temps sont à annoncer à tous avant la ronde 1 ; rien n’a été annoncé.',
  'departure.penalties.appeals.before_next_pairing':
    'Un appel est tranché avant l’appariement suivant ; un appel est ouvert et la ronde {round} est appariée.',
};
