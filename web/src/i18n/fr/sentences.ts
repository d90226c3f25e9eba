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
  'criterion.cumulative': 'cumulatif',
  'criterion.timeouts': 'pertes au temps',
  'format.cycles.1': 'Toutes rondes',
  'format.cycles.2': 'Toutes rondes en deux tours',
  'format.cycles.3': 'Toutes rondes en trois tours',
  'format.cycles': 'Toutes rondes en {cycles} tours',
  'format.swiss': 'Système suisse',
  'format.swiss.modified': 'Système suisse modifié',
  'format.whole': '{name}.',
  'format.rounds': { one: '{name}, {count} ronde.', many: '{name}, {count} de rondes.', other: '{name}, {count} rondes.' },
  'format.continues': {
    one: '{name}, {count} ronde : les points sont conservés, et deux joueurs qui se retrouvent inversent leurs couleurs.',
    many: '{name}, {count} de rondes : les points sont conservés, et deux joueurs qui se retrouvent inversent leurs couleurs.',
    other: '{name}, {count} rondes : les points sont conservés, et deux joueurs qui se retrouvent inversent leurs couleurs.',
  },
  'format.round_robin_or_swiss': {
    one: 'Toutes rondes ou système suisse, {count} ronde : toutes rondes si elle suffit.',
    many: 'Toutes rondes ou système suisse, {count} de rondes : toutes rondes si elles suffisent.',
    other: 'Toutes rondes ou système suisse, {count} rondes : toutes rondes si elles suffisent.',
  },
  'format.best_of_three': 'au meilleur des trois parties',
  'format.games': { one: 'une partie', many: '{count} de parties', other: '{count} parties' },
  'format.playoffs': 'Barrages pour les dernières places en phase finale, en cas d’égalité de points.',
  'format.semi_finals': 'Demi-finales 1–4 et 2–3, {games}.',
  'format.semi_finals.beside': {
    one: 'Demi-finales 1–4 et 2–3, {games}, et système suisse de {count} ronde pour les autres.',
    many: 'Demi-finales 1–4 et 2–3, {games}, et système suisse de {count} de rondes pour les autres.',
    other: 'Demi-finales 1–4 et 2–3, {games}, et système suisse de {count} rondes pour les autres.',
  },
  'format.final': 'Une finale, {games}.',
  'format.final.third': 'Une finale, {games}, et un match pour la troisième place, {third}.',
  'format.womens_final': 'Une finale féminine, {games}, sauf si une femme est en demi-finale.',
  'format.tie_playoffs': 'Les joueurs à égalité peuvent jouer une partie pour la meilleure place.',
  'alert.mass_stall': {
    one: 'À {count} table sur {boards} de la ronde {round}, un joueur a perdu la connexion en l’espace de 10 s : voyez les connexions, et arrêtez la ronde si le serveur peut être en cause.',
    many: 'À {count} de tables sur {boards} de la ronde {round}, un joueur a perdu la connexion en l’espace de 10 s : voyez les connexions, et arrêtez la ronde si le serveur peut être en cause.',
    other:
      'À {count} tables sur {boards} de la ronde {round}, un joueur a perdu la connexion en l’espace de 10 s : voyez les connexions, et arrêtez la ronde si le serveur peut être en cause.',
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
    one: 'Les pendules de la ronde {round} sont arrêtées à {count} table, comme le veulent ses règles : reprenez la ronde quand tous sont revenus.',
    many: 'Les pendules de la ronde {round} sont arrêtées à {count} de tables, comme le veulent ses règles : reprenez la ronde quand tous sont revenus.',
    other:
      'Les pendules de la ronde {round} sont arrêtées à {count} tables, comme le veulent ses règles : reprenez la ronde quand tous sont revenus.',
  },
  'alert.penalty_not_applied':
    'La pénalité de temps à la table {table} de la ronde {round} n’a pas été appliquée : aucun temps n’a été pris ni donné.',
  'verdict.connected':
    'La place est restée connectée tout le temps, ses réponses sont arrivées, et tous les composants du serveur fonctionnaient.',
  'verdict.not_connected': 'La place n’était pas connectée au moins une partie du temps, et le serveur fonctionnait tout le temps.',
  'verdict.not_observed': 'Aucune passerelle n’a rien signalé de la connexion de cette place.',
  'verdict.outage': 'Aucun processus du service de jeu n’a tourné pendant {ms}.',
  'verdict.gateway_silent': 'La passerelle qui tenait la connexion de cette place s’est tue : ses signaux se sont arrêtés.',
  'verdict.gateway_stall': 'La passerelle qui tenait la connexion de cette place s’est figée pendant {ms}.',
  'verdict.process_stall': 'Un des processus de jeu s’est figé pendant {ms} alors que d’autres répondaient.',
  'verdict.ended_by_server': 'Le serveur a lui-même mis fin à la connexion de cette place.',
  'verdict.ended_by_client': 'Le client a lui-même mis fin à la connexion, en l’annonçant : sa page a été fermée ou quittée.',
  'verdict.ended_for_frames': 'La connexion a été coupée à cause de ce que le client envoyait, ou refusait de lire.',
  'verdict.line_broke_in_common':
    'La ligne s’est rompue en même temps, à 10 s près, que {others_dropped} autres sur {all} à la même passerelle : une cause commune, sur la ligne du serveur ou sur une ligne que ces joueurs partagent.',
  'verdict.line_broke_alone':
    'La ligne s’est rompue alors que la passerelle fonctionnait et gardait {others_open} autres connexions ; nombre d’autres perdues en 10 s : {others_dropped}.',
  'verdict.line_broke_unwitnessed':
    'La ligne s’est rompue alors que la passerelle fonctionnait ; nombre d’autres connexions : {others_open}, trop peu pour comparer.',
  'verdict.pongs_missed':
    'Les pings sont restés sans réponse pendant {ms} sur cette connexion, alors que la passerelle fonctionnait et tenait {others_open} autres connexions.',
  'verdict.pongs_missed_unwitnessed':
    'Les pings sont restés sans réponse pendant {ms}, et trop peu d’autres joueurs étaient connectés pour comparer.',
  'verdict.gap.screen': 'Les réponses viennent de la couche réseau du client : ce que son écran montrait, et quand, n’est pas connu.',
  'verdict.gap.line':
    'L’endroit où la ligne s’est rompue entre la passerelle et le joueur (fournisseur du serveur, du joueur, réseau partagé par plusieurs joueurs, ou appareil) ne laisse pas de trace ici.',
  'verdict.gap.attempts': 'Une tentative de connexion qui n’a jamais atteint le serveur ne laisse pas de trace ici.',
  'verdict.gap.credit': 'Seuls les crédits du relevé de pendule disent si une commande de cette place a été retenue.',
  'verdict.gap.course': 'On ne sait pas comment la partie se serait déroulée sans cela.',
  'finals.few_left.0': 'Il ne reste personne pour jouer la phase finale.',
  'finals.few_left.1': 'Il ne reste qu’un joueur : il est premier sans jouer.',
  'finals.few_left.2': 'Il reste deux joueurs : ils jouent la finale, et il n’y a pas de match pour la troisième place.',
  'finals.few_left.3': 'Il reste trois joueurs : les deux premiers jouent la finale, le troisième est troisième sans jouer.',
  'finals.withdrew_before_match': '{entrant_id} s’est retiré avant la publication du match « {match} » : il n’est pas joué.',
  'finals.woman_qualified':
    'Une femme est qualifiée pour la phase finale : celles qui y sont se classent selon leur résultat, sans barrages féminins ni finale féminine.',
  'finals.one_woman_left': 'Il ne reste qu’une femme : elle est première sans jouer.',
  'match.points': '{match} : {winner} bat {loser} {score}.',
  'match.discs': '{match} : {winner} et {loser} sont à égalité {score} ; {winner} a {discs} pions, {loser} {other_discs}.',
  'match.rank': '{match} : {winner} et {loser} sont à égalité {score}, avec {discs} pions chacun ; {winner} est mieux classé.',
  'match.withdrawals': '{match} : {winner} et {loser} se sont retirés ; {winner} est mieux classé.',
  'match.walkover': '{match} : {loser} s’est retiré après la publication ; gain sur retrait pour {winner}.',
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
  'departure.round_notice_ms.moved':
    'Les règles veulent un préavis de {least_ms} avant un début ; {play} est avancé, avec un préavis de {ms}.',
  'departure.finals.choice': 'Les couleurs s’annoncent {least_ms} avant le début ; la ronde n’est annoncée que {ms} avant.',
  'departure.accommodation': 'Le texte ajoute {text_ms} pour un joueur malvoyant ; {entrant_id} reçoit {ms}.',
  'departure.extra_rounds':
    'Les règles prolongent le tournoi tant que plus d’un joueur a tous ses points ; ces rondes n’ont pas été jouées.',
  'departure.finals': 'Les règles finissent par une phase finale ; elle n’a pas été jouée jusqu’au bout ici.',
  'departure.pairing.round_robin':
    'Dans un toutes rondes, les places sont tirées au sort et fixent les rondes ; le directeur a composé la ronde {round} à la main.',
  'departure.handicap': {
    one: 'Le texte ne connaît pas de handicap ; {entrant_id} a {count} pion dans les coins à la ronde {round}.',
    many: 'Le texte ne connaît pas de handicap ; {entrant_id} a {count} de pions dans les coins à la ronde {round}.',
    other: 'Le texte ne connaît pas de handicap ; {entrant_id} a {count} pions dans les coins à la ronde {round}.',
  },
  'departure.entry.computers':
    'La ronde {round} est composée à la main : {entrant_id} joue contre le programme {program_id}, alors qu’il refuse de jouer contre des programmes.',
  'departure.announced_before_round_one.general': 'Les règles veulent une annonce à tous avant la ronde 1 ; rien n’a été annoncé.',
  'departure.announced_before_round_one.monitors':
    'Le rôle des surveillants doit être annoncé à tous avant la ronde 1 ; rien n’a été annoncé.',
  'departure.announced_before_round_one.time_rules':
    'Les temps de réflexion et l’usage des pendules doivent être annoncés à tous avant la ronde 1 ; rien n’a été annoncé.',
  'departure.penalties.appeals.before_next_pairing':
    'Un appel se tranche avant l’appariement suivant ; la ronde {round} est appariée alors qu’un appel est ouvert.',
  'stands_out.unsigned_result': '{at} : aucune partie n’a été jouée ici pour le résultat de {who}, et aucun directeur ne l’a signé.',
  'stands_out.paired_with_oneself': '{at} : {who} est apparié contre lui-même.',
  'stands_out.impossible_score': '{at} : aucune partie d’Othello ne finit par le score de {who}.',
  'stands_out.unapproved_director': 'Aucune fédération du pays hôte n’a agréé un directeur principal de ce tournoi.',
  'stands_out.unknown_number': 'Le numéro {number} de {who} n’est pas dans la liste des joueurs.',
  'stands_out.claimed_number': '{who} dit avoir le numéro {number}, et personne ne l’a confirmé.',
  'stands_out.new_player': '{who} est un nouveau joueur, sous le numéro {number}.',
  'stands_out.number_twice': '{who} ont un seul numéro, {number}.',
  'stands_out.same_person': '{who} sont peut-être une seule personne.',
  'stands_out.result_against_score': '{at} : le résultat de {who} donne la partie à qui a le moins de pions.',
  'stands_out.result_after_withdrawal': '{at} : {who} a un résultat après son retrait.',
  'stands_out.result_without_game': '{at} : le directeur a signé le résultat de {who} ; aucune partie n’a été jouée ici.',
  'stands_out.departure': 'Le tournoi s’est écarté de ses règles. {what}',
  'why.set': '{board} : fixé par le directeur.',
  'why.only': 'Aucun autre appariement n’est possible : {board} s’impose.',
  'why.excluded': 'Les conditions de la ronde excluent {board}.',
  'why.without': 'Sans {board}, le meilleur appariement de la ronde coûte plus : {more}.',
  'why.with': 'Avec {board}, le meilleur appariement de la ronde coûte plus : {more}.',
  'why.without.draw': 'Sans {board}, le meilleur appariement de la ronde vaut autant à chaque niveau ; le tirage au sort a décidé.',
  'why.with.draw': 'Avec {board}, le meilleur appariement de la ronde vaut autant à chaque niveau ; le tirage au sort a décidé.',
  'why.bye': 'l’exempt de {name}',
};
