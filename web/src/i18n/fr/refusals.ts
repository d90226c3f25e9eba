import type { Refusals } from '../translation';

export const refusals = {
  acted_upon_nothing: ['Dites à quoi le signalement a mené : la décision ou l’interruption.'],
  bad_account_id: [
    {
      general:
        'Ce compte ne convient pas ici : une commission qui a des membres a un président, et un modérateur est une personne dont le compte a un mot de passe.',
    },
    'Un identifiant de compte a de 1 à {most} lettres, chiffres et - _ . :',
  ],
  bad_announcement: [
    {
      general:
        'L’annonce ne va pas ainsi : son genre est general, monitors ou time_rules ; elle s’adresse à tous, à une table (ronde et table nommées) ou aux officiels ; une correction reprend le genre et les destinataires de l’annonce corrigée.',
    },
    'Une annonce a de 1 à {most} caractères, en lignes, sans autre caractère de contrôle.',
  ],
  bad_appeal: ['Un appel vise une seule décision, ou la décision sur une seule réclamation.'],
  bad_application: [
    {
      general:
        'La candidature ne va pas ainsi : seule une nation qui n’est pas membre de la fédération dépose une candidature, et il en faut une pour l’inscrire ; les jours s’écrivent AAAA-MM-JJ, dans l’ordre candidature, décision, tournoi.',
    },
  ],
  bad_archive_query: ['Les archives ne peuvent pas être interrogées ainsi : {what}.'],
  bad_choice: ['Un choix est black, white ou opponent_picks_colour.'],
  bad_claim: ['Un surveillant constate overtime ou basic_time.'],
  bad_command_id: ['Une commande demande un identifiant de 1 à {most} octets, sans caractère de contrôle.'],
  bad_country: ['Un code de pays a de 1 à {most} octets, sans caractère de contrôle.', 'Un pays s’écrit en trois majuscules, comme FRA.'],
  bad_date: [{ general: 'La date doit être un jour du calendrier, écrit AAAA-MM-JJ ; le premier jour, à partir de 1900.' }],
  bad_description: [
    {
      general:
        'Le texte « {name} » du tournoi a au plus {most} octets, sans caractère de contrôle ; les retours à la ligne ne vont que dans les textes de plusieurs lignes.',
    },
  ],
  bad_disputes: ['Les contestations à lister sont open, decided ou all.'],
  bad_effect: ['L’effet d’un appel est nothing, annul, replace ou result.'],
  bad_facts: ['Cette donnée du tournoi doit avoir de 1 à {most} caractères, sans caractère de contrôle : {what}.'],
  bad_fate: ['Une ronde inachevée est complétée, adjugée ou annulée.'],
  bad_federation: [
    'Une confédération a au plus {most} membres.',
    {
      general:
        '« {code} » ne va pas : une fédération a le code de sa nation (ISO 3166 alpha-3) ou de 3 à 8 majuscules à elle ; les membres d’une confédération sont des nations (ISO 3166 alpha-3), nommées une fois chacune.',
    },
    'Le nom d’une fédération a de 1 à 100 octets, sans caractère de contrôle.',
  ],
  bad_federation_number: [
    {
      general:
        'Un numéro de fédération a au plus six chiffres ; 0 veut dire aucun, sauf pour renuméroter un joueur : il lui faut un numéro supérieur à 0, avant comme après.',
    },
  ],
  bad_id: ['Cet identifiant doit avoir de 1 à {most} octets, sans caractère de contrôle : {what}.'],
  bad_import: [
    'L’archive ZIP est illisible : {why}.',
    {
      general:
        'La limite est de {most} octets : l’archive décompressée en a plus (importez-la en plusieurs fois), ou name, le nom du fichier lui-même, n’en a pas de 1 à {most}.',
    },
    'L’archive a {files} fichiers et le maximum est de {most} : importez-la en plusieurs fois.',
    'kind est elo, wthor, ggf, flip_the_disc ou papp.',
  ],
  bad_leg: ['Les étapes d’un circuit sont numérotées de 1 à {most}.'],
  bad_limit: ['Une recherche trouve au plus {most} joueurs.'],
  bad_loser: ['Le perdant d’un résultat est black, white ou both.'],
  bad_main_time: ['Le temps de chaque joueur va de {least_minutes} à {most_minutes} minutes ; 0 veut dire celui du jeu de règles.'],
  bad_name: [
    'Un nom de famille a au moins une lettre ; écrivez-le comme s’appelle la personne ou le programme.',
    'Plusieurs nouveaux joueurs ont le numéro {number} : donnez le nom du joueur voulu, tel qu’il figure dans ses tournois.',
    'Ce nom doit être en lettres latines, comme les fichiers de cotes ({what}) ; ces caractères n’ont pas de forme latine : {letters}.',
    'Ce nom doit avoir de {least} à {most} caractères, sans caractère de contrôle : {what}.',
  ],
  bad_name_sought: ['Un compte se cherche par {least} à {most} caractères de son nom.'],
  bad_nonce: ['Cette valeur s’écrit en 64 chiffres hexadécimaux : {what}.'],
  bad_offender: ['Une pénalité vise un seul participant, ou le compte d’un seul spectateur.'],
  bad_outcome: ['L’issue d’un signalement est noted, acted_upon ou dismissed.'],
  bad_papp_files: [
    'Parmi les fichiers se trouvent à la fois {one} et {other} ; PAPP n’en prend qu’un.',
    'Il manque parmi les fichiers {name}, qui est le tournoi lui-même : envoyez-le, seul ou avec les autres du dossier de PAPP.',
    'L’archive ZIP est illisible : {why}.',
    'Les fichiers font ensemble plus de {most} octets, ou sont plus de {files} : envoyez seulement {name} et les listes qui l’accompagnent.',
  ],
  bad_penalty: [
    'Une pénalité est warning, time, final_score, draw, loss_of_game, points, position, room_expulsion, expulsion, disqualification, series_disqualification ou ban.',
  ],
  bad_power: ['Il n’existe pas de pouvoir d’officiel « {power} ».'],
  bad_query: ['Une recherche a au plus {most} caractères.'],
  bad_rating: ['Une cote va de 1 à {most} ; 0 veut dire sans cote.'],
  bad_rating_query: [
    'Une échéance est un jour du calendrier, écrit AAAA-MM-JJ.',
    'L’état « {state} » n’existe pas pour un fichier de cotes ; états possibles : {known}.',
  ],
  bad_reason: [
    { general: 'Un motif, ou un autre texte joint à un acte, doit avoir de 1 à {most} caractères, sans caractère de contrôle.' },
  ],
  bad_residence: [
    'Une résidence a un premier jour et, au besoin, un dernier qui ne le précède pas, écrits AAAA-MM-JJ ; on peut en déclarer {most}.',
  ],
  bad_result_kind: ['Un résultat est played, time_default, resigned, entered, adjudicated, forfeit, double_forfeit, no_show ou walkover.'],
  bad_role: ['Un officiel est head_director, assistant_director, table_judge, monitor, head_arbiter ou organiser.'],
  bad_rounds: [
    'Une absence s’annonce pour des rondes pas encore appariées, une fois chacune : {first} à {last}.',
    'On peut fixer au plus {most} rondes ; 0 veut dire le nombre du jeu de règles.',
  ],
  bad_rule_set: [
    'Le jeu de règles est illisible à la ligne {line}, colonne {column} : {problem}. Partez d’un modèle et changez des valeurs.',
    'Le jeu de règles est illisible : {problem}. Partez d’un modèle et changez des valeurs.',
    'La valeur {value} du jeu de règles est illisible : {problem}. Partez d’un modèle et changez des valeurs.',
  ],
  bad_rule_set_name: ['Le nom d’un jeu de règles a de 1 à {most} caractères, tous visibles.'],
  bad_rules_choice: [
    'Dites quelles règles par une seule de ces voies : un modèle, un jeu de règles enregistré, un tournoi ou un document ; une version ne va qu’avec un jeu de règles enregistré.',
  ],
  bad_score: ['Les pions de Noir vont de 0 à {most} ; Blanc a le reste des {most}.'],
  bad_season: [
    'Une saison a de 1 à {most} tournois ; nombre de tournois nommés : {tournaments}.',
    'Un tournoi compte une fois par saison ; nommez chacun une seule fois.',
  ],
  bad_season_day: ['« {date} » n’est pas un jour du calendrier ; écrivez-le AAAA-MM-JJ.'],
  bad_series: ['Un circuit se nomme par 1 à {most} minuscules, chiffres et -, comme grand-prix-2027.'],
  bad_tables: [
    'On attribue au plus {most} tables par tournoi, chacune comptée pour chaque officiel et chaque ronde ; retirez-en.',
    'Les tables vont de 1 à {tables} et les rondes de 1 à {rounds} ; nommez chaque table une seule fois.',
  ],
  bad_time_control: ['Une cadence est sudden_death, fischer, bronstein, byoyomi ou canadian.'],
  bad_timetable: [
    { general: 'L’horaire ne va pas ainsi : donnez-le en entier ; on y prévoit des rondes, ou des parties d’un tour de la phase finale.' },
  ],
  bad_push_subscription: [
    'Ce n’est l’abonnement d’aucun navigateur : envoyez son `endpoint`, une adresse https, ses clés `p256dh` et `auth` en base64url, et une langue de deux lettres, dans une session de ce navigateur.',
  ],
  bad_webhook_url: ['`url` ne mène nulle part où un webhook puisse aller : {why}.'],
  body_cut_short: ['Le corps s’est interrompu avant la fin. Rien n’a changé ; envoyez-le à nouveau.'],
  common_password: [
    {
      general:
        'Ce mot de passe se devine trop vite : il est parmi les premiers essayés, ou il contient l’identifiant ou le nom du compte. Prenez plusieurs autres mots, ou une phrase.',
    },
  ],
  dismissed_without_reason: ['Un signalement se rejette avec un motif.'],
  finals_incomplete: [
    {
      general:
        'La phase finale est incomplète : barrages, demi-finales, match pour la troisième place et rondes parallèles supposent une finale, et les rondes suisses parallèles supposent des demi-finales. Fixez ce qui manque, ou laissez tout de côté.',
    },
  ],
  finals_out_of_range: [
    'Une couleur s’annonce de 0 à 24 heures avant le début de sa partie.',
    'Nombre de parties impossible pour un match : {games} ; fixez de 1 à {most}.',
    'Nombre de rondes suisses impossible à côté des demi-finales : {rounds} ; fixez de 1 à {most}.',
  ],
  formats_incomplete: [
    {
      general:
        'Les phases d’une formule ne vont pas ainsi : un toutes rondes ne peut être que la première phase, un système suisse continue une phase exactement s’il n’est pas la première, et une phase réglée par le nombre de rondes est la seule.',
    },
    'Une formule va de {from} participants à moins ; sa limite haute ne doit pas être au-dessous.',
    'La formule à partir de {from} participants doit avoir de 1 à {most} phases.',
    'Une ligne des formules commence à {from} participants alors qu’il faut {wanted} ; elles doivent se suivre sans trou ni chevauchement.',
    'Les formules doivent aller de 2 à {most} participants ; laissez la dernière ligne sans limite haute.',
  ],
  handicap_out_of_range: ['Un handicap de {discs} pions est impossible : il va de 1 à {most}, un par coin, ou 0 pour aucun.'],
  invalid_body: [{ general: 'Le corps de la requête n’est pas comme il faut.' }],
  invalid_command_id: ['L’en-tête `Idempotency-Key` prend de 1 à {most} caractères ASCII visibles.'],
  invalid_expiry: ['Une clé prend fin dans l’avenir, ou jamais.'],
  invalid_login: ['Un identifiant de connexion a de {least} à {most} lettres, chiffres ou . _ - @ +'],
  invalid_name: [{ general: 'Un nom, celui d’une clé aussi, a de 1 à {most} caractères, sans caractère caché ni de contrôle.' }],
  invalid_page_size: ['`page_size` vaut {page_size} : demandez au plus {most} et continuez avec `page_token`.'],
  invalid_page_token: ['Ce `page_token` n’est pas de cette liste pour cette requête : recommencez sans lui.'],
  invalid_password: ['Un mot de passe a au moins {least} et au plus {most} caractères.'],
  invalid_path: ['L’adresse est illisible : {problem}.', { general: 'L’adresse n’est pas comme il faut.' }],
  invalid_query: [
    'La requête de l’adresse est illisible : {problem}.',
    { general: 'La requête de l’adresse n’est pas comme il faut.' },
    '`{field}` figure à côté de `{other}` ; ne donnez que l’un des deux.',
    { general: '`{field}` n’a pas sa place ainsi : il figure deux fois, ou cette adresse ne prend rien dans sa requête.' },
    '`{field}` ne dit rien ici ; ce qui irait : {right}.',
  ],
  invalid_scope: ['Une clé se crée pour une ou plusieurs des portées `read`, `play` et `direct`.'],
  malformed_act: [
    {
      general:
        'L’acte est incomplet ou mal formé : la demande d’un officiel nomme un seul acte, et selon l’acte un camp (black ou white), une place ou un compte, le compte d’un juge de table, un message, l’ouverture ou la fermeture du canal des spectateurs, ou ce que doivent montrer les deux pendules, en ms.',
    },
  ],
  malformed_channel: ['Un message va à un canal : players, spectators ou officials.'],
  malformed_command_id: ['Un identifiant de commande a de 1 à {most} caractères.'],
  malformed_json: ['Les trames sont des textes JSON ; celle-ci était binaire.'],
  malformed_paragraph: ['Un paragraphe se nomme en {most} caractères au plus, comme WOC IV.7.'],
  malformed_square: ['« {square} » n’est pas une case : une case est une lettre de a à h et un chiffre de 1 à 8, comme f5.'],
  malformed_text: ['Un message a de 1 à {most} caractères, sans caractère caché ni de contrôle.'],
  no_earlier_list: ['Aucune liste des joueurs antérieure n’est conservée pour la remplacer : importez-en une.'],
  no_players: ['Le fichier ne nomme aucun joueur ; l’annuaire reste comme il était. Une ligne se lit « 220901 EKHAVN, Lars %_<2204> ».'],
  no_ruling_appealed: ['Seul un appel contre une décision peut en remplacer la pénalité.'],
  nobody_absent: ['Dites qui ne s’est pas présenté : black, white ou both.'],
  not_for_a_round: ['Seuls les pauses et les ajournements concernent une ronde entière ; décidez des autres actes table par table.'],
  not_the_list: ['Seule la liste des joueurs qui fait foi peut être annulée : regardez laquelle.'],
  nothing_declared: ['Cela ne déclare rien de ce que demandent les règles du tournoi.'],
  nothing_in_question: ['Un accord porte sur une table ou sur un participant, pas sur les deux.'],
  nothing_to_import: ['Aucun résultat lisible n’y figure : vérifiez que le format est le bon.'],
  offices_wrong: ['La fonction « {office} » laisse de côté le directeur principal, qui les exerce toutes.'],
  pairing_levels_wrong: [
    {
      general:
        'Les niveaux ne vont pas ({system}) : il y faut la différence de points, sans laquelle rien n’est apparié au score, et chaque niveau n’y figure qu’une fois.',
    },
    'Un système suisse modifié a besoin de ses propres niveaux ; donnez modified_levels.',
  ],
  password_required: [
    'Une clé d’API survit à la session de qui la crée : envoyez dans `password` le mot de passe du compte auquel vous êtes connecté.',
  ],
  penalties_wrong: [
    'Personne ne pourrait infliger les pénalités ; nommez au moins une fonction.',
    'La pénalité « {kind} » est soumise à examen sans être connue ; ajoutez-la aux pénalités connues.',
  ],
  power_not_of_role: [
    'La fonction « {role} » n’a pas de pouvoir « {power} » à donner ; laissez-le de côté ou choisissez une autre fonction.',
  ],
  prizes_too_great: ['Tous les prix ensemble font au plus {most} fois la plus petite unité.'],
  reason_required: [
    {
      general:
        'Cet acte demande un motif de 1 à {most} caractères : contestation, modération, ou acte d’un officiel (le motif est alors montré aux deux joueurs).',
    },
  ],
  rehearsal: [{ general: 'Ceci est une répétition et rien n’en compte ; faites-le dans le tournoi lui-même.' }],
  result_inconsistent: [
    'Un score de {black}–{white} ne tient pas : pions et cases vides font ensemble {squares}, le vainqueur en a plus (moins en Anti-Reversi), une nulle est {half}–{half}, un absent laisse tous les pions à l’adversaire, et pour deux absents ou un double forfait c’est 0–0.',
  ],
  rounds_out_of_range: ['Nombre de rondes impossible : {rounds} ; fixez de 1 à {most}.'],
  rule_set_out_of_range: [
    {
      general:
        'Le jeu de règles ne tient pas : un différé pour spectateurs cache des coups ou du temps ; les tranches McMahon montent, par la cote et sans baisse de score ; la cote minimale admise ne dépasse pas la maximale ; les séances suivent l’ordre des jours, et la phase finale vient le jour de la dernière ou après.',
    },
    'Les annonces d’avant la ronde 1 nomment « {kind} » là où ce mot n’a pas sa place ; nommez general, monitors ou time_rules, une fois chacun.',
    'Ce texte ne peut pas servir : {what}, de 1 à {most} caractères sans caractère de contrôle.',
    'Cette valeur ne peut pas servir : {what}, de {least_ms} à {most_ms}.',
    'Cette valeur ne peut pas servir : {what}, de {least} à {most}.',
  ],
  rule_set_too_long: ['Un jeu de règles a au plus {most} octets de JSON.'],
  season_terms_wrong: [
    'Le nom d’une saison a de 1 à 100 octets, sans caractère de contrôle.',
    'Cette valeur d’une saison doit aller de {least} à {most} : {what}.',
  ],
  start_in_the_past: ['Une ronde ne peut pas commencer dans le passé ; donnez une heure à venir, ou 0 pour maintenant.'],
  start_too_late: ['Une ronde commence au plus {most_days} jours après sa publication.'],
  tie_breaks_wrong: [
    {
      general:
        'Les critères du classement ne vont pas ainsi : les points viennent en premier, chaque critère figure une fois au plus, et le tirage au sort, qui ne laisse pas d’égalité, ne peut être que le dernier.',
    },
    'Un classement suit au plus {most} critères ; laissez-en de côté.',
  ],
  time_control_out_of_range: [
    'Cette cadence ne peut pas servir : {control}. Chaque temps va de 1 milliseconde à 30 jours, un temps de base avant un temps additionnel peut être nul, un temps additionnel a de 1 à {periods} périodes ou des blocs de 1 à {moves} coups.',
  ],
  too_many_prizes: ['On peut partager au plus {most} prix ; laissez de côté ceux de 0.'],
  rehearsed_enough: ['Un tournoi se répète au plus {most} fois.'],
  house_full: ['{most} répétitions sont en cours sur ce serveur, autant qu’il en tient ; réessayez plus tard.'],
  house_bot: ['C’est un robot de la maison, qui ne joue que dans les répétitions et les parties libres ; nommez le compte d’une personne.'],
  too_many_rehearsals: [{ general: 'Il y a déjà {most} répétitions en cours ; terminez-en une d’abord.' }],
  unknown_act: ['Il n’y a pas d’acte « {act} » auquel donner son accord.'],
  unknown_category: ['Une catégorie est women, junior, senior, ou nation avec un code de pays.'],
  unknown_rule_set: ['Il n’y a pas de jeu de règles « {name} » ; choisissez-en un : {known}.'],
  websocket_only: ['Cette adresse ne parle que WebSocket : {problem}.'],
  api_key_refused: ['Cette clé d’API est inconnue, a pris fin ou a été révoquée : son opérateur peut en créer une autre.'],
  no_session: ['Il n’y a de jeton d’actualisation ni dans le corps ni dans le cookie : connectez-vous.'],
  session_ended: [
    {
      general:
        'Cette session est terminée : connectez-vous à nouveau, ou, si vous étiez là par un lien de place, demandez-en un nouveau au directeur.',
    },
  ],
  session_revoked: ['Un jeton d’actualisation a servi deux fois, ce qui a mis fin à la session : connectez-vous à nouveau.'],
  ticket_refused: ['Le ticket est inconnu, utilisé ou vieux de plus de 30 s : prenez-en un autre par POST /api/v1/tickets.'],
  token_expired: ['Le jeton d’accès a expiré : actualisez la session.'],
  token_refused: [
    {
      general:
        'Le jeton d’accès ne convient pas : l’en-tête doit être `Authorization: Bearer` suivi d’un jeton d’accès de ce serveur. Connectez-vous à nouveau pour en avoir un.',
    },
  ],
  unauthenticated: [
    {
      general:
        'Personne n’est connecté ici : connectez-vous ou prenez d’abord votre place. Un socket ouvert en spectateur ne sert pas à jouer ; ouvrez-en un autre une fois connecté.',
    },
  ],
  wrong_credentials: ['Cet identifiant et ce mot de passe ne vont pas ensemble.'],
  administrators_only: [{ general: 'C’est réservé aux administrateurs de ce serveur.' }],
  consent_needed: [
    {
      general:
        'Cet acte touche un intérêt à vous, ou à la personne qui vous a nommé : il demande d’abord l’accord, pour cet acte précis, d’une personne concernée (titulaire de la place, joueurs appariés avec elle) ou d’un autre officiel sans intérêt ; selon le cas, un tel officiel peut aussi agir à votre place.',
    },
  ],
  directors_only: [{ general: 'C’est réservé aux officiels de ce tournoi, et parfois aussi aux responsables des cotes de sa fédération.' }],
  foreign_origin: [
    'Une page d’un autre site ne peut pas faire cela : ouvrez les pages de ce serveur lui-même.',
    'Ce serveur ne répond pas au nom {name} : ouvrez-le par son adresse ou par le nom de sa machine, ou faites-le dire par son exploitant dans le réglage `origin`, ou `names` pour d’autres noms.',
  ],
  founding_closed: ['Les tournois sont créés par les administrateurs de ce serveur ; adressez-vous à eux.'],
  head_director_only: ['Seul un directeur principal de ce tournoi peut le faire.'],
  may_not_appoint: ['Une commission est nommée par l’organisateur, ou par l’officiel qui a la charge de l’appel.'],
  may_not_consent: ['L’accord vient du titulaire de la place en question, ou d’un directeur sans intérêt, et jamais de soi-même.'],
  may_not_decide_appeal: ['L’arbitre principal tranche les appels, et l’organisateur ceux contre les décisions de cet arbitre.'],
  may_not_describe: ['Ce que le tournoi dit de lui-même est écrit par ses directeurs et son organisateur.'],
  may_not_note_testimony: ['Les témoignages sont notés par la commission qui entend l’appel, ou par un officiel.'],
  may_not_review: ['Une disqualification, ou plus grave, est examinée par un organisateur principal autre que celui qui l’a proposée.'],
  may_not_rule: [
    {
      general:
        'Cet acte revient aux officiels que nomment les règles : pénalités, décisions sur les réclamations, décision qui en remplace une en appel, modification d’un classement confirmé et changement tardif d’équipe ont chacun leur titulaire.',
    },
  ],
  members_only: ['Un compte sans mot de passe ne permet pas cela : donnez d’abord au vôtre un identifiant et un mot de passe.'],
  no_entrant_here: ['Pour se plaindre de la direction d’un tournoi, il faut y avoir participé.'],
  no_office: ['La recherche de comptes est réservée aux officiels de tournois et à qui peut en créer.'],
  not_a_member: ['La commission choisit son président : seuls ses membres disent qui ils veulent.'],
  not_concerned: [
    {
      general:
        'Cela ne vous concerne pas directement : décisions motivées et déclarations sont pour les officiels et pour les personnes visées, et un spectateur ne fait appel que d’une décision sur lui-même.',
    },
  ],
  not_heard: ['Vous ne pouvez pas écrire ici : ce canal n’est pas le vôtre, ou vous êtes réduit au silence.'],
  not_its_leg: [
    'Une étape du circuit {series} est organisée par son directeur, par des responsables de son pays hôte ou de la fédération du circuit, ou, si aucune saison n’a ce circuit, par le directeur principal ou l’organisateur d’un autre de ses tournois.',
  ],
  not_its_organiser: [
    'Un tournoi ne se tient pour {organiser} que par le directeur principal ou l’organisateur d’un autre de ses tournois, ou par un administrateur.',
  ],
  not_the_chair: ['C’est le président qui communique la décision de la commission.'],
  not_the_committee: ['Seul un responsable de la fédération {federation}, à qui est ce circuit, décide de son calendrier.'],
  not_the_host: ['Seul un responsable de la fédération du pays hôte de cette étape ({host}) en choisit le directeur et le tournoi.'],
  not_the_leg_director: ['Les obligations d’une étape sont celles de son directeur, et personne d’autre ne les coche.'],
  not_your_choice: [
    {
      general:
        '{player_id} n’a rien à choisir, ou plus rien à changer, dans « {title} » : seuls les deux joueurs choisissent, et un choix de couleurs fait est définitif.',
    },
  ],
  not_your_claim: ['Le constat « {claim} » revient à un surveillant, à une de ses tables et par un pouvoir qui lui a été donné.'],
  not_your_office: [
    {
      general:
        'Cet acte n’est pas de votre fonction : sous ces règles il revient au directeur principal seul ou, pour une pénalité, aux officiels que nomment les règles.',
    },
  ],
  not_your_rule_set: ['Seul son propriétaire change un jeu de règles enregistré ; enregistrez-en une copie à vous.'],
  not_your_seat: [
    {
      general: 'Cette place n’est pas la vôtre, ou ne l’est plus : cet acte revient à son titulaire, ou parfois à un directeur en son nom.',
    },
  ],
  not_your_table: ['Vous êtes lié aux tables qui vous sont attribuées, et la table {table} de la ronde {round} n’en est pas.'],
  officers_only: ['Seul un responsable des cotes de la fédération peut faire cela : un administrateur les nomme.'],
  oneself: ['Un responsable des cotes ne s’agrée pas lui-même comme directeur : un autre responsable le fait.'],
  opponent_of_round: [
    {
      general:
        'Vous, la personne qui vous a nommé ou l’officiel qui a créé ce code jouez cette ronde contre la personne visée : un autre officiel sans intérêt peut agir, un nouveau code peut être nécessaire, et un directeur seul a besoin de l’accord de cette personne pour cet acte précis.',
    },
  ],
  out_of_scope: [
    {
      general:
        'La clé d’API ne permet pas cela : connectez-vous par mot de passe ou, sur un socket ouvert en lecture seule, créez une clé de portée `play`.',
    },
    'Cette clé d’API ne permet pas cela : il y faut une clé de portée `{scope}`.',
  ],
  own_event: ['Qui a joué ou officié dans un tournoi n’en décide pas pour sa fédération ; un autre responsable le fait.'],
  own_game: [
    {
      general:
        'Cette partie est la vôtre, par votre place ou celle de la personne qui vous a nommé : un autre officiel de ce tournoi, non concerné, s’en occupe et voit le reste ; un directeur seul agit une fois que son adversaire a donné son accord à cet acte précis.',
    },
  ],
  player_of_board: [
    'Qui joue cette partie appelle le directeur, conteste le résultat ou dépose une réclamation ; les signalements sont pour les autres.',
  ],
  people_only: [
    'Un programme ou un robot de la maison n’a pas d’identifiant : un programme s’exprime par des clés d’API, que son opérateur crée.',
  ],
  power_not_given: [
    'Votre nomination ne comprend pas le pouvoir « {power} », que demande cet acte ; un directeur principal peut le donner.',
  ],
  rival_of_stage: [
    'Sous ces règles, un officiel qui joue ne rend pas de décision sur d’autres joueurs de la même phase ; un autre officiel le peut.',
  ],
  same_officer: ['Vous avez transmis ce fichier ; ce qui y a changé depuis est transmis par un autre responsable.'],
  sent_out: ['Qui a été exclu de la salle n’y signale rien.'],
  no_such_file: ['Cette version n’a pas ce fichier : {reason}.', 'Cette version n’a pas ce fichier ; son manifeste nomme ceux qu’elle a.'],
  not_confirmed: [
    {
      general:
        'Le résultat, ou le classement final du tournoi, n’est pas encore confirmé. Tant que le directeur n’a pas confirmé le classement, il n’y a pas de fichier de cotes, et un résultat se corrige à sa table.',
    },
    'Le tournoi {tournament_id} n’est pas confirmé ; une saison ne compte que des classements finals.',
  ],
  not_finished: [
    {
      general:
        'La partie n’est pas finie. La transcription se signe une fois la partie finie ; une transcription incomplète se saisit comme inachevée, ou avec un score fixé.',
    },
  ],
  tournament_absent: [{ general: 'Ce tournoi n’existe pas ; il faut d’abord le créer.' }],
  unknown_api_key: ['Ni vous ni un de vos programmes n’avez de clé avec cet identifiant.'],
  unknown_appeal: ['Aucun appel n’est déposé.', 'Il n’y a pas d’appel « {appeal_id} ».'],
  unknown_complaint: ['Aucune plainte « {complaint_id} » n’a été déposée au sujet de ce tournoi.'],
  unknown_delivery: ['Ce webhook n’a pas cet envoi, ou ne le conserve plus.'],
  unknown_duty: [{ general: 'Les règles n’imposent pas d’obligation « {duty} » ici.' }],
  unknown_entrant: [
    'Cette personne n’est inscrite nulle part dans ce tournoi.',
    'Il n’y a pas de participant « {entrant_id} » dans ce tournoi.',
  ],
  unknown_federation: ['Aucune fédération {code} n’est connue ici ; un administrateur la fait connaître.'],
  unknown_game: ['La partie {game_id} n’est pas celle de la table {table} à la ronde {round}.', 'Cette partie n’existe pas.'],
  unknown_import: ['Il n’y a pas d’import avec cet identifiant.'],
  unknown_leg: ['Les étapes de cette saison sont numérotées de 1 à {legs} ; il n’y a pas d’étape {leg}.'],
  unknown_match: ['Aucune partie annoncée n’est de ce match : voyez la ronde annoncée.'],
  unknown_message: ['Il n’y a pas de message de ce numéro à cette table.'],
  unknown_official: ['Ce compte n’a aucune fonction dans ce tournoi.'],
  unknown_player: [{ general: 'Le numéro {number} n’a rien à montrer : aucune partie dans les archives, ou aucun tournoi de ce serveur.' }],
  unknown_program: ['Ce n’est ni votre propre compte ni un de vos programmes.'],
  unknown_protest: [
    'Aucune réclamation n’est déposée.',
    { general: 'Il n’y a pas de réclamation « {protest_id} », ou elle n’est pas tranchée.' },
  ],
  unknown_report: [{ general: 'Ce signalement n’existe pas ici.' }, 'Il n’y a pas de signalement « {report_id} ».'],
  unknown_round: ['Aucune ronde n’est publiée.', 'La ronde {round} n’est pas publiée.'],
  unknown_rule_set_version: ['Ce jeu de règles enregistré n’a pas de version {version} ; la dernière est la {latest}.'],
  unknown_ruling: [{ general: 'Il n’y a pas de décision « {ruling_id} » en vigueur ; rendez-la d’abord.' }],
  unknown_saved_rule_set: ['Ce jeu de règles enregistré n’existe pas, ou n’est ni à vous ni partagé avec vous.'],
  unknown_season: ['Cette saison n’est pas annoncée ici.'],
  unknown_seat_code: ['Ce code de place est inconnu ou n’est plus valable : demandez-en un nouveau au directeur.'],
  unknown_table: ['La ronde {round} n’a pas de table {table} ; ses tables vont de 1 à {tables}.'],
  unknown_tournament: [{ general: 'Il n’y a pas de tournoi « {tournament_id} » ici : voyez la liste des tournois.' }],
  unknown_webhook: ['Il n’y a pas de tel webhook parmi les vôtres.'],
  method_not_allowed: ['{path} ne peut pas être demandé par {method} : /api/docs liste ce qui est possible.'],
  request_timeout: ['Le corps n’est pas arrivé à temps. Rien n’a changé ; envoyez-le à nouveau.'],
  archive_contended: ['D’autres ont changé les archives au même moment, plusieurs fois de suite ; envoyez à nouveau.'],
  conflict: [
    {
      general: 'Un autre changement est passé d’abord, et celui-ci n’a pas eu lieu. Essayez à nouveau ; un export est retenté de lui-même.',
    },
  ],
  federation_contended: ['D’autres ont changé cette fédération au même moment, plusieurs fois de suite ; renvoyez la même commande.'],
  list_began_anew: [
    'Les données de cette liste ont été restaurées depuis ce jeton, et les fichiers y sont numérotés à neuf : recommencez sans jeton. Ce que vous avez revient sous le même tournoi et la même version.',
  ],
  refresh_raced: ['Ce jeton d’actualisation a été échangé il y a un instant : utilisez les jetons obtenus, ou réessayez dans 2 s.'],
  season_contended: [
    'D’autres ont changé cette saison ou ses tournois au même moment, plusieurs fois de suite ; renvoyez la même commande.',
  ],
  tournament_contended: [
    'D’autres changements de ce tournoi sont passés d’abord trop longtemps, si bien que celui-ci n’a pas eu lieu ; renvoyez la même commande.',
  ],
  webhooks_contended: ['D’autres ont changé des webhooks au même moment, plusieurs fois de suite ; envoyez à nouveau.'],
  absence_limit_running: ['Les joueurs de la ronde {round} ont {after_ms} à partir de son début pour se présenter.'],
  accommodation_unchanged: ['Le participant « {entrant_id} » bénéficie déjà exactement de cela.'],
  account_already_seated: ['Ce compte joue pour un autre participant de ce tournoi ; un compte a une seule place.'],
  account_has_login: ['Ce compte a déjà un identifiant : connectez-vous avec celui-ci, et changez son mot de passe s’il doit être autre.'],
  additional_player_refused: [
    {
      general:
        'Le joueur supplémentaire n’est pas admis : il faut que les règles en accordent un au pays hôte, que lui seul l’inscrive, une seule fois, contre un nombre impair de joueurs ; si l’effectif devient impair avec lui, supprimez-le de la liste.',
    },
  ],
  adjourned: ['La partie est ajournée ; l’officiel la reprend d’abord.'],
  adjournment_too_soon: ['Les joueurs sont prévenus dix minutes avant un ajournement.'],
  adjudicated_twice: ['La table {table} reçoit deux scores ; donnez-en un.'],
  all_rounds_played: ['Les {rounds} rondes sont toutes publiées ; il n’y en a pas d’autre.'],
  already_absent: ['L’absence du participant « {entrant_id} » à partir de la ronde {round} est déjà annoncée.'],
  already_appealed: ['Cette décision a déjà fait l’objet d’un appel ; la décision sur l’appel est définitive.'],
  already_called: ['Le directeur a déjà été appelé.'],
  already_checked_in: ['Le participant « {entrant_id} » a déjà pointé pour la ronde {round}.'],
  already_confirmed: [{ general: 'Le résultat est confirmé. Pour y revenir, adressez-vous au directeur.' }],
  already_disputed: ['Le résultat de la table {table} de la ronde {round} est déjà contesté.'],
  already_invited: ['Le participant « {entrant_id} » est déjà invité.'],
  already_paused: ['Les pendules sont déjà arrêtées.'],
  already_withdrawn: [{ general: 'Le participant « {entrant_id} » s’est déjà retiré, et un retour peut être exclu.' }],
  amended_before_round_one: ['La ronde 1 n’est pas publiée ; changez plutôt les règles.'],
  announcement_made_with_act: [
    'Une annonce du genre « {kind} » se fait avec l’acte dont elle informe ; ici on ne peut qu’en corriger une antérieure.',
  ],
  announcements_over: ['La ronde 1 est publiée ; ce qui s’annonce avant elle ne change plus.'],
  annulled: ['La partie a été annulée.'],
  appeal_decided: [
    {
      general:
        'L’appel « {appeal_id} » est clos : sa décision est définitive, ou il est tombé avec la ronde de sa partie, comptée comme non jouée.',
    },
  ],
  appeal_exists: ['Il y a déjà un appel « {appeal_id} ».'],
  appeal_open: ['L’appel « {appeal_id} » est en cours ; il se tranche avant la confirmation du classement.'],
  appeal_too_late: [{ general: 'Le délai d’appel est passé ; contre un résultat, l’appel vient avant l’appariement suivant.' }],
  application_missing: ['Une nation qui n’est pas membre de la fédération dépose d’abord sa candidature ; dites quel jour elle l’a fait.'],
  application_too_late: ['Pour être admise, une nation non membre dépose sa candidature au plus tard {days} jours avant le tournoi.'],
  approved_already: ['Le tournoi est déjà homologué pour les cotes.'],
  assistant_plays: ['Un compte qui joue dans ce tournoi n’y assiste personne ; nommez-en un autre.'],
  bad_committee: ['Une commission a de 1 à {most} membres, nommés une fois chacun, et l’un d’eux est le président.'],
  bad_ply: ['Les coups se comptent à partir de 1.'],
  bad_ranking: ['La saison ne peut pas être comptée : {problem}.'],
  bad_utc_offset: ['L’heure propre au tournoi va de 720 minutes de retard sur UTC à 840 d’avance.'],
  banned: ['Une décision de cet organisateur interdit à ce joueur les tournois suivants.'],
  board_closed: ['La partie est finie ; du temps ne se retire ou ne se donne que pendant le jeu.'],
  boards_open: ['La ronde {round} ne peut pas être terminée tant que des tables sont ouvertes ; résultats manquants, table {tables}.'],
  breaks_out_of_order: ['Une pause finit après son début, et chacune commence après la fin de la précédente.'],
  byes_given: ['Quelqu’un a déjà été exempt ; {field} ne change plus.'],
  calendar_fixed: ['Le calendrier est arrêté ; une étape s’y change avec un motif et un avis à tous.'],
  calendar_open: ['Le calendrier n’est pas encore arrêté ; d’ici là, ses étapes se redéfinissent simplement.'],
  cannot_pass: ['Vous avez un coup ; seul un joueur sans coup passe.'],
  chair_named_already: ['Vous voulez déjà ce membre comme président.'],
  chairs_drawn: ['Les places du toutes rondes sont tirées au sort ; son tableau ne change plus.'],
  check_in_already_open: ['Le pointage pour la ronde {round} est déjà ouvert.'],
  check_in_closed: [{ general: 'Aucun pointage n’est ouvert pour la ronde {round} ; le directeur l’ouvre.' }],
  check_in_missing: ['Les participants pointent avant la ronde {round} ; ouvrez d’abord le pointage.'],
  check_in_open: ['Le pointage pour la ronde {round} est ouvert ; fermez-le d’abord.'],
  check_in_out_of_order: ['Les participants pointent pour la prochaine ronde, qui est la ronde {round}.'],
  choice_already_made: ['{player_id} a déjà choisi pour « {title} » ; un choix est définitif.'],
  choice_too_early: ['{player_id} a encore le choix pour « {title} » ; attendez ce choix ou la fin du délai.'],
  choice_too_late: [
    'La couleur pour « {title} » devait être annoncée au moins {notice_ms} avant le début ; c’est maintenant l’adversaire qui choisit.',
    'L’heure de « {title} » est venue ; les couleurs sont tirées au sort.',
  ],
  choices_open: [
    'Les couleurs de la partie {game} de « {title} » ne sont pas encore choisies ; elles sont tirées au sort à partir du début annoncé.',
  ],
  clock_named_twice: ['Le participant « {entrant_id} » reçoit deux pendules dans cette ronde ; donnez-lui-en une.'],
  clock_without_table: [
    'Le participant « {entrant_id} » ne joue pas de partie de cette ronde ; seuls les joueurs à ses tables ont une pendule.',
  ],
  colours_unsettled: ['Les couleurs de « {title} » ne peuvent pas être réglées.'],
  command_id_reused: [{ general: 'Cet identifiant de commande a servi pour une autre commande ; à chaque commande le sien.' }],
  committee_missing: ['Une commission tranche cet appel ; nommez-la d’abord.'],
  committee_partial: ['Ne siègent à la commission ni l’auteur de la décision, ni celui de l’appel, ni les joueurs de la partie en cause.'],
  committee_unchanged: ['La commission d’appel a déjà ces membres et ce président.'],
  complaint_answered: ['La plainte a déjà sa réponse.'],
  complaint_too_early: ['Le tournoi n’est pas terminé ; d’ici là, son directeur et sa commission d’appel décident.'],
  computer_playing: ['Les paramètres d’un programme se changent avant le début d’une ronde, jamais pendant.'],
  computers_banned: ['Les programmes ne peuvent pas s’inscrire à ce tournoi.'],
  computers_not_refusable: ['Les règles ne donnent à personne le droit de refuser un programme.'],
  computers_not_refused: ['Le participant « {entrant_id} » ne refuse pas de programmes.', 'Personne ne refuse de programmes.'],
  computers_refused_already: ['Le participant « {entrant_id} » refuse déjà les programmes.'],
  contradictory_results: ['Les résultats ne peuvent pas être classés : {problem}.'],
  days_out_of_order: [
    'Le jour {day} n’est pas à sa place ; les jours sont numérotés de 1 à 60, un numéro plus grand est un jour plus tardif du calendrier, et les débuts d’un jour tiennent en deux dates.',
  ],
  decision_final: ['La décision du directeur est définitive ; les règles ne connaissent pas d’appel.'],
  decision_unchanged: ['C’est déjà ce qui est décidé pour « {country} ».'],
  departure_unconfirmed: [
    'C’est une dérogation au texte, et elle est irréversible ; confirmez-la pour continuer. Dérogations : {deviations}',
  ],
  description_unchanged: ['Le tournoi dit déjà cela de lui-même ; changez un texte ou laissez-les.'],
  digest_mismatch: [{ general: 'Une autre transcription est à cette table ; regardez-la et confirmez celle-là.' }],
  director_already: ['La fédération permet déjà à ce compte de diriger des tournois comptant pour les cotes.'],
  directors_unapproved: [
    'Aucune fédération de la nation hôte n’a agréé un directeur principal de ce tournoi ; agréez-en d’abord un comme directeur.',
  ],
  dispute_open: [
    {
      general:
        'Le résultat de la table {table} de la ronde {round} est contesté ; la contestation se règle, ou le résultat se corrige, avant la suite.',
    },
  ],
  disputed: ['Le résultat est contesté ; un officiel règle cela d’abord.'],
  disqualified_from_series: ['Une décision disqualifie ce joueur du circuit « {series} ».'],
  draw_win_not_offered: [
    'Une nulle dans « {title} » vaut un demi-point pour chacun ; choisissez Noir ou Blanc.',
    'Seul {player_id} peut laisser à l’autre le choix pour « {title} » ; choisissez Noir ou Blanc.',
  ],
  draws_exhausted: ['Plus aucun tirage au sort n’est possible dans ce tournoi.'],
  duty_done: ['L’obligation « {duty} » est déjà cochée.'],
  duty_done_itself: [
    'L’obligation « {duty} » se coche en la remplissant : on nomme le directeur, ou on transmet le fichier de cotes, sur ce serveur.',
  ],
  duty_not_done: ['Aucune obligation n’est cochée.', 'L’obligation « {duty} » n’est pas cochée.'],
  duty_not_yet: ['L’obligation « {duty} » devient exigible une fois le classement confirmé.'],
  effect_needs_result: [
    'La table {table} de la ronde {round} n’avait pas de résultat avant la décision, ou en a un autre depuis ; dites lequel elle reçoit.',
  ],
  effect_of_dismissed_appeal: ['Un appel rejeté ne change rien.'],
  entrant_exists: [
    { general: 'Le participant « {entrant_id} » est déjà inscrit ; pour l’inscrire autrement, supprimez-le d’abord de la liste.' },
  ],
  entrant_is_computer: ['Seul un humain peut refuser de jouer contre un programme.'],
  entrant_not_present: [{ general: 'Le participant « {entrant_id} » ne joue pas cette ronde ; on n’apparie que les présents.' }],
  entrant_withdrawn: [
    'Le participant « {entrant_id} » s’est retiré et ne prend part à aucun tirage au sort.',
    'Ce participant s’est retiré, et il n’y a pas de retour.',
  ],
  entry_by_list_only: ['Le directeur tient la liste des participants ; demandez à y être mis.'],
  event_cancelled: ['Ce tournoi a été annulé ; une étape se joue avec un tournoi qui a lieu.'],
  event_elsewhere: [
    'Lieu du tournoi : {nation}, le {event_date} ; lieu de l’étape : {host}, le {date}. Nommez un autre tournoi, ou changez l’étape.',
  ],
  event_linked: ['Ce tournoi est déjà l’étape {leg} de la saison.'],
  event_of_another_leg: [
    'Le tournoi a été créé comme étape {leg} du circuit {series} ; nommez-en un de cette étape-ci, ou un sans circuit.',
  ],
  expelled: [{ general: 'Ce compte a été exclu de la table par le directeur.' }],
  extra_round_fixed: ['Une ronde supplémentaire se joue entre les seuls scores parfaits ; elle ne se fixe pas à la main.'],
  extra_rounds_left: [
    'Il reste plus d’un score parfait ; jouez une ronde supplémentaire, ou confirmez le tournoi sans elle, ce qui déroge à ses règles.',
  ],
  extra_time_out_of_range: ['Le temps accordé pour besoins particuliers va de 0 à {most_ms} par partie.'],
  federation_known: ['La fédération {code} est déjà connue.'],
  federation_number_taken: ['Le numéro de fédération {federation_number} est déjà sur la liste ; une personne s’inscrit une seule fois.'],
  federation_number_unconfirmed: ['Ici, chaque participant doit avoir un numéro de fédération confirmé ; faites-le d’abord confirmer.'],
  federation_numbers_used_up: [
    'Tous les numéros de fédération pour nouveaux joueurs sont pris pour ce pays ({country}) ; donnez le numéro propre au joueur.',
  ],
  fee_unchanged: ['C’est déjà ce qui est noté du droit d’inscription du participant « {entrant_id} ».'],
  finals_begun: ['La phase finale suit déjà son classement ; le tirage au sort se fait avant elle.'],
  finals_fixed: ['Les tables de la phase finale découlent du classement et des résultats ; elles ne se fixent pas à la main.'],
  finals_format_fixed: ['La phase finale a commencé ; la formule ne change plus.'],
  finals_not_announced: ['Les couleurs de « {title} » se choisissent avant la publication ; annoncez d’abord la ronde.'],
  finals_unfinished: [
    'Les règles se terminent par une phase finale qui n’est pas jouée jusqu’au bout ; jouez-la, ou confirmez le tournoi sans elle, ce qui déroge au texte.',
  ],
  first_round_paired: ['La ronde 1 est appariée ; la façon d’apparier les premières rondes ne change plus.'],
  flag_fell: ['Votre drapeau est tombé avant l’arrivée de ceci ; la partie est perdue.'],
  flag_pending: [
    { general: 'Un drapeau est tombé, ou l’est peut-être ; attendez que ce soit réglé.' },
    'Le drapeau est peut-être tombé ({side}) ; attendez que ce soit réglé.',
  ],
  format_unavailable: ['Le jeu de règles {rule_set} n’a pas de formule pour {entrants} participants.'],
  game_in_no_list: [
    'La table {table} de la ronde {round} est une partie d’un match, qui ne compte dans aucun classement : il n’y a pas de points de classement à en retirer. Attribuez la partie, ou pénalisez autrement.',
  ],
  game_over: ['La partie est finie.'],
  group_a_not_named: ['La ronde 1 apparie le groupe A contre les autres ; nommez d’abord ses membres, ou personne s’il n’en a pas.'],
  group_a_unchanged: ['Le groupe A est déjà celui-ci.'],
  handicap_not_possible: [
    'Les deux joueurs de la table {table} sont nommés ; un handicap est celui d’un seul joueur.',
    {
      general:
        'Ce handicap ne va pas avec les règles : en Anti-Reversi, des pions dans les coins n’aident personne, et un handicap selon l’écart de tranches suppose des tranches McMahon. Fixez-les, ou donnez le handicap à la main.',
    },
    {
      general:
        'Le participant « {entrant_id} » ne peut pas recevoir ce handicap : un seul par ronde, pour un joueur assis à une de ses tables, et aucun en Anti-Reversi.',
    },
    'Le participant « {entrant_id} » est parti au-dessus de la barre de {bar} ; les joueurs au-dessus n’ont pas de handicap.',
  ],
  head_director_has_all: [
    'Un directeur principal a tous les pouvoirs ; pour n’en donner que certains, nommez la personne directeur adjoint ou à une autre fonction.',
  ],
  hold_unchanged: ['La contestation à la table {table} de la ronde {round} en est déjà là.'],
  host_exists: ['Une autre nation est l’hôte ; une seule nation organise le tournoi.'],
  host_no_member: ['{host} n’est pas membre de la fédération {federation} ; seuls ses membres accueillent une étape.'],
  host_taken: ['{host} accueille déjà l’étape {leg} ; chaque étape de cette saison se tient dans une autre nation.'],
  illegal_move: [
    {
      general:
        '{square} n’est pas légal : un coup retourne un pion au moins, dans la position ajournée aussi, et les quatre premiers pions vont au centre.',
    },
    '{square} n’est pas légal : l’othellier a {board} cases.',
  ],
  invalid_clocks: [
    { general: 'Une correction n’est pas nulle et fait au plus un jour ; une pendule montre plus que zéro et au plus un jour.' },
    {
      general:
        'Il ne reste pas assez de temps à cette pendule pour en retirer autant ({color}) ; au besoin, dites ce que montrent les deux pendules.',
    },
  ],
  invalid_flip: [
    {
      general:
        'Le pion à retourner ne va pas avec {square} : dites lequel des pions adverses du centre est retourné, ou envoyez le coup sans en choisir si ce coup n’en demande pas.',
    },
    '{flip} n’est pas un pion adverse du centre ; choisissez-en un.',
  ],
  invalid_instant: ['L’instant doit être à venir, d’ici un an.'],
  invalid_score: ['Un score fait {squares} pions en tout, et le camp qu’il favorise gagne.'],
  invalid_transcript: [
    'La transcription ne peut pas être lue jusqu’au bout, ici : {problem}.',
    'Le coup {ply}, {played}, n’est pas légal ; ce qui précède l’est.',
  ],
  invitation_needed: ['Seuls les invités peuvent s’inscrire ; demandez une invitation au directeur.'],
  last_head_director: ['Un tournoi doit avoir un directeur principal ; nommez-en d’abord un autre.'],
  late_change_permitted: ['« {country} » peut déjà changer son équipe.'],
  late_entry_impossible: ['Une inscription tardive commence par une ronde suisse, et la ronde {round} n’en est pas une.'],
  leg_begun: ['L’étape {leg} a commencé ; son hôte et sa date ne se changeaient qu’avant son tournoi.'],
  leg_called_off: ['L’étape {leg} est annulée.'],
  leg_director_already: ['Ce compte est déjà le directeur de l’étape.'],
  leg_not_set: ['L’étape {leg} n’a encore ni hôte ni date ; fixez-les d’abord.'],
  leg_outside_season: ['La saison se joue en {year}, et {date} n’est pas un jour de cette année.'],
  leg_played: ['L’étape {leg} est terminée et son classement final confirmé ; rien ne peut plus y changer.'],
  leg_unchanged: ['L’étape {leg} a déjà cet hôte, cette date et ce lieu.'],
  legs_missing: ['Le calendrier ne peut pas être arrêté avant que chaque étape ait un hôte et une date ; il manque : {legs}.'],
  legs_open: ['La saison est terminée quand chaque étape a un classement final confirmé ou est annulée ; en attente : {legs}.'],
  list_fixed: ['Un tirage au sort est fait pour le classement, ou la phase finale le suit ; {field} ne change plus.'],
  listed_players_unconfirmed: [
    'Des numéros et des cotes de la liste des joueurs sont seulement déclarés ({entrants}) ; confirmez, corrigez ou retirez d’abord chacun.',
  ],
  login_taken: ['L’identifiant {login} est pris : choisissez-en un autre, ou connectez-vous.'],
  loser_from_score: ['Le score d’un résultat du genre {kind} dit qui a perdu ; ne nommez personne à côté.'],
  loser_not_named: [
    'Dites qui a perdu par ce genre de résultat ({kind}) : black, white ou both ; mais on n’abandonne pas à deux, et un double forfait est des deux joueurs.',
  ],
  lots_already_drawn: ['Le tirage au sort se fait une fois, et il est fait.'],
  lots_not_drawn: [
    {
      general:
        'Des joueurs sont à égalité sur tous les critères ; tirez au sort avant que la phase finale suive le classement, ou avant de confirmer celui-ci.',
    },
  ],
  manual_and_constraints: ['Une ronde est fixée en entier par le directeur, ou complétée selon ses conditions ; donnez l’un des deux.'],
  manual_byes: [
    'Participants présents : {present} ; une ronde d’un système suisse a un exempt si leur nombre est impair et aucun s’il est pair, pas {byes}.',
  ],
  manual_incomplete: ['Une ronde fixée à la main apparie tous les présents ou les exempte ; il manque : {missing}.'],
  manual_named_twice: ['Le participant « {entrant_id} » est nommé deux fois dans cette ronde ; chacun joue une partie ou est exempt.'],
  manual_pairing_needed: ['Le directeur fixe la première ronde sous ces règles : {problem}.'],
  match_not_announced: ['La ronde annoncée n’a pas de partie de « {title} ».'],
  membership_undeclared: ['Un programme et la personne qui l’opère sont membres de l’association ; déclarez les deux.'],
  missed_rounds_scored: ['Quelqu’un a déjà manqué une ronde ; ce que vaut une telle ronde ne change plus.'],
  moved_away: [{ general: 'La suite se joue sur un autre serveur : {place}.' }],
  must_pass: ['Vous n’avez aucun coup légal ; appuyez sur « Passer ».'],
  must_seal: [{ general: 'L’heure de l’ajournement est venue : le camp au trait met son coup sous enveloppe.' }],
  nation_exists: ['La nation « {country} » est déjà inscrite.'],
  nation_has_players: ['Des joueurs de « {country} » sont sur la liste ; supprimez-les d’abord.'],
  nation_not_admitted: ['« {country} » n’est pas membre de la fédération, et le conseil de celle-ci ne l’a pas admise.'],
  nation_not_entered: ['La nation « {country} » n’est pas inscrite ; inscrivez-la avant ses joueurs.', 'Aucune nation n’est inscrite.'],
  no_absence_limit: ['Ces règles ne fixent pas de délai après lequel un joueur absent perd ; seule sa pendule décide, une fois en marche.'],
  no_appeals_committee: ['Aucune commission d’appel avec un président n’est nommée ; nommez-en une, ou ses membres.'],
  no_call: ['Personne à cette table n’a appelé le directeur.'],
  no_choice_of_colour: ['Personne ne choisit les couleurs de « {title} » ; elles sont inversées ou tirées au sort.'],
  no_committee: ['Selon les règles, les appels vont à l’arbitre principal, et à aucune commission.'],
  no_confirmation: ['Ce résultat vient d’un officiel ou du délai d’absence ; personne ne le confirme.'],
  no_default: ['Aucun drapeau n’est tombé dont l’effet puisse être annulé.'],
  no_director: ['La fédération n’a pas agréé ce compte comme directeur.'],
  no_dispute: ['Il n’y a pas de contestation en cours sur ce résultat.'],
  no_duties: ['Les règles de ce tournoi n’imposent aucune obligation.'],
  no_extra_round: ['Il ne reste pas plus d’un score parfait ; il n’y a pas de ronde supplémentaire.'],
  no_fee: ['L’inscription est gratuite ici.'],
  no_finals_due: ['Aucune ronde de la phase finale n’est à annoncer.'],
  no_leg_director: ['L’étape {leg} n’a pas encore de directeur ; la fédération qui l’accueille en nomme d’abord un.'],
  no_officer: ['Ce compte n’est pas responsable des cotes de la fédération.'],
  no_result_to_correct: [
    'La table {table} de la ronde {round} n’a pas encore de résultat ; enregistrez-en d’abord un.',
    'La partie n’a pas encore de score final ; attribuez-la, ou attendez son résultat.',
  ],
  no_result_to_dispute: ['La table {table} de la ronde {round} n’a pas encore de résultat.'],
  no_round_announced: ['Aucune ronde de la phase finale n’est annoncée ; les couleurs se choisissent après l’annonce.'],
  no_round_unfinished: ['Toutes les rondes publiées sont terminées ; il n’y en a pas à compléter, adjuger ou annuler.'],
  no_ruling_to_annul: ['La décision sur une réclamation ne s’annule pas ; dites ce qui la remplace.'],
  no_tables_of_role: ['Des tables s’attribuent aux juges de table et aux surveillants, pas à la fonction « {role} ».'],
  no_teams: [
    {
      general:
        'Les règles ne connaissent pas d’équipes nationales, ni donc de joueur supplémentaire du pays hôte ; le pays d’un participant n’est ici qu’une information.',
    },
  ],
  no_tie_playoffs: ['Les règles en vigueur ne connaissent pas de barrage entre joueurs à égalité.'],
  no_tie_to_play_off: ['Un barrage se convient après la dernière ronde, entre deux joueurs à égalité de points.'],
  no_ties: ['Points, BQ et pions ne laissent pas d’égalité ; il n’y a rien à tirer au sort.'],
  no_timetable: ['Aucun horaire n’est fixé ; fixez-en d’abord un.'],
  nonce_already_committed: [
    'Le participant « {entrant_id} » est déjà engagé sur un nombre pour le prochain tirage au sort ; il ne s’échange pas.',
  ],
  nonce_already_given: ['Le participant « {entrant_id} » a déjà donné un nombre pour le prochain tirage au sort ; il ne s’échange pas.'],
  not_a_computer: ['Le participant « {entrant_id} » n’est pas un programme.', 'Aucun programme n’est inscrit.'],
  not_absent: [
    'Aucune absence du participant « {entrant_id} » n’est annoncée pour la ronde {round} ou après.',
    'Aucune absence n’est annoncée pour la ronde {round} ou après.',
  ],
  not_adjourned: [
    {
      general:
        'Ce n’est pas l’heure de l’ajournement : aucun n’est en cours, et un coup se met sous enveloppe quand elle est venue, pas avant.',
    },
  ],
  not_approved: ['Le tournoi n’est pas homologué pour les cotes.'],
  not_at_table: [
    'Le participant « {entrant_id} » ne joue pas à la table {table} de la ronde {round}.',
    'Seuls les joueurs de la table {table} de la ronde {round} peuvent en contester le résultat.',
  ],
  not_disputed: ['Personne ne conteste de résultat.', 'Personne ne conteste le résultat de la table {table} de la ronde {round}.'],
  not_early: ['La qualification se termine de toute façon à la ronde {rounds} ; rien ne finirait plus tôt.'],
  not_expelled: ['Ce compte n’a pas été exclu.', 'Ce joueur n’a pas été exclu ({color}).'],
  not_invited: ['Le participant « {entrant_id} » n’est pas invité.', 'Personne n’est invité.'],
  not_paired_by_system: [
    { general: 'La ronde {round} ne vient pas d’un appariement suisse ; seuls les appariements d’un système suisse s’expliquent.' },
  ],
  not_paused: ['Les pendules ne sont pas arrêtées pour une pause.'],
  not_proposed: ['Aucune décision n’attend un examen.', 'Aucune décision « {ruling_id} » n’attend un examen.'],
  not_published: ['Ces tournois ne publient pas la ronde qui vient ensuite ; donnez ceux de sa publication.'],
  not_reproduced: [
    'La ronde {round} publiée n’est pas l’appariement que donnent son tirage au sort et les résultats ; comparez avec le procès-verbal du tirage.',
  ],
  not_started: [
    {
      general:
        'Rien n’a commencé : aucune ronde n’est publiée, ou la partie n’a pas débuté. La phase finale vient après la qualification ; jusque-là, un participant se supprime simplement de la liste.',
    },
  ],
  not_the_last_round: ['Seule la dernière ronde publiée se dépublie ; c’est la ronde {last}.'],
  not_your_turn: ['Le trait est à {color}.', 'Votre drapeau est tombé ; votre adversaire continue à jouer pour les deux.'],
  nothing_claimed: ['La situation du participant « {entrant_id} » dans la liste des joueurs est déjà celle-là.'],
  nothing_more_is_played: ['Un tournoi abandonné ne joue plus rien ; adjugez les tables ouvertes ou annulez la ronde.'],
  nothing_played: ['Aucune ronde ne compterait ; un tournoi où rien n’a été joué s’annule.'],
  nothing_to_cancel: ['Aucun tournoi en cours ne pourrait être annulé.'],
  nothing_to_consent_to: [
    {
      general:
        'Il n’y a rien à quoi donner son accord : ce compte ne dirige pas ce tournoi, ou fait cet acte sans accord, ou ne peut pas le faire même avec un accord.',
    },
  ],
  nothing_to_play: [{ general: 'Aucun camp ne peut jouer dans cette position ; annulez des coups ou choisissez une position antérieure.' }],
  nothing_to_release: ['Le fichier de cotes est déjà transmis, et rien n’y a changé.'],
  nothing_to_return: ['Aucun fichier de cotes n’attend ici un responsable ; il n’y a rien à rendre.'],
  nothing_to_sign: ['Chaque résultat vient d’une partie jouée ici, ou porte une signature.'],
  nothing_to_take: ['Les fichiers de PAPP ne contiennent rien que le tournoi d’ici n’ait pas : il n’y a rien à reprendre.'],
  nothing_to_take_back: [
    { general: 'Il n’y a rien à annuler au coup {ply} : il n’y a pas de position après lui, ou il n’est pas avant le dernier.' },
  ],
  officer_already: ['Ce compte est déjà responsable des cotes de la fédération.'],
  official_already: ['Ce compte a déjà cette fonction.'],
  official_is_heard: ['Qui a une fonction dans le tournoi n’est pas réduit au silence ; un directeur principal peut l’en relever.'],
  operator_missing: ['Un programme s’inscrit avec la personne qui l’opère ; nommez l’opérateur.'],
  operator_of_human: ['Seul un programme a un opérateur ; marquez le participant comme programme ou ne nommez personne.'],
  papp_differs: ['Les fichiers de PAPP ne sont pas repris ; constats qui s’y opposent : {findings} ; le premier : {what}.'],
  papp_unable: ['PAPP ne peut pas continuer ce tournoi : {why}.'],
  paused: ['Les pendules sont arrêtées ; attendez qu’elles repartent.'],
  penalties_not_to_give: [
    'Le pouvoir de pénaliser revient aux officiels que nomment les règles et ne peut pas être donné à la fonction « {role} ».',
  ],
  penalty_empties_clock: [
    'Il reste {left_ms} à la pendule du fautif, qui perdrait {taken_ms} : dites qu’elle est vidée et que le drapeau tombe.',
    'Il reste {left_ms} à cette pendule ({color}), qui perdrait {taken_ms} : dites qu’elle est vidée et que son drapeau tombe.',
  ],
  penalty_harms_opponent: [
    'L’adversaire a {discs} pions ; une pénalité lui en donne davantage, et ne pénalise jamais qui n’est pas en faute.',
  ],
  penalty_not_for_spectators: ['Un spectateur peut recevoir un avertissement, être exclu de la salle ou banni, et rien d’autre.'],
  penalty_out_of_range: [
    'Une pénalité de temps retire ou donne jusqu’à un jour, une partie perdue donne de {least} à {squares} pions à l’adversaire, et les points ou places perdus sont d’au moins 1.',
  ],
  penalty_unknown: ['Les règles ne connaissent pas de pénalité « {penalty} ».'],
  permission_needed: ['À moins de {days} jours du tournoi, une équipe ne change qu’avec la permission expresse du directeur ({country}).'],
  planned_in_the_past: ['Ce début serait dans le passé : {play} ; prévoyez une heure à venir.'],
  planned_into_break: ['Ce début tomberait dans une pause : {play} ; prévoyez-le avant ou après.'],
  planned_too_far: ['Ce début serait à plus de {most_days} jours d’ici : {play} ; prévoyez une heure plus proche.'],
  planned_twice: [
    'Prévu deux fois, ou sans numéro à partir de 1 : {play} ; prévoyez une seule fois chaque ronde et chaque partie de la phase finale.',
  ],
  playoff_already_agreed: ['Cet accord pour un barrage en cas d’égalité est déjà enregistré.'],
  ply_ahead: ['Le coup {ply} n’est pas atteint ; le prochain est le coup {next}.'],
  ply_taken: ['Le coup {ply} a été joué : {color}, {played} ; il est définitif.'],
  proceedings_open: [
    'Un appel, une réclamation ou une pénalité proposée attend sa décision selon les règles d’aujourd’hui ; décidez d’abord.',
  ],
  protest_decided: ['La réclamation « {protest_id} » est déjà tranchée.'],
  protest_exists: ['Il y a déjà une réclamation « {protest_id} ».'],
  protest_open: ['La réclamation « {protest_id} » n’est pas tranchée ; tranchez-la avant de confirmer le classement.'],
  published_start_moved: ['Publié avec son début : {play} ; dépubliez la ronde avant ce début, ou laissez-le tel quel.'],
  qualification_over: [
    {
      general:
        'La qualification est terminée, ou arrêtée plus tôt : ses phases ne changent plus. Terminez sans la phase finale, ou confirmez le tournoi.',
    },
  ],
  ranking_moved_on: ['Le classement en est à la version {current} ; regardez-le à nouveau avant de le transmettre.'],
  ranking_unchanged: ['Rien n’a changé le classement depuis sa dernière version ; corrigez un résultat, ou laissez-le.'],
  rating_out_of_range: ['Le tournoi est pour d’autres cotes que {rating}.'],
  rating_required: ['Le tournoi est réservé à une plage de cotes, et ce participant n’a pas de cote.'],
  registration_closed: ['La ronde 1 est publiée et la liste des participants close ; on ne peut plus que se retirer.'],
  repeated: [
    'Le coup {ply} est déjà {played}, comme vous l’avez envoyé.',
    { general: 'C’est déjà fait : le résultat est contresigné ou confirmé par vous, vous avez abandonné, ou vous occupez cette place.' },
  ],
  report_answered: ['Le signalement « {report_id} » a déjà sa réponse.', 'Ce signalement a déjà sa réponse ; regardez-le encore une fois.'],
  report_exists: ['Il y a déjà un signalement « {report_id} ».'],
  reports_wait: [
    '{most} signalements de spectateurs attendent une réponse, le nombre permis ; réessayez plus tard, ou prévenez un officiel.',
  ],
  representation_undeclared: ['Qui joue pour « {country} » en est citoyen ou y a résidé ; déclarez lequel.'],
  residence_too_short: [
    'Sans être citoyen, il faut {least} jours de résidence dans les douze mois qui finissent le premier jour du tournoi ; jours déclarés : {days}.',
  ],
  result_already_recorded: ['La table {table} de la ronde {round} a son résultat ; un officiel peut le corriger avec un motif.'],
  result_unchanged: ['C’est le résultat que la table {table} de la ronde {round} a déjà.'],
  results_without_game: [
    'Aucune partie n’a été jouée ici pour ces résultats (ronde/table) : {boards} ; le directeur signe d’abord qu’ils ont été joués en salle.',
  ],
  review_open: ['La décision « {ruling_id} » attend son examen ; il a lieu avant la confirmation du classement.'],
  round_already_finished: [
    { general: 'La ronde {round} est déjà terminée et ses résultats tiennent ; un officiel peut en corriger un avec un motif.' },
  ],
  round_fate_not_chosen: ['La ronde {round} n’est pas terminée : dites si elle est complétée, adjugée ou annulée.'],
  round_has_results: ['La ronde {round} a des résultats et ne change plus ; corrigez un résultat s’il est faux.'],
  round_not_planned: ['La formule n’a pas de ronde {round} ; laissez-la de côté.'],
  round_not_running: ['La ronde {round} n’est pas en cours ; une irrégularité se signale pendant que ses parties se jouent.'],
  round_not_started: ['La ronde {round} n’a pas commencé, et personne n’a joué de partie à adjuger ; choisissez-lui un autre sort.'],
  round_robin_fixed: ['Les places règlent chaque ronde d’un toutes rondes ; fixez plutôt la ronde entière à la main.'],
  round_started: ['La ronde {round} a commencé et ne change plus ; les appariements se changent avant le début seulement.'],
  round_unfinished: ['La ronde {round} n’est pas terminée ; terminez-la avant de publier la suivante.'],
  rounds_left: [
    'Aucune ronde n’a été jouée ; publiez d’abord la ronde 1.',
    'La ronde {round} n’est pas terminée ; terminez-la d’abord.',
    'Rondes jouées : {played} sur {planned} ; jouez d’abord les autres.',
  ],
  rounds_not_shorter: ['La qualification peut être raccourcie à {least} rondes au moins et {most} au plus.'],
  rounds_not_whole_cycles: [
    '{rounds} rondes ne font pas un nombre entier de cycles toutes rondes de {cycle} pour {entrants} participants ; fixez moins de {cycle} rondes pour un système suisse, ou un multiple de {cycle}.',
  ],
  rounds_published: [
    'Nombre de rondes publiées : {rounds} ; une annulation les annule toutes. Confirmez-le, ou abandonnez le tournoi et gardez ce qui est fini.',
  ],
  rule_set_name_taken: [
    'Le nom « {name} » est celui d’un modèle ou d’un autre de vos jeux de règles, retirés compris ; choisissez un autre nom, ou enregistrez une version de celui-là.',
  ],
  rule_set_retired: ['Le jeu de règles « {name} » est retiré ; proposez-le d’abord à nouveau, ou prenez-en un autre.'],
  rule_set_unchanged: ['Ces règles sont déjà en vigueur ; changez une valeur ou laissez-les.'],
  rule_text_fixed: ['Le texte selon lequel se tient le tournoi ne change plus une fois la ronde 1 publiée ; laissez {field} tel quel.'],
  rules_not_accepted: [
    {
      general:
        'En s’inscrivant, on accepte les règles du tournoi : lisez-les et dites-le, ou dites sur la parole de qui vous inscrivez ce joueur.',
    },
  ],
  ruling_exists: ['Il y a déjà une décision « {ruling_id} ».'],
  same_entrant: [{ general: 'Une table a deux participants différents ; nommez un autre adversaire, ou aucun pour un exempt.' }],
  same_person: [
    '{name} ({country}) est déjà sur la liste, et une personne s’inscrit une seule fois ; un officiel peut inscrire une autre personne de ce nom.',
  ],
  score_fixed: ['Le texte fixe le score d’un résultat du genre {kind} ; n’en donnez pas, mais dites qui a perdu.'],
  score_missing: ['Un résultat du genre {kind} a un score ; donnez les pions de Noir.'],
  seal_illegal: ['Le coup sous enveloppe n’est pas légal ; dites ce qui est joué à la place.'],
  sealed_unopened: ['L’enveloppe n’a pas encore été ouverte ; reprenez la partie.'],
  season_closed: ['La saison est terminée et son classement définitif ; rien ne peut plus la changer.'],
  season_rankings_moved_on: ['Des classements finals d’étapes ont changé à cet instant ; relancez la clôture de la saison.'],
  season_uncountable: ['La saison ne peut pas être comptée : {problem}.'],
  seat_code_used: ['Ce code de place a déjà servi : demandez-en un nouveau au directeur.'],
  seat_taken: ['La place du participant « {entrant_id} » est occupée par un compte ; libérez-la avant qu’un autre la prenne.'],
  seek_lapsed: ['Une recherche dure une heure, et personne n’est venu : cherchez de nouveau.'],
  series_taken: [
    'Le circuit « {series} » est celui d’une autre saison, ou de tournois dont quelqu’un d’autre répond ; donnez à celle-ci un circuit à elle.',
  ],
  square_taken: ['{square} n’est pas légal : un pion s’y trouve.'],
  stage_begun: [
    'La phase {stage} a commencé et garde sa formule ; ses rondes peuvent augmenter, ou diminuer jusqu’au nombre de rondes publiées.',
  ],
  stale_command: ['La commande a mis trop de temps à être reçue ; envoyez-la à nouveau.'],
  start_before_announced: ['Annoncé pour plus tard, et ne commence pas plus tôt : {play} ; déplacez d’abord l’horaire.'],
  start_in_break: ['La ronde commencerait pendant une pause ; donnez un autre début, ou dites qu’elle commence pendant la pause.'],
  starting_scores_fixed: ['Les scores d’avant la première ronde sont fixés et ne changent plus.'],
  tables_unchanged: ['Ces tables sont déjà attribuées.'],
  team_full: ['Cette équipe peut envoyer {most} joueurs et les a inscrits ({country}).'],
  team_of_one_gender: ['Une équipe ne peut pas avoir plus de {most} joueurs du même genre.'],
  teams_fixed: ['La composition des équipes ne change plus une fois le jeu commencé.'],
  testimony_missing: ['La commission entend les parties avant de décider ; notez leur témoignage.'],
  testimony_noted: ['Ce témoignage est déjà noté, ou cet appel en a {most}.'],
  timetable_out_of_order: [
    'Ne vient pas après ce qui le précède : {play} ; les rondes viennent dans leur ordre puis la phase finale, et chaque début est plus tardif que le précédent.',
  ],
  timetable_stands: ['Annoncé et valable : {play} ; déplacez l’horaire, avec un motif.'],
  timetable_too_long: ['Un horaire a au plus {sessions} séances, {plays} débuts prévus et {breaks} pauses.'],
  timetable_unchanged: ['L’horaire est déjà celui-ci.'],
  too_few_entrants: ['Un tournoi demande au moins 2 participants ; nombre d’inscrits : {entrants}.'],
  too_few_present: ['Moins de deux participants sont là pour la ronde ; faites revenir des absents, ou confirmez plutôt le tournoi.'],
  too_many_announcements: [
    {
      general:
        'Le maximum de {most} fois par tournoi est atteint pour cet acte : annonce, modification des règles ou déplacement de l’horaire.',
    },
  ],
  too_many_api_keys: ['Un compte a au plus {most} clés valables : révoquez-en d’abord une.'],
  too_many_appeals: ['Un tournoi accepte au plus {most} appels.'],
  too_many_complaints: [{ general: 'Le maximum de plaintes au sujet d’un tournoi, par participant ou en tout, est de {most}.' }],
  too_many_consents: ['Au plus {most} de vos accords peuvent être en cours. Ils finissent avec la ronde.'],
  too_many_descriptions: ['Les textes d’un tournoi s’écrivent au plus {most} fois.'],
  too_many_directors: ['Une fédération agrée au plus {most} directeurs.'],
  too_many_entrants: [
    'Un tournoi accepte au plus {most} participants.',
    'Un tournoi accepte au plus {most} participants ; nombre d’inscrits : {entrants}.',
  ],
  too_many_events: ['Le numéro {number} figure dans plus de {most} tournois ; un acte n’en corrige pas davantage.'],
  too_many_invitations: ['Un tournoi invite au plus {most} participants.'],
  too_many_leg_changes: ['Une étape se change au plus {most} fois.'],
  too_many_nations: ['Un tournoi accepte au plus {most} nations.'],
  too_many_officers: ['Une fédération a au plus {most} responsables des cotes.'],
  too_many_officials: ['Un tournoi a au plus {most} officiels.'],
  too_many_programs: ['Une personne opère au plus {most} programmes.'],
  renamed_too_often: ['Un compte prend au plus {most} nouveaux noms en 24 heures : réessayez dans {hours} h.'],
  too_many_protests: ['Un tournoi accepte au plus {most} réclamations.'],
  too_many_reports: [
    { general: 'Plus aucun signalement n’est possible ici pour le moment : {most} au plus.' },
    'Un compte fait au plus {most} signalements en {minutes} minutes ; attendez un peu, ou prévenez un officiel.',
  ],
  too_many_rule_sets: ['Un compte enregistre au plus {most} jeux de règles ; enregistrez une version d’un jeu existant.'],
  too_many_rulings: ['Un tournoi accepte au plus {most} décisions.'],
  too_many_versions: ['Un jeu de règles a au plus {most} versions ; enregistrez une copie de la dernière comme jeu de règles à part.'],
  too_many_webhooks: [
    {
      general:
        'Le maximum de {most} webhooks est atteint, pour vous ou pour ce serveur : retirez-en d’abord un ou, pour le serveur, faites-en retirer par un administrateur.',
    },
  ],
  tournament_abandoned: ['Le tournoi a été abandonné ; rien ne s’y joue plus.'],
  tournament_cancelled: ['Le tournoi a été annulé ; il n’a pas eu lieu.'],
  tournament_confirmed: [
    {
      general:
        'Le tournoi est confirmé et son classement final ; un résultat ne se corrige plus qu’en rectifiant le classement, si c’est encore possible.',
    },
  ],
  tournament_exists: ['Ce tournoi existe déjà ; créez-en un autre sous son propre identifiant.'],
  tournament_full: ['Le tournoi accepte au plus {most} participants, et ils sont inscrits.'],
  unknown_announcement: ['Il n’y a pas d’annonce {number} ; une correction donne le numéro de l’annonce qu’elle corrige.'],
  unpairable: ['La ronde ne peut pas être appariée : {problem}.'],
  unreleasable: ['Aucune partie d’Othello ne finit comme à ces tables (ronde/table) : {boards} ; le directeur corrige cela d’abord.'],
  unwritable_rating_file: ['Aucun fichier de cotes n’a pu être fait du tournoi confirmé : {problem}.'],
  variant_fixed: ['La variante du jeu ne change plus une fois la ronde 1 publiée.'],
  variant_unrated: [
    {
      general:
        'Pas de fichier de cotes : une variante du jeu se joue ici, ou des handicaps ont été donnés ; les cotes n’acceptent que l’Othello sans handicap.',
    },
    'Un handicap a été donné à ces tables (ronde/table) : {boards} ; les cotes n’acceptent que des parties sans handicap.',
  ],
  walkover_without_withdrawal: [
    'Le participant « {entrant_id} » ne s’est pas retiré et n’a pas été exclu ; le gain sur retrait est pour l’adversaire de qui l’a fait ou l’a été.',
    'Le participant « {entrant_id} » est parti, de lui-même ou exclu, après la ronde {round}, et le score qu’il y a fait tient ; le gain sur retrait vaut pour la ronde de son départ.',
  ],
  wrong_administrator_code: ['Ce lien d’administrateur n’est pas bon : il sert une fois, et le dernier imprimé est le bon.'],
  wrong_nonce: [
    'Le SHA-256 de ce nombre n’est pas celui sur lequel le participant « {entrant_id} » est engagé ; donnez le nombre de l’engagement.',
  ],
  wrong_password: ['Ce n’est pas le mot de passe du compte. Rien n’a changé.'],
  wrong_penalties: [
    'La liste {list} a {number} pénalités ; elle peut en avoir {most} au plus.',
    'La pénalité {list}[{place}] est plus basse que la précédente ; la liste ne doit pas baisser.',
    'La pénalité {name} vaut {value} ; une pénalité est de 0 ou plus.',
    'Deux flottements opposés retirent plus que ne coûte un flottement d’un demi-point ({float}) ; opposite_float doit être au plus la moitié de float[1].',
  ],
  wrong_seed: [
    'La graine de ce tirage au sort n’est pas le maillon suivant de la chaîne de hachage publiée : son SHA-256 doit être le dernier maillon révélé. Tirage : {purpose}.',
  ],
  body_too_large: ['Le corps est plus grand que ce que prend cette route. Rien n’a changé.'],
  unsupported_media_type: ['Le corps doit être envoyé avec l’en-tête `Content-Type: {wanted}`.'],
  too_many_requests: [
    {
      general:
        'Trop d’envois ou de mots de passe faux en peu de temps : attendez {retry_after_s} s avant de renvoyer. Après des mots de passe faux, vous pouvez aussi vous connecter là où vous l’avez déjà fait.',
    },
    { general: 'Le serveur en reçoit trop en ce moment : attendez une minute et réessayez.' },
    '{most} images sont en cours de dessin pour cette adresse, autant qu’il peut y en avoir : attendez-en d’abord une.',
    'Cette clé d’API a {most} connexions ouvertes, autant qu’il lui en est permis : fermez-en une, ou réessayez dans {retry_after_s} s.',
  ],
  too_many_streams: [
    'Le serveur a autant de flux qu’il en accepte : réessayez dans une minute.',
    'Flux ouverts à cette adresse : {most}, le maximum ; terminez-en d’abord un.',
  ],
  webhook_busy: ['D’autres envoient des essais en ce moment : réessayez dans quelques secondes.'],
  writing_too_fast: ['Au plus {most} messages en {within_s} secondes : attendez un instant.'],
  internal: ['Le serveur n’a pas pu finir. Rien n’est acquitté ; réessayez.'],
  moving_in: [{ general: 'Ce tournoi arrive en ce moment d’un autre serveur ; réessayez dans un instant.' }],
  outcome_unknown: [{ general: 'On ne sait pas si c’est fait : renvoyez la même commande avec le même identifiant.' }],
  role_away: [
    {
      general:
        '{role} est injoignable pour le moment : regardez si c’est fait, ou réessayez dans un instant avec le même identifiant de commande.',
    },
  ],
  server_full: ['Le serveur a autant de connexions qu’il en accepte : réessayez dans une minute.'],
  session_unknown: [
    'On ne peut pas savoir en ce moment si votre session tient encore. Rien n’a changé : réessayez dans un instant. Ce que vous faites à votre table continue.',
  ],
  shutting_down: ['Le serveur s’arrête. Rien n’a changé ; réessayez.'],
  stopping: [{ general: 'Le serveur s’arrête : rétablissez la connexion et renvoyez la commande restée sans effet.' }],
  unavailable: [
    {
      general:
        'Ce n’est pas disponible en ce moment : rien n’est acquitté, ou la partie avance plus vite qu’elle n’est lue. Réessayez dans un instant.',
    },
    'Impossible de lire ici la suite, à partir du fait {position} de {followed} : cette version de {role} est trop ancienne, ou le fait est endommagé.',
  ],
  playing_now: [
    'Une de vos parties est en cours, {game_id} : relectures, graphiques et coups d’essai vous seront ouverts quand elle sera finie.',
  ],
  board_hidden: ['Un appel au directeur arrête les pendules : jusqu’à la reprise, seuls les officiels voient l’othellier.'],
  unknown_ply: ['Le coup {ply} n’existe pas : ce que vous pouvez voir de cette partie s’arrête au coup {last}.'],
  malformed_moves: ['Les coups s’écrivent f5d6c3 ; au caractère {column} se trouve « {found} ».'],
  illegal_trial: ['{played} ne peut pas être joué au coup {ply} : {why}.'],
  no_game_record: ['Il n’y a pas d’enregistrement de cette partie : {why}.'],
  already_booked: ['Une partie qui n’est pas finie vous attend : jouez-la d’abord jusqu’au bout.'],
  bookings_contended: [
    'D’autres joueurs ont été appariés au même moment, plusieurs fois de suite : envoyez la même chose encore une fois.',
  ],
  challenge_taken: ['Ce défi a déjà été relevé : cherchez une partie ou lancez un défi vous-même.'],
  increment_out_of_range: ['Un coup d’une partie libre ajoute au plus {most_ms}, en secondes entières.'],
  main_time_out_of_range: ['Une partie libre donne de {least_ms} à {most_ms} par joueur, en secondes entières.'],
  rating_range_empty: [
    'Aucun classement n’est à la fois d’au moins {lowest} et d’au plus {highest} : indiquez d’abord la borne inférieure.',
  ],
  not_over: ['Cette partie n’est pas finie : la revanche vient après.'],
  not_your_game: ['Vous n’avez pas joué cette partie : seuls ses joueurs peuvent vouloir une revanche.'],
  opponent_booked: ['Votre adversaire joue une autre partie : réessayez quand elle sera finie.'],
  opponent_plays_event: ['Votre adversaire est à une table d’un tournoi : réessayez quand cette partie sera finie.'],
  own_opponent: [{ general: 'Il faut être deux pour une partie : un même compte n’a pas les deux places.' }],
  plays_an_event: ['Vous êtes à une table d’un tournoi dont la ronde est publiée : jouez-la d’abord.'],
  rematch_too_late: ['Cette partie est finie depuis longtemps : envoyez plutôt à l’adversaire le lien d’un défi.'],
  too_many_challenges: ['Vous avez déjà autant de défis ouverts qu’on peut en avoir : retirez-en d’abord un.'],
  unknown_account: ['Ce compte n’existe pas ici.'],
  unknown_casual_game: ['Cette partie libre n’existe pas ici ; les parties des tournois sont montrées avec eux.'],
  unknown_challenge: ['Ce défi n’existe pas : il a été retiré, son jour est passé, ou le lien n’est pas entier.'],
  unknown_variant: ['Dites à quoi l’on joue : par exemple `othello`.'],
  bad_report: [
    'Dites ce qui est signalé : `abusive_chat`, par exemple.',
    'Un signalement dit son motif, a de 1 à {most} caractères, sans caractère caché, et nomme {messages} messages au plus.',
  ],
  moderation_contended: ['D’autres ont veillé à l’ordre au même moment, plusieurs fois de suite ; renvoyez la même commande.'],
  not_of_this_game: ['Ce compte n’a ni joué cette partie ni écrit à sa table ; signalez quelqu’un qui l’a fait.'],
  report_oneself: ['Nul ne se signale soi-même.'],
  report_too_late: ['Une partie se signale dans les {most_ms} qui suivent son début.'],
  reported_already: ['Vous avez déjà signalé ce joueur pour cette partie ; un modérateur s’en occupe.'],
  bad_answer: ['Dites quelle est la réponse : `dismissed` ou `upheld`.'],
  concerns_yourself: [
    'Cela vous concerne, vous, une partie ou un concours à vous, ou quelqu’un à qui un signalement vous lie ; un autre modérateur doit en juger.',
  ],
  bad_until: ['Une privation ou une exclusion finit après maintenant et dans les {most_ms}, ou n’a pas de terme.'],
  not_muted: ['Ce compte n’est pas privé de messages.'],
  not_barred: ['Ce compte n’est pas exclu.'],
  moderator_already: ['Ce compte est déjà modérateur.'],
  no_moderator: ['Ce compte n’est pas modérateur.'],
  too_many_moderators: ['Il y a {most} modérateurs, le nombre permis ; démettez-en d’abord un.'],
  block_oneself: ['Nul ne se bloque soi-même.'],
  too_many_blocks: ['Vous avez bloqué {most} comptes, le nombre permis ; débloquez-en d’abord un.'],
  moderators_only: ['Seul un modérateur des parties libres peut faire cela : un administrateur les nomme.'],
  chat_refused_by_filter: ['Le filtre de ce serveur ne laisse pas passer ce message ; dites-le autrement.'],
  barred: [{ general: 'Un modérateur vous a exclu des parties libres ; la page pour jouer dit pourquoi, et jusqu’à quand.' }],
  not_with_each_other: ['Vous deux n’êtes pas réunis dans les parties libres ; cherchez un autre adversaire.'],
  bad_contest_rules: [
    {
      general:
        'Les règles ne vont pas ainsi : un concours est une arène ou une échelle ; une partie vaut 10 points au plus ; sur une échelle on dit si le gagnant prend la place ou si les deux en changent.',
    },
    {
      general:
        'Cette durée ne va pas : de {least_ms} à {most_ms}, en minutes entières pour une arène, en heures entières pour le délai d’un défi.',
    },
    {
      general:
        'Ce nombre va jusqu’à {most} : points d’un gain (une nulle vaut au plus autant, une perte au plus une nulle), gains de suite, places au-dessus qui peuvent être défiées.',
    },
    'Les deux mêmes se reposent l’un de l’autre pendant {most_ms} au plus, en heures entières.',
  ],
  bad_contest_start: ['Une arène ou une échelle commence tout de suite ou dans les {most_ms}.'],
  bad_title: ['Le titre d’une arène ou d’une échelle a de 1 à {most} caractères, sans caractère caché.'],
  challenge_not_played: [
    'Vous avez laissé passer votre dernier défi sur cette échelle sans partie ; défiez de nouveau quand son délai aurait pris fin.',
  ],
  challenged_already: ['Vous êtes déjà dans un défi : jouez-le d’abord, ou mettez-y fin.'],
  contest_contended: ['D’autres ont agi au même moment, plusieurs fois de suite ; renvoyez la même commande.'],
  contest_full: ['Il y a déjà {most} inscrits, le nombre permis.'],
  contest_over: ['C’est fini : plus rien ne s’y fait.'],
  entered_already: ['Vous êtes déjà inscrit.', 'Vous vous êtes inscrit et retiré {most} fois, le nombre permis.'],
  founded_too_often: [
    'Ces dernières 24 heures, {most} arènes et échelles à vous ont eu lieu, le nombre permis ; fondez la suivante un jour après la fin d’une d’elles.',
  ],
  no_challenge: [{ general: 'Aucun défi de cette échelle ne le permet en ce moment.' }],
  no_ladder: ['C’est une arène : les défis sont pour les échelles.'],
  no_programs: ['Les programmes n’y jouent pas.'],
  not_begun: ['Ce n’est pas encore commencé.'],
  not_in_contest: ['Ce compte n’y participe pas : qu’il entre d’abord.'],
  not_in_reach: ['Sur cette échelle on défie qui se trouve jusqu’à {most} places au-dessus.'],
  not_your_contest: ['Seuls son fondateur ou un modérateur peuvent faire cela.'],
  opponent_challenged: ['Ce joueur est dans un autre défi : réessayez quand il aura pris fin.'],
  removed_from_contest: ['Ce compte en a été exclu, et n’y entre plus.'],
  rests_from_each_other: [
    'Vous deux avez eu un défi il y a peu : défiez quelqu’un d’autre entre-temps.',
    'Vous avez déjà défié ce joueur, et d’autres peuvent le faire d’abord : défiez-le de nouveau dans {wait_ms}.',
  ],
  too_many_contests: ['Vous avez {most} arènes et échelles qui ne sont pas finies, le nombre permis ; arrêtez-en d’abord une.'],
  unknown_contest: ['Cette arène ou cette échelle n’existe pas ici.'],
  unknown_contest_entrant: ['Ce compte n’y est pas entré.'],
} as const satisfies Refusals;
