/** What providers say, and what the service says of them. */
export const frProviders: Readonly<Record<string, string>> = {
  'This provider is switched off.': 'Ce fournisseur est coupé.',
  'This provider cannot confirm payments at the moment.':
    'Ce fournisseur ne peut pas confirmer de paiements en ce moment.',
  'About {}% of the payments of the last hour failed.':
    'Environ {} % des paiements de la dernière heure ont échoué.',
  'This provider works normally.': 'Ce fournisseur fonctionne normalement.',
  'The provider is not configured any more.': 'Le fournisseur n’est plus configuré.',
  'The provider does not know the request.': 'Le fournisseur ne connaît pas la demande.',
  'The provider now says that the transfer succeeded.':
    'Le fournisseur dit maintenant que le transfert a réussi.',
  'The provider now says that the transfer failed: {}':
    'Le fournisseur dit maintenant que le transfert a échoué : {}',
  'The amount is outside what the operator accepts in one payment.':
    'Le montant dépasse ce que l’opérateur accepte en un paiement.',
  'No provider can take the request at the moment.':
    'Aucun fournisseur ne peut prendre la demande en ce moment.',
  'The request was not sent: there was no time left to send it.':
    'La demande n’a pas été envoyée : il n’en restait pas le temps.',
  'The request was not sent: no adapter named {} is there.':
    'La demande n’a pas été envoyée : il n’y a pas d’adaptateur {}.',
  'The sandbox sends no prompts; simulate the outcome instead.':
    'Le bac à sable n’envoie pas de demande ; simulez l’issue.',
  'A SIM line cannot be asked.': 'Une ligne SIM ne peut pas être interrogée.',
  'A SIM line only receives payments.': 'Une ligne SIM ne fait que recevoir des paiements.',
  'The payment was cancelled.': 'Le paiement a été annulé.',
  'The player cancelled the payment.': 'Le joueur a annulé le paiement.',
  'The payment was not approved in time.': 'Le paiement n’a pas été approuvé à temps.',
  'The player refused the payment.': 'Le joueur a refusé le paiement.',
  'The player did not approve the payment.': 'Le joueur n’a pas approuvé le paiement.',
  'The player did not approve the payment in time.':
    'Le joueur n’a pas approuvé le paiement à temps.',
  'The payer has not enough money.': 'Le payeur n’a pas assez d’argent.',
  'The payer has not enough money, or a limit of the account was reached.':
    'Le payeur n’a pas assez d’argent, ou une limite du compte est atteinte.',
  'The payer has reached a limit of their account.':
    'Le payeur a atteint une limite de son compte.',
  'The payee has reached a limit of their account.':
    'Le bénéficiaire a atteint une limite de son compte.',
  'The payee may not receive this payment.': 'Le bénéficiaire ne peut pas recevoir ce paiement.',
  'The account of the payer is not active.': 'Le compte du payeur n’est pas actif.',
  'The account is not active.': 'Le compte n’est pas actif.',
  'The account is not available.': 'Le compte n’est pas disponible.',
  'The account is blocked.': 'Le compte est bloqué.',
  'The account has reached a daily limit.': 'Le compte a atteint une limite du jour.',
  'The account has reached a monthly limit.': 'Le compte a atteint une limite du mois.',
  'The payment is beyond a limit of the account.': 'Le paiement dépasse une limite du compte.',

  'MTN could not be reached.': 'MTN est injoignable.',
  'MTN could not carry out the payment.': 'MTN n’a pas pu faire le paiement.',
  'MTN could not carry out the payment; often the payer lacks money.':
    'MTN n’a pas pu faire le paiement ; souvent, le payeur manque d’argent.',
  'MTN could not carry out the payment; often our account at MTN lacks money.':
    'MTN n’a pas pu faire le paiement ; souvent, notre compte chez MTN manque d’argent.',
  'MTN did not carry out the payout in time.': 'MTN n’a pas fait le versement à temps.',
  'MTN does not know the host of our callback address.':
    'MTN ne connaît pas l’hôte de notre adresse de rappel.',
  'MTN does not take this currency.': 'MTN ne prend pas cette monnaie.',
  'MTN does not allow this payment.': 'MTN ne permet pas ce paiement.',
  'The account may not be used in this environment of MTN.':
    'Le compte ne peut pas servir dans cet environnement de MTN.',
  'The payee has no MTN Mobile Money account.':
    'Le bénéficiaire n’a pas de compte MTN Mobile Money.',
  'The payer has no MTN Mobile Money account.': 'Le payeur n’a pas de compte MTN Mobile Money.',
  'MTN already has a payment under this reference.': 'MTN a déjà un paiement sous cette référence.',
  'MTN does not know the payment.': 'MTN ne connaît pas le paiement.',
  'MTN does not know our account.': 'MTN ne connaît pas notre compte.',
  'MTN was not available for this payment.': 'MTN n’était pas disponible pour ce paiement.',
  'MTN found a mistake in the payment.': 'MTN a trouvé une erreur dans le paiement.',
  'The payout was refused at MTN.': 'Le versement a été refusé chez MTN.',
  'The payout was not approved at MTN.': 'Le versement n’a pas été approuvé chez MTN.',
  'Our account at MTN has not enough money, or the payee has reached a limit of their account.':
    'Notre compte chez MTN n’a pas assez d’argent, ou le bénéficiaire a atteint une limite du sien.',
  'Our account at MTN has not enough money.': 'Notre compte chez MTN n’a pas assez d’argent.',
  'Our account at MTN has reached a limit.': 'Notre compte chez MTN a atteint une limite.',
  'Our account at MTN is not active.': 'Notre compte chez MTN n’est pas actif.',
  'The MTN account is not set up for {}.': 'Le compte MTN n’est pas réglé pour {}.',
  'MTN refused the payment.': 'MTN a refusé le paiement.',
  'MTN reported a failed payment.': 'MTN annonce un paiement échoué.',
  'MTN reported a success without amount or currency':
    'MTN annonce une réussite sans montant ni monnaie',
  'MTN does not offer this kind of payment at our address.':
    'MTN n’offre pas ce genre de paiement à notre adresse.',
  'MTN did not accept our credentials.': 'MTN n’a pas accepté nos identifiants.',
  'MTN does not let us in from our address.': 'MTN ne nous laisse pas entrer de notre adresse.',
  'MTN is taking no more requests from us for now.':
    'MTN ne prend plus de demandes de nous pour l’instant.',
  "MTN's answer was lost: {}": 'La réponse de MTN s’est perdue : {}',
  'MTN gave no status: {}': 'MTN n’a pas donné d’état : {}',
  'MTN gave a status that we do not know: {}': 'MTN a donné un état inconnu : {}',
  'MTN answered about another payment: {}': 'MTN a répondu au sujet d’un autre paiement : {}',
  'MTN gave no name: {}': 'MTN n’a pas donné de nom : {}',
  'MTN knows the number and gave no name': 'MTN connaît le numéro et n’a pas donné de nom',
  'MTN answered {}': 'MTN a répondu {}',

  'Orange Money could not be reached.': 'Orange Money est injoignable.',
  'Orange Money did not accept our credentials.': 'Orange Money n’a pas accepté nos identifiants.',
  'Orange Money pays only numbers of Cameroon.':
    'Orange Money ne verse qu’à des numéros du Cameroun.',
  'The number is not an Orange number.': 'Le numéro n’est pas un numéro Orange.',
  'The number has no Orange Money account.': 'Le numéro n’a pas de compte Orange Money.',
  'Orange Money does not know this subscriber.': 'Orange Money ne connaît pas cet abonné.',
  'Our account at Orange Money has not enough money.':
    'Notre compte chez Orange Money n’a pas assez d’argent.',
  'Orange Money refuses the same amount to the same number again within about five minutes.':
    'Orange Money refuse le même montant au même numéro pendant environ cinq minutes.',
  'Orange Money refused the payment.': 'Orange Money a refusé le paiement.',
  'Orange Money gave no token for the payment.':
    'Orange Money n’a pas donné de jeton pour le paiement.',
  'Orange Money does not take our requests now.':
    'Orange Money ne prend pas nos demandes en ce moment.',
  "Orange's answer was lost: {}": 'La réponse d’Orange s’est perdue : {}',
  'Orange answered about another payment: {}': 'Orange a répondu au sujet d’un autre paiement : {}',
  'Orange gave no status: {}': 'Orange n’a pas donné d’état : {}',
  'Orange reported a success {}': 'Orange annonce une réussite {}',
  'Orange gave no name: {}': 'Orange n’a pas donné de nom : {}',
  'Orange answered {}': 'Orange a répondu {}',
  'no token in time': 'pas de jeton à temps',
  'no token: the system answered {}': 'pas de jeton : le système a répondu {}',
  'no token: the answer has none': 'pas de jeton : la réponse n’en a pas',
  'no token: {}': 'pas de jeton : {}',
};
