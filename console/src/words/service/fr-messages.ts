import type { MessageCode } from '../../api/types.ts';

/** The remarks of the service in French. A code without a sentence does not compile. */
export const frMessages: Readonly<Record<MessageCode, string>> = {
  prose: '{text}',

  // Why a transaction is in its state.
  waits_for_payment_by_code: 'On attend que le joueur paie avec le code.',
  waits_for_confirmation: 'On attend que le joueur confirme.',
  prompt_sent: 'La demande de paiement a été envoyée au joueur.',
  initiation_refused: 'L’opérateur a refusé de lancer le paiement.',
  payment_confirmed: 'Le paiement a été confirmé.',
  payment_refused: 'Le joueur a refusé le paiement ou n’a pas répondu à temps.',
  window_closed: 'Aucune confirmation n’est arrivée avant l’échéance.',
  confirmed_after_expiry:
    'Une confirmation est arrivée après l’expiration du dépôt : à vous de décider.',
  confirmed_after_failure:
    'Une confirmation est arrivée après l’échec du dépôt : à vous de décider.',
  paid_after_expiry: 'Un paiement qui correspond est arrivé après l’expiration du dépôt.',
  paid_with_taken_payment:
    'Le prestataire dit qu’il a été payé, mais avec le paiement qui a complété la transaction {transaction} : à vous de décider.',
  staff_confirmed_payment: 'L’équipe a déclaré le dépôt payé.',
  staff_rejected_payment: 'L’équipe a déclaré le dépôt non payé.',
  staff_completed: 'L’équipe a complété le dépôt avec des paiements reçus.',
  staff_completed_expired: 'L’équipe a complété le dépôt expiré avec des paiements reçus.',
  waits_for_approval: 'Le retrait est à approuver.',
  waits_for_refund: 'Le remboursement est à approuver.',
  waits_for_refund_because: 'Le remboursement est à approuver : {their_words}',
  waits_for_settlement: 'Le règlement de ce qui est dû à {text} est à approuver : {their_words}',
  waits_for_return: 'Le renvoi d’un paiement est à approuver : {their_words}',
  withdrawal_approved: 'L’équipe a approuvé le retrait.',
  withdrawal_rejected: 'L’équipe a refusé le retrait.',
  withdrawal_cancelled: 'Retrait annulé par l’équipe avant tout envoi.',
  approval_lapsed:
    'L’approbation n’est plus valable et rien n’est parti : approuvez de nouveau ou refusez.',
  withdrawal_approved_anew: 'Retrait approuvé de nouveau.',
  transfer_sent: 'Le transfert a été envoyé au prestataire.',
  transfer_confirmed: 'Le prestataire a confirmé le transfert.',
  transfer_refused: 'Le prestataire a refusé le transfert.',
  transfer_unanswered:
    'Le prestataire n’a pas donné de réponse finale à temps : à vous de décider.',
  staff_confirmed_transfer: 'L’équipe a déclaré le retrait payé.',
  staff_rejected_transfer: 'L’équipe a déclaré le retrait non payé.',
  simulated: 'Simulé dans le bac à sable : {outcome}.',

  // Payments and the texts that reported them.
  no_deposit_waits: 'À son arrivée, aucun dépôt de ce numéro n’attendait de paiement.',
  older_than_deposits:
    'L’opérateur date le paiement d’avant tous les dépôts auxquels il correspondrait.',
  other_amount: 'Le montant n’est celui d’aucun dépôt de ce numéro.',
  several_players: 'Des dépôts de plusieurs joueurs attendent le même montant du même numéro.',
  several_checkouts:
    'Des tentatives de plusieurs paiements en ligne attendent le même montant du même numéro.',
  other_line: 'Le paiement est arrivé sur un autre numéro marchand que celui des instructions.',
  several_prompts:
    'Plusieurs demandes correspondent à ce numéro et à ce montant : le prestataire dira laquelle a été payée.',
  may_have_paid:
    'C’est peut-être le paiement du dépôt {deposit}, confirmé sans le numéro de transaction de l’opérateur.',
  id_of_deposit:
    'Le prestataire a donné son identifiant au dépôt {deposit}, qui n’est pas payé ou demande un autre paiement : comparez-les.',
  too_many_deposits: 'Trop de dépôts attendent le même montant du même numéro.',
  taken_back: 'L’opérateur dit avoir repris le paiement.',
  taken_back_unproven:
    'Un SMS dit que l’opérateur a repris le paiement, et aucun solde ne le prouve : décidez dans les contradictions.',
  not_taken_back: '{staff} a constaté que l’opérateur n’a pas repris le paiement.',
  just_arrived: 'Le paiement vient d’arriver.',
  confirmed_by_provider_before: 'Le prestataire avait déjà confirmé le dépôt.',
  paid_before_named:
    'Le dépôt {deposit} avait été confirmé par ce paiement avant que son numéro de transaction soit connu.',
  completed_deposit: 'Il a complété le dépôt {deposit}.',
  late_for_deposit:
    'Il est arrivé trop tard pour le dépôt {deposit}, qui est en attente de décision.',
  used_by_staff: 'L’équipe a complété le dépôt {deposit} avec lui.',
  named_by_provider: 'Le prestataire dit qu’il a payé le dépôt {deposit}.',
  confirmed_by_staff:
    '{staff} a déclaré payé le dépôt {deposit}, et ce paiement est de ce moment-là.',
  reserved_by_staff:
    '{staff} a déclaré payé le dépôt {deposit} ; ce paiement n’est pas prouvé et lui est réservé.',
  freed_by_staff: '{staff} a refusé le dépôt {deposit} : le paiement peut servir à un autre.',
  returned_to_payer:
    '{staff} a refusé le dépôt {deposit}, et l’argent a été rendu au payeur : {text}',
  not_signed: 'Le message n’est pas signé avec le secret de sa passerelle.',
  gateway_key_revoked: 'La clé de la passerelle a été révoquée.',
  signed_too_long_ago:
    'La signature de la passerelle est trop ancienne : le message a pu être renvoyé.',
  unknown_sim: 'La SIM qui a reçu le SMS n’est pas l’une de nos lignes SIM.',
  balance_left_out:
    'Le SMS ne donne aucun solde alors que ceux de sa ligne en donnent : il est peut-être falsifié.',
  no_balance: 'Le SMS ne donne aucun solde à comparer.',
  burst_needs_balance:
    'De nombreux SMS de sa ligne ne se rattachent à rien : certains sont probablement falsifiés. Il sera crédité quand un solde relevé après lui concorde.',
  large_needs_balance:
    'Un paiement de plus de {amount_xaf} n’est crédité sur la foi d’un SMS que quand un solde relevé après lui concorde.',
  large_without_balance:
    'Un paiement de plus de {amount_xaf} n’est pas crédité sur la foi d’un seul SMS, et les SMS de sa ligne ne donnent aucun solde : cherchez-le chez l’opérateur et décidez.',
  typed_balance_waits:
    'Une seule personne a saisi le solde auquel il mène, et elle a déjà complété autant qu’une seule personne le peut : il sera crédité quand une deuxième personne saisira le solde de la ligne, ou quand l’opérateur le donnera.',
  odd_clock: 'L’heure de l’opérateur dans le SMS s’écarte de plus d’un jour de la nôtre.',
  dismissed_before: 'L’équipe a déjà écarté ce paiement.',
  known_payment: 'Le paiement est déjà connu.',
  rival_texts:
    'Deux SMS avec le même identifiant de l’opérateur donnent des montants ou des payeurs différents : l’un des deux est falsifié.',
  rival_of_known:
    'Un autre SMS avec le même identifiant de l’opérateur donne un autre montant ou un autre payeur.',
  rival_replaced:
    'Un autre SMS avec le même identifiant de l’opérateur concorde avec les soldes de la ligne : celui-ci est probablement falsifié.',
  other_operator_than_sim: 'Le SMS vient d’un autre opérateur que celui de la SIM.',
  sms_review: '{review_reason}',
  sms_nothing: '{nothing_reason}',
  differs_operator: 'Il est passé par un autre opérateur.',
  differs_number: 'Il vient d’un autre numéro.',
  differs_line: 'Il est arrivé sur un autre numéro marchand que celui des instructions.',
  too_little: 'Il manque {amount_xaf}.',
  too_much: 'Il y a {amount_xaf} de trop.',
  paid_before_asked: 'Il a été reçu avant que le dépôt soit demandé.',
  not_paid_by_code:
    'Le dépôt demandait au joueur de confirmer sur son téléphone, pas de payer par code.',
  deposit_had_failed: 'Le dépôt avait déjà échoué.',

  // SIM lines.
  text_assumes_other: 'Ce SMS suppose un solde de {assumed_xaf} ; la ligne avait {had_xaf}.',
  text_assumed_other: 'Ce SMS supposait un autre solde que celui que la ligne avait à son arrivée.',
  text_fits_no_balance: 'Ce SMS ne concorde pas avec les soldes de sa ligne.',
  line_holds_more:
    'Écart de solde : la ligne a {amount_xaf} de plus que ne le disent ses SMS. Un SMS d’argent reçu manque, de l’argent y a été mis autrement, ou ce SMS est falsifié.',
  line_holds_less:
    'Écart de solde : la ligne a {amount_xaf} de moins que ne le disent ses SMS. Un SMS d’argent envoyé manque, de l’argent en a été retiré autrement, ou ce SMS est falsifié.',
  line_holds_other:
    'Écart de solde : la ligne a un autre montant que ne le disent ses SMS. Un SMS manque, de l’argent a bougé autrement, ou ce SMS est falsifié.',
  line_not_opened: 'La ligne n’a pas été ouverte : saisissez le solde qu’elle a chez l’opérateur.',
  gap_came_in: '{amount_xaf} sont probablement entrés sur la ligne sans SMS reçu.',
  gap_went_out: '{amount_xaf} sont probablement sortis de la ligne sans SMS reçu.',
  not_on_chain:
    'Son SMS ne mène pas au solde relevé chez l’opérateur : cherchez-le chez lui et décidez.',
  line_without_gateway: 'Aucune passerelle SMS n’est en place pour la ligne.',
  line_gateway_revoked: 'La clé de la passerelle SMS de la ligne a été révoquée.',
  line_gateway_never_heard: 'La passerelle SMS de la ligne n’a jamais donné signe de vie.',
  line_gateway_silent: 'La passerelle SMS de la ligne se tait.',
  gateway_name: 'Une passerelle se nomme avec 1 à 40 lettres minuscules, chiffres et tirets.',
  sim_name: 'Le nom d’une carte SIM a de 1 à 100 caractères.',
  line_name:
    'Une ligne est un numéro comme +237690000000, ou les 4 à 15 chiffres d’un code marchand.',
  sim_is_not_only: 'La passerelle a une autre carte SIM : {text}.',
  sim_is_only:
    'La passerelle est déclarée avec la seule carte {text} : placez d’abord celle-ci sans la déclarer seule.',
  line_sim_full: 'La SIM de la ligne est presque pleine de SMS.',

  // SIMs that pay by USSD.
  sim_agent_silent: 'Le programme placé à côté du modem de la ligne ne donne pas de nouvelles.',
  sim_not_in_network: 'La carte SIM de la ligne n’est pas connectée à son réseau.',
  sim_in_trouble: 'Le programme placé à côté du modem n’utilise pas la carte SIM de la ligne.',
  sim_pin_refused:
    'L’opérateur a refusé le code PIN de la ligne : écrivez le bon dans son fichier, il sera essayé une fois.',
  sim_pin_refused_twice:
    'Le code PIN de la ligne a été refusé une deuxième fois, et un troisième code incorrect bloque le compte : demandez à l’opérateur combien de tentatives restent, corrigez le fichier, puis lancez momo gateway pin --i-know-how-many-tries-are-left.',
  sim_pin_unproven:
    'Le code PIN de la ligne a été envoyé deux fois et aucun écran ne l’a confirmé : vérifiez-le sur un téléphone, puis dites ce que l’écran voulait dire : momo gateway pin.',
  sim_menu_changed:
    'L’opérateur a montré deux fois de suite des écrans inconnus : enregistrez de nouveau son menu, puis lancez momo gateway check.',
  sim_codes_unproven:
    'Le modem de la ligne n’obtient pas le menu de l’opérateur : lancez momo gateway check à côté de lui.',
  sim_without_pin:
    'Le programme placé à côté du modem n’a pas le code PIN du compte de la ligne : écrivez ses 4 à 8 chiffres dans wallet_pin_file, que lui seul peut lire.',
  sim_at_day_limit:
    'La carte SIM de la ligne a atteint sa limite du jour : attendez le lendemain, ou augmentez day_amount_xaf ou day_payments.',
  sim_without_scenario: 'La carte SIM de la ligne n’a pas de scénario enregistré pour cela.',
  sim_lacks_money: 'La ligne n’a pas assez d’argent.',
  sim_busy: 'La carte SIM de la ligne a trop à faire.',
  sim_not_begun:
    'La carte SIM a pris le paiement et l’a rendu, parce que sa ligne est arrêtée : rien n’a été payé.',
  sim_walks_menu: 'La carte SIM parcourt le menu de l’opérateur.',
  sim_jobs_away: 'Les tâches des cartes SIM n’ont pas pu être consultées.',
  sim_end_unseen:
    'Le transfert a été confirmé et aucun écran n’a dit ce qu’il est devenu : c’est le SMS de l’opérateur qui décide.',
  sim_says_nothing:
    'Le programme placé à côté du modem a pris le paiement et ne dit pas ce qu’il est devenu.',
  sim_screens_contradicted:
    'Les écrans disent qu’aucun argent n’est parti, et un SMS de l’opérateur dit le contraire.',
  sim_other_screen:
    'L’opérateur a montré un écran que le scénario ne connaît pas : rien n’a été confirmé.',
  sim_other_amount: 'L’opérateur a montré un autre montant : rien n’a été confirmé.',
  sim_other_number: 'L’opérateur a montré un autre numéro : rien n’a été confirmé.',
  sim_other_name: 'L’opérateur a montré un autre nom pour ce numéro : rien n’a été confirmé.',
  sim_other_fee: 'L’opérateur a montré des frais plus élevés que permis : rien n’a été confirmé.',
  sim_too_late: 'Il ne restait plus le temps de payer : rien n’a été confirmé.',
  sim_operator_refused: 'L’opérateur a refusé le paiement sur son écran.',
  sim_stopped: 'Le paiement a été arrêté avant toute confirmation.',

  // Statements of an operator.
  file_too_large: 'Le fichier est trop volumineux.',
  file_too_long: 'Le fichier a trop de lignes.',
  file_too_wide: 'Une ligne du fichier a trop de colonnes.',
  file_too_many_cells: 'Le fichier a trop de cellules, dont la plupart sont peut-être vides.',
  file_unpacks_too_large: 'Le fichier devient trop volumineux une fois décompressé.',
  file_cut: 'Le fichier est incomplet, ou n’est ni un CSV ni un XLSX.',
  file_without_sheet: 'Le fichier n’a pas de feuille.',
  file_of_several_tables:
    'Plusieurs de ses feuilles ont les mêmes en-têtes : enregistrez chacune dans un fichier à part.',
  file_unreadable: 'Le fichier est illisible.',
  file_too_slow: 'La lecture du fichier a pris trop de temps ou trop de mémoire.',
  statement_of_no_form: 'Aucune ligne n’a les noms de colonnes d’un relevé connu.',
  statement_without_status:
    'Aucune colonne n’est connue comme statut, et des paiements échoués compteraient comme payés : choisissez-la dans la correspondance, ou indiquez-y que ces relevés n’en ont pas.',
  statement_column_of_failure:
    'Une colonne qui n’est pas connue comme statut contient un mot d’échec. Choisissez-la comme statut dans la correspondance, ou indiquez-y qu’elle n’en est pas un. C’est {text}',
  mapping_wrong:
    'La correspondance est incomplète, ou contient quelque chose d’inutilisable : {text}',
  statement_without_rows: 'Le relevé n’a aucune ligne.',
  statement_of_several_operators:
    'Le portefeuille a de l’argent de plusieurs opérateurs, et aucune correspondance ne dit quelle colonne les nomme.',
  statement_not_expected:
    'La correspondance attend quelque chose que le fichier n’a ni comme colonne ni au-dessus de son tableau : {text}',
  statement_party_is_own:
    'Dans {percent} % des lignes d’argent sorti, l’autre partie est notre propre numéro. Indiquez les colonnes de l’expéditeur et du destinataire : l’autre partie est celui des deux qui n’est pas nous.',
  statement_party_repeats:
    'Dans {percent} % des lignes d’argent sorti, l’autre partie est {text}. Vérifiez dans le fichier que cette colonne nomme les destinataires.',
  statement_of_other_number:
    'Il nomme le compte {text}, qui n’est pas le numéro de ce portefeuille. Vérifiez que c’est bien un relevé de ce portefeuille.',
  statement_reversals_as_payments:
    'Des lignes qui disent reprendre un paiement sont lues comme des paiements : lignes {text}. Dites sous « Lignes avec un texte » comment elles le nomment.',
  statement_fees_as_payments:
    '{percent} % des lignes d’argent sorti parlent de frais et comptent comme des paiements. Si ce sont les frais d’autres paiements, indiquez plus bas quelles lignes sont des frais.',
  row_without_id: 'Elle n’a pas d’identifiant de l’opérateur.',
  row_time_unclear: 'Sa date est illisible : {text}',
  row_amount_unclear: 'Son montant est illisible : {text}',
  row_fee_unclear: 'Ses frais sont illisibles : {text}',
  row_fee_of_none: 'Ce sont les frais de {text}, dont le fichier n’a pas de paiement réussi.',
  row_fee_too_large: 'C’est plus que le paiement {text}, dont ce seraient les frais.',
  row_day_unclear:
    'Le jour au-dessus n’est pas dans l’ordre des autres : c’est peut-être une date d’impression.',
  row_balance_unclear: 'Son solde est illisible : {text}',
  row_status_unclear: 'Son statut n’indique ni réussite ni échec : {text}',
  row_sign_unclear:
    'L’argent sorti est écrit avec et sans signe moins : indiquez dans un fichier de correspondance ce que le moins signifie.',
  row_operator_unclear: 'On ne voit pas de quel opérateur elle est : {text}',
  row_direction_unclear: 'On ne voit pas si son argent est entré ou sorti : {text}',
  row_cut:
    'Elle a moins de cellules que la ligne des noms de colonnes : le fichier est peut-être coupé.',
  row_ends_the_file:
    'Le fichier s’y termine sans saut de ligne, et sa dernière cellule est peut-être coupée. Téléchargez-le à nouveau, ou indiquez dans une correspondance que ces fichiers se terminent ainsi.',
  row_left_out_pays:
    'La correspondance l’écarte, mais elle se lit comme un paiement : écrivez le modèle plus précisément.',
  row_not_expected: 'Elle n’a pas ce que la correspondance attend à chaque ligne : {text}',
  row_of_others: 'Ni son expéditeur ni son destinataire n’est {text}.',
  row_twice: 'Son identifiant est aussi celui de la ligne {row}.',
  row_balance_breaks: 'Son solde ne suit pas celui de la ligne {row}.',

  // The condition of a provider, and why a request is not settled.
  provider_switched_off: 'Ce prestataire est désactivé.',
  provider_cannot_confirm: 'Ce prestataire ne peut pas confirmer de paiements en ce moment.',
  provider_without_channel: 'Ce prestataire n’a pas de canal.',
  channels_switched_off: 'Les canaux de ce prestataire sont désactivés.',
  deposits_not_accepted: 'Les dépôts ne sont pas acceptés en ce moment : {because}',
  withdrawals_not_accepted: 'Les retraits ne sont pas acceptés en ce moment : {because}',
  payouts_wait: 'Les retraits attendent pour le moment : {because}',
  provider_fails_often:
    'Environ {percent} % des paiements de la dernière heure ont échoué, sans compter ce qui vient des joueurs.',
  provider_works: 'Ce prestataire fonctionne normalement.',
  amount_outside_limits: 'Le montant sort de ce que l’opérateur accepte en un paiement.',
  no_provider_takes_it: 'Aucun prestataire ne peut prendre la demande en ce moment.',
  float_too_low:
    'Le solde annoncé par le prestataire, {amount_xaf}, ne couvre pas le paiement ; il attend un approvisionnement.',
  float_is_too_low:
    'Le solde annoncé par le prestataire ne couvre pas le paiement ; il attend un approvisionnement.',
  no_time_to_send: 'La demande n’a pas été envoyée : il n’en restait pas le temps.',
  no_adapter: 'La demande n’a pas été envoyée : il n’y a pas d’adaptateur {adapter}.',
  provider_not_configured: 'Le prestataire n’est plus configuré.',
  request_unknown_there: 'Le prestataire ne connaît pas la demande.',
  handle_not_learnt:
    'Le prestataire n’a pas encore dit sous quel identifiant il garde la demande : on ne peut pas l’interroger.',
  transfer_succeeded_after_all: 'Le prestataire dit maintenant que le transfert a réussi.',
  transfer_failed_after_all: 'Le prestataire dit maintenant que le transfert a échoué : {because}',
  sandbox_sends_no_prompts: 'Le bac à sable n’envoie pas de demande ; simulez le résultat.',
  line_cannot_be_asked: 'Une ligne SIM ne peut pas être interrogée.',
  line_only_receives: 'Une ligne SIM ne fait que recevoir des paiements.',
  not_set_up_for_deposits: 'Le compte {system} n’est pas configuré pour les dépôts.',
  not_set_up_for_payouts: 'Le compte {system} n’est pas configuré pour les retraits.',

  // Why a payment was refused.
  player_refused: 'Le joueur a refusé le paiement.',
  player_cancelled: 'Le joueur a annulé le paiement.',
  player_did_not_approve: 'Le joueur n’a pas approuvé le paiement.',
  player_too_late: 'Le joueur n’a pas approuvé le paiement à temps.',
  approved_too_late: 'Le paiement n’a pas été approuvé à temps.',
  payment_cancelled: 'Le paiement a été annulé.',
  payer_lacks_money: 'Le payeur n’a pas assez d’argent.',
  payer_lacks_money_or_limit: 'Le payeur n’a pas assez d’argent, ou a atteint une limite.',
  payer_at_limit: 'Le payeur a atteint une limite de son compte.',
  payer_not_active: 'Le compte du payeur n’est pas actif.',
  payer_unknown: 'Le payeur n’a pas de compte {system} Mobile Money.',
  payee_at_limit: 'Le bénéficiaire a atteint une limite de son compte.',
  payee_may_not_receive: 'Le bénéficiaire ne peut pas recevoir ce paiement.',
  payee_unknown: 'Le bénéficiaire n’a pas de compte {system} Mobile Money.',
  account_not_active: 'Le compte n’est pas actif.',
  account_not_available: 'Le compte n’est pas disponible.',
  account_blocked: 'Le compte est bloqué.',
  account_at_daily_limit: 'Le compte a atteint une limite du jour.',
  account_at_monthly_limit: 'Le compte a atteint une limite du mois.',
  beyond_account_limit: 'Le paiement dépasse une limite du compte.',
  not_number_of_operator: 'Le numéro n’est pas un numéro {system}.',
  number_without_account: 'Le numéro n’a pas de compte {system}.',
  subscriber_unknown: '{system} ne connaît pas cet abonné.',
  only_cameroon: '{system} ne verse qu’à des numéros du Cameroun.',
  system_refused: '{system} a refusé le paiement.',
  system_reported_failure: '{system} annonce un paiement échoué.',
  system_could_not: '{system} n’a pas pu faire le paiement.',
  system_could_not_payer_lacks_money:
    '{system} n’a pas pu faire le paiement ; souvent, le payeur manque d’argent.',
  system_could_not_we_lack_money:
    '{system} n’a pas pu faire le paiement ; souvent, notre compte chez {system} manque d’argent.',
  system_not_available: '{system} n’était pas disponible pour ce paiement.',
  system_not_allowed: '{system} ne permet pas ce paiement.',
  system_found_mistake: '{system} a trouvé une erreur dans le paiement.',
  system_has_reference: '{system} a déjà un paiement sous cette référence.',
  system_knows_no_payment: '{system} ne connaît pas le paiement.',
  system_knows_no_callback_host: '{system} ne connaît pas l’hôte de notre adresse de rappel.',
  system_takes_no_such_currency: '{system} ne prend pas cette monnaie.',
  system_other_environment: 'Le compte ne peut pas servir dans cet environnement chez {system}.',
  system_refuses_same_again:
    '{system} refuse le même montant au même numéro pendant environ cinq minutes.',
  payout_refused: 'Le retrait a été refusé chez {system}.',
  payout_not_approved: 'Le retrait n’a pas été approuvé chez {system}.',
  payout_too_late: '{system} n’a pas versé le retrait à temps.',
  we_lack_money: 'Notre compte chez {system} n’a pas assez d’argent.',
  we_lack_money_or_payee_limit:
    'Notre compte chez {system} n’a pas assez d’argent, ou le bénéficiaire a atteint une limite.',
  our_account_at_limit: 'Notre compte chez {system} a atteint une limite.',
  our_account_not_active: 'Notre compte chez {system} n’est pas actif.',
  our_account_unknown: '{system} ne connaît pas notre compte.',

  // What is wrong between an outside system and us.
  system_unreachable: '{system} est injoignable.',
  system_refused_credentials: '{system} n’a pas accepté nos identifiants.',
  system_bars_our_address: '{system} ne nous laisse pas entrer de notre adresse.',
  system_lacks_this_payment: '{system} n’offre pas ce genre de paiement à notre adresse.',
  system_takes_no_more: '{system} ne prend plus de demandes de nous pour l’instant.',
  system_takes_nothing_now: '{system} ne prend pas nos demandes en ce moment.',
  system_gave_no_payment_token: '{system} n’a pas donné de jeton pour le paiement.',
  system_answer_lost: '{system} : la réponse s’est perdue ({because})',
  system_gave_no_status: '{system} n’a pas donné d’état : {because}',
  system_gave_no_name: '{system} n’a pas donné de nom : {because}',
  system_knows_number_without_name: '{system} connaît le numéro et n’a pas donné de nom.',
  system_gave_unknown_status: '{system} a donné un état inconnu : {their_words}',
  system_gave_empty_status: '{system} a répondu sans état.',
  system_answered_of_another:
    '{system} a répondu au sujet d’un autre paiement : {difference} diffère.',
  system_reports_paid_otherwise:
    '{system} annonce que ce paiement est payé, mais autrement que demandé : {difference} diffère.',
  system_success_without_amount: '{system} annonce une réussite sans montant.',
  system_success_with_failed_step: '{system} annonce une réussite à côté d’une étape échouée.',
  system_answered: '{system} a répondu {status}.',
  system_answered_words: '{system} a répondu {status} ({their_words}).',
  no_token_in_time: 'pas de jeton d’accès à temps',
  no_token_status: 'pas de jeton d’accès : le système a répondu {status}',
  no_token_in_answer: 'pas de jeton d’accès : la réponse n’en a pas',
  no_token: 'pas de jeton d’accès : {because}',
  no_answer_within: 'pas de réponse en {ms} ms',
  no_time_left: 'il ne restait plus de temps',
  answer_too_long: 'la réponse est trop longue',
  answer_without_status: 'la réponse n’a pas de code d’état',
  address_refused: 'l’adresse du système n’est pas permise',
  not_set_up_for_this: 'le compte n’est pas configuré pour cela',
  technical: '{error}',

  // What is wrong with how a channel is to collect.
  channel_needs_template: 'un canal où le joueur compose un code a besoin d’un modèle USSD',
  channel_code_of_sandbox:
    'un code du bac à sable commence par {text}, pour ne rien faire si on le compose',
  channel_number_form:
    'un numéro marchand a 4 à 15 chiffres, ou c’est un numéro comme +237670000000',
  channel_number_dialled:
    'un numéro marchand que les joueurs composent n’a que des chiffres, ou commence par +237',
  channel_illustration_incomplete:
    'une illustration a une adresse et un texte pour ceux qui ne la voient pas',
  channel_illustration_form:
    'une illustration a une adresse https et un texte d’au plus 300 caractères',
  channel_merchant_name_form: 'le nom d’un marchand a 1 à 60 caractères',
  channel_limit_form: 'une limite est un nombre entier de francs au-dessus de 0',
  channel_limits_crossed: 'le plus petit montant dépasse le plus grand',
  channel_without_prompts:
    'l’adaptateur {adapter} n’envoie pas de demandes : le joueur doit composer un code',
  template_ends: 'un code USSD commence par * ou # et finit par #',
  template_without_amount: '{text} manque : le joueur devrait taper le montant',
  template_without_merchant: '{text} manque : le joueur paierait celui que le code désigne',
  template_with_number:
    'le code contient {text} : un numéro ou un code marchand ne vient que du canal lui-même',
  template_placeholder_unknown: '{text} est inconnu ; utilisez {their_words}',
  template_part_mixed: '« {text} » doit être fait de chiffres, ou être seul entre * ou #',

  // Which values a rule takes.
  policy_takes_flag: 'oui ou non',
  policy_takes_whole: 'un nombre entier de {min} à {max}',
  policy_takes_from: 'un nombre entier, {min} ou plus',
  policy_takes_limit: 'un nombre entier au-dessus de 0, ou « off » pour aucune limite',
  policy_takes_months: 'un nombre entier de {min} à {max}, ou « off » : conservé sans limite',
  policy_takes_prefixes: 'les opérateurs avec leurs préfixes, comme nom=67,650-654;autre=69',
  policy_takes_floats: 'un montant, ou opérateur:numéro=montant avec des virgules, ou « off »',

  // The result of a decision.
  decided: 'Fait.',
  decided_before: 'Vous l’avez déjà fait.',
  waits_for_second_person: 'Il faut une deuxième approbation.',

  // Why an act takes two people.
  against_provider:
    'Vous décidez contre ce que dit le prestataire : il faut la décision de deux personnes.',
  against_report:
    'Vous décidez contre un avis de l’opérateur qui le dit payé : il faut la décision de deux personnes.',
  undoes_two: 'Deux personnes ont décidé le contraire : il faut la décision de deux personnes.',
  in_quarantine:
    'La base a été restaurée, il est peut-être déjà payé : il faut la décision de deux personnes.',
  never_sent: 'Il n’est jamais parti : il faut deux personnes pour le déclarer payé.',
  returned_payment: 'Il faut deux personnes pour déclarer un paiement rendu au payeur.',
  large_amount: 'Le montant dépasse {amount_xaf} : il faut la décision de deux personnes.',
  unproven_payment:
    'Aucun solde ne prouve un paiement, et vous complétez ainsi plus de {amount_xaf} à partir de tels paiements en 24 heures : il faut la décision de deux personnes.',
  reserved_payment:
    'Un paiement est réservé à un autre dépôt : il faut la décision de deux personnes.',
  older_payment:
    'Un paiement est plus ancien que le dépôt : il faut la décision de deux personnes.',
  beyond_money:
    'C’est plus que ce que son application a chez vous : il faut la décision de deux personnes.',
  disputed_deposit:
    'Son dépôt a été repris ou est contesté : il faut la décision de deux personnes.',
  old_deposit: 'Son dépôt a plus de 90 jours : deux personnes comparent les deux noms et décident.',
  many_payouts:
    'Ce numéro ou ce joueur a plus de retraits en 24 heures que la limite : il faut la décision de deux personnes.',
  daily_sum:
    'Ainsi, vous approuvez et complétez plus de {amount_xaf} en 24 heures : une deuxième personne doit aussi décider.',
  set_up:
    'Cela change qui reçoit l’argent, qui peut décider ou ce que disent les comptes : un autre administrateur doit l’approuver.',

  // Why a deposit cannot be completed from the payments that were chosen.
  chosen_missing: 'Un paiement n’existe pas.',
  chosen_used: 'Un paiement a déjà été utilisé.',
  chosen_waits_for_line: 'Un paiement attend sa ligne : mettez d’abord la ligne en ordre.',
  chosen_other_operator: 'Un paiement est passé par un autre opérateur.',
  chosen_other_number: 'Un paiement vient d’un autre numéro que celui du joueur.',
  chosen_too_little: 'Il manque {amount_xaf} aux paiements pour le dépôt.',
  chosen_open: 'Un élément d’un paiement n’a pas pu être lu : renseignez-le d’abord.',
  chosen_taken_back_unproven:
    'Un SMS dit que l’opérateur a repris un paiement, et aucun solde ne le prouve : décidez-le d’abord dans les contradictions.',
  chosen_taken_back: 'L’opérateur dit avoir repris un paiement : il ne peut plus payer de dépôt.',
  chosen_deposit_missing: 'Ce dépôt n’existe pas.',
  chosen_deposit_open: 'Ce dépôt n’a pas réussi : complétez-le plutôt avec ce paiement.',
  chosen_deposit_paid: 'Ce dépôt a déjà son paiement.',
  chosen_reversed: 'L’opérateur a repris ce paiement : écartez-le comme rendu.',
  chosen_taken: 'Un paiement a complété le dépôt {deposit} : le prestataire l’a annoncé.',
  chosen_not_returned: 'Aucun SMS jugé fiable, annulation ni relevé ne montre qu’il a été rendu.',
  return_unproven:
    'Rien ne prouve encore qu’il est arrivé : deux personnes disent d’abord qu’il est réel.',
  return_not_payable:
    'Le payeur n’a pas de numéro de cet opérateur, on ne peut donc pas le lui renvoyer d’ici : il reste listé comme dû.',
  return_too_small: 'Moins de {amount_xaf} ne peut pas être versé : il reste listé comme dû.',
  return_may_have_left:
    'Un renvoi précédent est peut-être parti : tranchez d’abord sa contradiction.',
  nothing_overpaid: 'Rien n’a été payé au-delà du montant de ce dépôt.',
  overpayment_gone: 'Il est déjà renvoyé, ou son renvoi est en cours.',
  return_has_no_provider: 'Aucun prestataire ne verse ce montant chez son opérateur en ce moment.',

  // Ce qui contredit une transaction réglée.
  settled_failed_but_sent:
    'Réglée comme échouée après une restauration, mais la liste des retraits envoyés la contient : elle est peut-être payée.',
  settled_failed_but_paid: 'Réglée comme échouée, mais le prestataire dit qu’elle a été payée.',
  settled_paid_but_failed:
    'Réglée comme payée, mais le prestataire dit qu’elle a échoué : {because}',
  paid_with_another:
    'Un paiement l’a complétée, et le prestataire dit qu’un autre, {operator_tx_id}, l’a payée : le joueur a peut-être payé deux fois.',
  paid_otherwise:
    'Elle était déjà réglée, et le prestataire dit que sa propre demande a aussi été payée : le joueur a peut-être payé deux fois. {because}',
  told_otherwise:
    'Un deuxième SMS avec l’identifiant de ce paiement chez l’opérateur annonce {amount_xaf}, ou un autre payeur.',
  reversed_without_proof:
    'Un SMS dit que l’opérateur a repris le paiement après sa réussite, et aucun solde ne le prouve.',
  reversed_by_operator: 'Annulation par l’opérateur : le paiement a été repris après avoir réussi.',

  // Why nothing leaves the service, and what a restore has put in doubt.
  quarantine_other_database:
    'La base de données n’est plus celle du service : elle a été restaurée ou déplacée.',
  quarantine_sends_unknown:
    'Des retraits ont été envoyés que la base ne connaît pas : elle a été restaurée à un moment antérieur.',
  quarantine_waits:
    'Quarantaine : rien ne sort du service tant que personne n’a accepté la base restaurée.',
  quarantine_by_hand: 'Quelqu’un a arrêté tout ce qui sort du service : {text}',
  restored_unanswered:
    'Le service a été restauré depuis une sauvegarde ; vérifiez si le transfert a été fait.',
  restored_known:
    'Le service a été restauré depuis une sauvegarde et le prestataire connaît ce transfert ; à vous de décider.',
  sent_before_restore:
    'Il a été envoyé avant la restauration de la base, il n’est donc pas renvoyé : on interroge le prestataire.',
  send_not_noted:
    'La demande n’a pas été envoyée : impossible de l’inscrire dans la liste des retraits envoyés (DATA_DIR).',
  seal_broken:
    'Rien n’a été envoyé : ce que la base contient de ce paiement n’est pas ce que le service a écrit.',
  refund_outdated:
    'Rien n’a été envoyé : depuis l’approbation, on sait autre chose du dépôt, de ses remboursements ou d’une restauration.',
  settlement_outdated:
    'Rien n’a été envoyé : depuis l’approbation, on doit moins que cela à la plateforme, ou elle a été réglée autrement.',
};
