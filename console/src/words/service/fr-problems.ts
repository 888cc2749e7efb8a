import type { ProblemCode } from '../../api/types.ts';

/** Why the service refused a request, by code. */
export const frProblems: Readonly<Record<ProblemCode, string>> = {
  not_found: 'Il n’y a rien ici.',
  method_not_allowed: 'Ce n’est pas possible ici.',
  unauthorized: 'La clé d’API est absente ou incorrecte.',
  key_missing: 'Clé API absente ou incorrecte : envoyez-la dans l’en-tête X-API-Key.',
  key_elsewhere: 'La clé API se met dans l’en-tête X-API-Key, pas dans {place}.',
  key_with_scheme: 'La clé API se met seule dans X-API-Key, sans mot devant.',
  key_of_other_environment: 'Les clés API de cet environnement commencent par « {start} ».',
  forbidden: 'Ce n’est pas permis.',
  not_signed_in: 'Vous n’êtes pas connecté, ou la session a pris fin.',
  wrong_password: 'E-mail ou mot de passe incorrect.',
  one_time_password_over:
    'Le mot de passe provisoire n’est plus valable : demandez-en un autre à un administrateur.',
  wrong_code: 'Le code de vérification est incorrect ou a déjà servi.',
  wrong_current_password: 'Le mot de passe actuel est incorrect.',
  too_many_requests: 'Cette application fait trop de requêtes. Réessayez dans un instant.',
  too_many_prompts:
    'Trop de demandes de paiement attendent sur ce téléphone : le joueur doit d’abord répondre à l’une d’elles',
  too_many_attempts: 'Trop de tentatives. Réessayez dans {wait_s}.',
  too_many_streams:
    'Cette session a déjà six écrans ouverts qui attendent des nouvelles. Fermez-en un.',
  too_many_searches:
    'Cela fait plus de dix recherches en une seconde. Relancez la recherche dans un instant.',
  search_by_post:
    'Une recherche s’envoie dans le corps d’un POST : une adresse ne doit pas contenir de numéro.',
  not_same_origin:
    'La demande ne vient pas de cette console. Derrière un proxy, PUBLIC_URL donne l’adresse que les navigateurs utilisent.',
  navigation_only:
    'Un fichier n’est remis qu’à une personne qui ouvre son lien en https, ou à un script avec un jeton.',
  role_required: 'Votre rôle ne le permet pas.',
  numbers_hidden:
    'Votre rôle n’affiche pas les numéros de téléphone : la recherche par numéro lui est donc fermée. Cherchez par identifiant ou par référence.',
  not_at_this_step: 'Ce n’est pas possible à cette étape de la connexion.',
  browser_only: 'Il y faut une personne : le jeton d’un script ne suffit pas.',
  second_factor_first:
    'Donnez d’abord le code de vérification de l’application d’authentification.',
  enrolment_first: 'Ajoutez d’abord une application d’authentification.',
  own_password_first: 'Choisissez d’abord votre propre mot de passe.',
  fresh_factor_first:
    'Confirmez d’abord que c’est bien vous : avec votre second facteur, ou avec le mot de passe.',
  already_enrolled:
    'Une application d’authentification est déjà en place ; un administrateur peut la retirer.',
  enrolment_not_begun: 'Commencez par ajouter une application d’authentification.',
  second_factor_missing: 'Ajoutez d’abord une application d’authentification ou une clé d’accès.',
  passkey_not_found: 'Cette clé d’accès n’existe pas.',
  session_not_found: 'Cette session est déjà terminée.',
  password_unchanged: 'Le nouveau mot de passe doit différer de l’actuel.',
  password_own_words:
    'Ce mot de passe est facile à deviner : il est fait de votre nom, de votre e-mail ou de mots de ce service. Prenez quatre mots sans rapport entre eux.',
  password_common:
    'Ce mot de passe est facile à deviner : il est fait de mots de passe, de mots, de noms ou de dates courants. Prenez quatre mots sans rapport entre eux.',
  password_keyboard:
    'Ce mot de passe est facile à deviner : ses caractères se suivent sur le clavier. Prenez quatre mots sans rapport entre eux.',
  password_repeats:
    'Ce mot de passe est facile à deviner : ses caractères se répètent ou se suivent. Prenez quatre mots sans rapport entre eux.',
  staff_not_found: 'Cette personne n’existe pas.',
  email_taken: 'Quelqu’un a déjà cet e-mail.',
  own_access: 'Personne ne peut se retirer son propre accès.',
  last_admin: 'Il doit rester un administrateur.',
  provider_not_found: 'Ce prestataire n’existe pas.',
  channel_not_found: 'Ce canal n’existe pas.',
  channel_invalid: 'Le canal ne peut pas fonctionner ainsi : {problems}',
  change_waits: 'Une autre modification attend déjà une deuxième approbation : retirez-la d’abord',
  policy_invalid: 'Cette règle ne peut pas avoir cette valeur. Valeurs acceptées : {problems}',
  policy_short_retention:
    'Les SMS et les preuves justifient les comptes, qui se conservent dix ans. Écrivez « moins de dix ans » dans le motif s’ils doivent partir plus tôt.',
  policy_untrusted:
    'Les règles enregistrées ne sont pas celles que le service a écrites : voir « momo policy history ».',
  change_not_found: 'Cette modification n’existe pas',
  change_closed:
    'Cette modification n’est plus en attente : elle a été approuvée ou retirée, ou son délai est passé',
  change_overtaken:
    'Ce qu’elle devait modifier a changé entre-temps : retirez-la et demandez-la de nouveau',
  own_change: 'Vous avez demandé cette modification : une autre personne doit l’approuver.',
  asker_gone: 'La personne qui a demandé cette modification n’en a plus le droit : retirez-la.',
  difference_not_found: 'Cet écart n’existe pas.',
  difference_closed: 'Cet écart est déjà clôturé.',
  line_in_opening:
    'La ligne date d’avant l’ouverture du portefeuille, et son solde d’ouverture la contient : expliquez-la.',
  nothing_to_record:
    'Rien dans cette ligne ne peut être enregistré : corrigez les comptes ou expliquez l’écart.',
  report_too_long: 'Le rapport aurait plus de 100 000 lignes : demandez moins de jours.',
  day_not_over:
    'Le prochain jour à clôturer n’est pas terminé : il pourra être clôturé à partir de 00:15, heure de Douala.',
  day_has_open_deposit:
    'Un dépôt dont le délai tombait ce jour-là est encore ouvert : le jour attend sa fin.',
  nothing_to_close: 'Aucun jour à clôturer : un jour se clôture quand il est terminé à Douala.',
  wallet_unknown: 'Un portefeuille s’écrit avec l’opérateur et le numéro.',
  statement_not_found: 'Ce relevé n’existe pas.',
  upload_not_found: 'Le fichier envoyé n’est plus là ou est incomplet : envoyez-le de nouveau.',
  part_not_announced: 'Cette partie n’est pas du fichier annoncé : envoyez le fichier de nouveau.',
  mapping_name_taken:
    'Une correspondance des fichiers de cette installation porte ce nom : choisissez-en un autre.',
  mapping_unproven:
    'Ni les soldes ni un total du fichier ne prouvent cette correspondance : deux personnes doivent l’accepter dans la console.',
  statements_busy: 'Un autre relevé est en cours de lecture : réessayez dans une minute.',
  no_webhook_secret: 'Cette application n’a pas de secret de webhook : émettez-lui une clé.',
  application_not_found: 'Aucune application ne porte ce nom.',
  more_than_owed:
    'Vous devez moins que cela à l’application, sans ce qu’il faut à ses retraits approuvés.',
  settled_already: 'Il y a déjà un règlement de l’application avec cette référence.',
  settlement_not_payable:
    'Aucun opérateur n’a ce numéro, ou aucun prestataire n’y verse ce montant en ce moment : payez par une banque et enregistrez ce paiement.',
  account_not_found: 'Ce compte n’existe pas, ou il n’y a rien à modifier.',
  key_not_found: 'Cette clé n’existe pas.',
  gateway_unauthorized: 'La signature de la passerelle est absente ou incorrecte.',
  gateway_clock_wrong:
    'L’horloge de la passerelle s’écarte de plus de cinq minutes de celle du service : signez à nouveau avec cette heure.',
  sms_invalid: 'Le message est illisible : {error}',
  sms_not_found: 'Ce SMS n’existe pas.',
  sms_not_to_look_at: 'Ce SMS n’est plus à vérifier.',
  sender_is_a_number:
    'Le numéro d’un téléphone n’est jamais l’expéditeur d’un opérateur : n’importe qui peut écrire d’un téléphone.',
  sender_not_plain:
    'Un expéditeur a 1 à 40 caractères simples : des lettres d’autres écritures imitent les nôtres.',
  sender_accepted: 'L’expéditeur a déjà été accepté.',
  sender_not_accepted: 'L’expéditeur n’était pas accepté.',
  link_reference_taken:
    'Cette référence existe déjà pour cette application : choisissez-en une autre.',
  webhook_not_found: 'Ce webhook n’existe pas.',
  receipt_not_found: 'Ce paiement n’existe pas.',
  receipt_not_unmatched: 'Seul un paiement non rapproché peut être écarté.',
  pin_not_in_doubt:
    'Le code PIN de cette ligne n’est plus en doute, ou il a été envoyé de nouveau depuis.',
  gateway_not_found: 'Cette passerelle n’existe pas.',
  gateway_invalid: 'La passerelle ne peut pas être configurée ainsi : {problems}',
  line_not_found: 'Cette ligne n’existe pas.',
  contradiction_not_found: 'Cette contradiction n’existe pas.',
  contradiction_closed: 'Quelqu’un a déjà clôturé cette contradiction.',
  receipt_not_open: 'Il n’y a plus rien à renseigner sur ce paiement.',
  fill_in_what_is_open: 'Renseignez exactement ce qui n’a pas pu être lu.',
  ruling_missing: 'Aucun solde ne prouve cette annulation : dites si c’en est une.',
  nothing_to_rule: 'Cette contradiction n’est pas une annulation sans preuve.',
  bad_request: 'La demande n’est pas valable.',
  path_invalid: 'L’adresse n’est pas valable.',
  cursor_invalid: 'La page demandée n’est pas valable.',
  request_invalid: 'La demande n’est pas valable.',
  foreign_host:
    'Sans authentification, seul localhost reçoit une réponse : réglez SPORTSBOOK_API_KEY ou PUBLIC_URL.',
  request_timeout: 'La demande a pris trop de temps.',
  body_too_large: 'La demande dépasse 64 Kio.',
  header_too_large: 'Les en-têtes de la demande sont trop longs.',
  unknown_operator: 'Cet opérateur n’existe pas.',
  unsupported_country: 'Seul le Cameroun est pris en charge.',
  unsupported_country_code: 'Seul le Cameroun est pris en charge.',
  transaction_not_found: 'Cette transaction n’existe pas.',
  deposit_not_paid: 'Seul un dépôt payé peut être remboursé.',
  deposit_disputed: 'Ce dépôt est contesté, et personne n’a encore décidé.',
  number_erased: 'Le numéro de ce dépôt a été effacé à la demande de son titulaire.',
  refund_too_large:
    'De ce dépôt, {amount_xaf} peuvent encore être remboursés, au moins 100 FCFA à la fois.',
  reference_taken: 'Un autre retrait de ce joueur a déjà cette référence.',
  checkouts_not_allowed: 'Cette application n’a pas de pages de paiement ici.',
  checkouts_need_address: 'Le service ne connaît pas l’adresse de ses pages de paiement.',
  checkout_not_found: 'Ce paiement en ligne n’existe pas.',
  checkout_not_open: 'Ce paiement en ligne n’est plus ouvert : son état est « {state} ».',
  not_settled: 'La transaction n’est pas réglée : son état est « {state} ».',
  replay_pending: 'Le webhook est déjà reparti.',
  no_callback_url: 'La transaction n’a pas d’adresse de webhook.',
  returned_payment_taken_back: 'L’opérateur dit avoir repris ce paiement : refusez son renvoi.',
  returned_payment_credited:
    'Le prestataire dit qu’un dépôt a été payé avec ce paiement : refusez son renvoi.',
  receipts_refused: '{because}',
  money_not_placed:
    'Un paiement est connu pour ce dépôt : dites s’il redevient libre, s’il est renvoyé, ou s’il a été rendu et comment.',
  approvals_changed: 'Ses approbations ont changé depuis votre lecture : vérifiez de nouveau.',
  nothing_to_ask: 'Rien n’a été envoyé : le prestataire ne peut pas être interrogé.',
  overtaken: 'Déjà décidé : l’état est « {state} ».',
  own_payout: 'Vous avez créé ce retrait : quelqu’un d’autre doit l’approuver.',
  set_up_by_approver:
    'Vous ne comptez pas ici comme une autre personne : l’un de vous a créé ou réinitialisé le compte de l’autre, ou émis la clé, ou quelqu’un l’a fait pour les deux, et personne d’autre ne s’en est porté garant. Quelqu’un d’autre doit approuver.',
  quarantined:
    'Rien ne peut être approuvé tant que personne n’a accepté la base de données restaurée.',
  not_as_written:
    'Ce que la base contient de ce paiement n’est pas ce que le service a écrit : deux personnes doivent d’abord le vérifier et l’accepter sur la machine.',
  access_ended: 'Votre rôle ne le permet plus.',
  outcome_not_reachable: 'Depuis « {state} », le résultat « {outcome} » n’est pas possible.',
  prefix_mismatch: 'Le numéro est d’un autre opérateur : {operator}.',
  no_provider_available: 'Aucun prestataire n’est disponible pour cet opérateur en ce moment.',
  internal: 'Le service a un problème.',
  overloaded:
    'Il arrive plus de demandes que le service ne peut en traiter à temps. Réessayez dans un instant.',
  database_unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
  not_confirmed: 'Ce que la base en contient ne peut pas être confirmé en ce moment.',
};
