/** Why transactions and payments stand as they do: state, holding, doubts, differences, lines. */
export const frReasons: Readonly<Record<string, string>> = {
  // Why a payment is held.
  'No deposit of this number waits for a payment.':
    'Aucun dépôt de ce numéro n’attend de paiement.',
  'The amount is that of no deposit of this number.':
    'Le montant n’est celui d’aucun dépôt de ce numéro.',
  'Deposits of different players wait for the same number and amount.':
    'Des dépôts de plusieurs joueurs attendent le même montant du même numéro.',
  'The payment went to another merchant number than the one in the instructions.':
    'Le paiement est allé à un autre numéro marchand que celui des instructions.',
  'Several requests to pay fit this number and amount: the provider says which one was paid.':
    'Plusieurs demandes correspondent à ce numéro et à ce montant : le fournisseur dira laquelle a été payée.',
  'Too many deposits wait for the same number and amount.':
    'Trop de dépôts attendent le même montant du même numéro.',
  'The payment has just arrived.': 'Le paiement vient d’arriver.',
  'The deposit was confirmed by the provider already.':
    'Le fournisseur avait déjà confirmé le dépôt.',
  'It completed deposit {}.': 'Il a complété le dépôt {}.',
  'Staff completed deposit {} with it.': 'Le personnel a complété le dépôt {} avec lui.',
  'It came late for deposit {}, which staff resolve.':
    'Il est arrivé trop tard pour le dépôt {}, que le personnel tranche.',
  'The provider says that it paid deposit {}.': 'Le fournisseur dit qu’il a payé le dépôt {}.',
  '{} confirmed deposit {}, and this is the payment from that time.':
    '{} a confirmé le dépôt {}, et ce paiement est de ce moment-là.',

  // What speaks against a text.
  'The message was not signed with the secret of its gateway.':
    'Le message n’est pas signé avec le secret de sa passerelle.',
  'The key of the gateway was revoked.': 'La clé de la passerelle a été révoquée.',
  'The signature of the gateway was too old: it may be a message sent again.':
    'La signature de la passerelle est trop ancienne : le message a pu être renvoyé.',
  'The SIM that got the text is not known as one of our lines.':
    'La SIM qui a reçu le SMS n’est pas connue comme l’une de nos lignes.',
  'The text names no balance, and the texts of its line do: it may be forged.':
    'Le SMS ne donne aucun solde alors que ceux de sa ligne en donnent : il est peut-être faux.',
  'The text names no balance to compare.': 'Le SMS ne donne aucun solde à comparer.',
  'The operator’s time in the text is more than a day away from ours.':
    'L’heure de l’opérateur dans le SMS s’écarte de plus d’un jour de la nôtre.',
  'The line holds {} more than its texts say: a text about received money was missed, money was put on the line outside, or this text is forged.':
    'La ligne a {} de plus que ne le disent ses SMS : un SMS d’argent reçu manque, de l’argent y a été mis autrement, ou ce SMS est faux.',
  'The line holds {} less than its texts say: a text about sent money was missed, money was taken from the line outside, or this text is forged.':
    'La ligne a {} de moins que ne le disent ses SMS : un SMS d’argent envoyé manque, de l’argent en a été retiré autrement, ou ce SMS est faux.',

  // What became of a text.
  'Staff have dismissed this payment before.': 'Le personnel a déjà écarté ce paiement.',
  'The payment is known already.': 'Le paiement est déjà connu.',
  'The text is of another operator than the SIM.':
    'Le SMS vient d’un autre opérateur que celui de la SIM.',

  // Why a line confirms nothing.
  'No SMS gateway is set up for the line.': 'Aucune passerelle SMS n’est en place pour la ligne.',
  'The key of the SMS gateway of the line was revoked.':
    'La clé de la passerelle SMS de la ligne a été révoquée.',
  'The SMS gateway of the line has never been heard of.':
    'La passerelle SMS de la ligne n’a jamais donné signe de vie.',
  'The SMS gateway of the line is silent.': 'La passerelle SMS de la ligne se tait.',
  'The SIM of the line is nearly full of texts.': 'La SIM de la ligne est presque pleine de SMS.',

  // Why a payment was not matched with a deposit.
  'It came through another operator.': 'Il est passé par un autre opérateur.',
  'It came from another number.': 'Il vient d’un autre numéro.',
  'It went to another merchant number than the one in the instructions.':
    'Il est allé à un autre numéro marchand que celui des instructions.',
  'It is {} too little.': 'Il manque {}.',
  'It is {} too much.': 'Il y a {} de trop.',
  'It was received before the deposit was asked for.':
    'Il a été reçu avant que le dépôt soit demandé.',
  'The deposit asked the player to confirm on the phone, not to pay by code.':
    'Le dépôt demandait au joueur de confirmer sur son téléphone, pas de payer par code.',
  'The deposit had already failed.': 'Le dépôt avait déjà échoué.',

  // The way of a deposit.
  'Waiting for the player to pay with the code.': 'On attend que le joueur paie avec le code.',
  'Waiting for the player to confirm.': 'On attend que le joueur confirme.',
  'The payment request was sent to the player.': 'La demande de paiement a été envoyée au joueur.',
  'The operator refused to start the payment.': 'L’opérateur a refusé de lancer le paiement.',
  'The payment was confirmed.': 'Le paiement a été confirmé.',
  'The player refused the payment or did not answer in time.':
    'Le joueur a refusé le paiement ou n’a pas répondu à temps.',
  'No confirmation was received before the deadline.':
    'Aucune confirmation n’est arrivée avant l’échéance.',
  'A confirmation arrived after the deposit had expired; staff must decide.':
    'Une confirmation est arrivée après l’expiration du dépôt ; le personnel doit trancher.',
  'A confirmation arrived after the deposit had failed; staff must decide.':
    'Une confirmation est arrivée après l’échec du dépôt ; le personnel doit trancher.',
  'A matching payment was received after the deposit had expired.':
    'Un paiement qui correspond est arrivé après l’expiration du dépôt.',
  'The provider says that it was paid, but with {}; staff must decide.':
    'Le fournisseur dit qu’il a été payé, mais avec {} ; le personnel doit trancher.',
  'the payment that completed transaction {}': 'le paiement qui a complété la transaction {}',
  'Staff confirmed the payment.': 'Le personnel a confirmé le paiement.',
  'Staff rejected the payment.': 'Le personnel a rejeté le paiement.',
  'Staff completed the deposit from payments received.':
    'Le personnel a complété le dépôt avec des paiements reçus.',
  'Staff completed the deposit from payments received after it had expired.':
    'Le personnel a complété le dépôt, expiré, avec des paiements reçus.',

  // The way of a withdrawal.
  'Waiting for staff to approve the withdrawal.': 'On attend que le personnel approuve le retrait.',
  'Staff approved the withdrawal.': 'Le personnel a approuvé le retrait.',
  'Staff rejected the withdrawal.': 'Le personnel a rejeté le retrait.',
  'The transfer was sent to the provider.': 'Le transfert a été envoyé au fournisseur.',
  'The provider confirmed the transfer.': 'Le fournisseur a confirmé le transfert.',
  'The provider refused the transfer.': 'Le fournisseur a refusé le transfert.',
  'The provider gave no final answer in time; staff must decide.':
    'Le fournisseur n’a pas donné de réponse finale à temps ; le personnel doit trancher.',
  'Staff confirmed that the transfer was made.':
    'Le personnel a confirmé que le transfert a été fait.',
  'Staff found that the transfer was not made.':
    'Le personnel a constaté que le transfert n’a pas été fait.',
  'Simulated in the sandbox: {}.': 'Simulé dans le bac à sable : {}.',

  // States, where a sentence names them.
  succeeded: 'réussi',
  failed: 'échoué',
  expired: 'expiré',
};
