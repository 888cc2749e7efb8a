import type { RoughWait } from '../../domain/checkouts/checkout.ts';

const PAY_NOTICES = [
  'not_a_number',
  'unknown_operator',
  'not_possible',
  'too_many_here',
  'wait',
  'asked_often',
  'same_code',
] as const;
export type PayNoticeKind = (typeof PAY_NOTICES)[number];

const FR = {
  pay: 'Payer',
  otherLanguage: 'English',
  support: 'Une question ? Appelez le',
  amount: 'Montant',
  to: 'Payé à',
  reference: 'Référence',
  paidAt: 'Date',
  operatorId: 'Numéro de transaction de l’opérateur',
  paid: '✔ Payé. Merci !',
  print: 'Imprimer le reçu',
  share: 'Partager le reçu',
  back: 'Retour à la boutique',
  doNotPay: 'Ne pas payer, retour à la boutique',
  cancelled: 'Ce paiement a été annulé par le vendeur.',
  paidMeanwhile:
    'Cet achat est déjà payé. Ne confirmez plus rien sur votre téléphone et ne composez rien.',
  cancelledMeanwhile:
    'Le vendeur a annulé ce paiement. Ne confirmez plus rien sur votre téléphone et ne composez rien.',
  expired: 'Le temps pour payer est écoulé. Demandez un nouveau lien au vendeur.',
  notPaid: 'Pas payé : regardez votre téléphone, ou utilisez un autre numéro.',
  lookedInto:
    'Nous vérifions ce paiement : il a peut-être été fait. Ne payez pas une seconde fois ; cette page vous dira ce qu’il en est.',
  surplus:
    'Ce paiement est arrivé, mais cet achat n’en avait plus besoin. Le vendeur vous le rend : contactez-le.',
  unknown: 'Cette page n’existe pas. Demandez un nouveau lien au vendeur.',
  trouble: 'Ce paiement n’est pas possible en ce moment. Ne payez rien ; réessayez plus tard.',
  openUntil: 'Vous pouvez payer jusqu’au',
  confirmOnPhone: 'Regardez votre téléphone et confirmez avec votre code secret.',
  payingNumber: 'C’est le téléphone dont le numéro finit par',
  dial: 'Composez',
  shownName: 'Votre opérateur affichera ce nom :',
  colon: '\u00a0:',
  timeUntil: 'Jusqu’au',
  waiting: 'Cette page se met à jour toute seule dès que le paiement arrive.',
  otherNumber: 'Payer avec un autre numéro',
  number: 'Numéro Mobile Money',
  numberHint: 'Exemple : 6 70 00 00 01. Ne tapez jamais votre code secret ici.',
  operator: 'Opérateur',
  findOperator: 'D’après le numéro',
  payNow: 'Payer',
  notices: {
    not_a_number: 'Numéro incorrect : il faut 9 chiffres, par exemple 6 70 00 00 01.',
    unknown_operator: 'Choisissez l’opérateur de ce numéro.',
    not_possible: 'Ce paiement n’est pas possible en ce moment. Réessayez plus tard.',
    too_many_here: 'Trop d’essais pour ce paiement. Demandez un nouveau lien au vendeur.',
    wait: 'Trop d’essais depuis votre réseau. Réessayez après le',
    asked_often: 'Trop d’essais avec ce numéro. Prenez un autre numéro, ou réessayez',
    same_code:
      'Ce numéro attend déjà un paiement du même montant pour un autre achat. Ne composez rien : prenez un autre numéro, ou réessayez',
  },
  within: { half_an_hour: 'dans une demi-heure environ.', hour: 'dans une heure environ.' },
} satisfies Record<string, string | Record<PayNoticeKind, string> | Record<RoughWait, string>>;

export type PayWords = typeof FR;

const EN: PayWords = {
  pay: 'Pay',
  otherLanguage: 'Français',
  support: 'A question? Call',
  amount: 'Amount',
  to: 'Paid to',
  reference: 'Reference',
  paidAt: 'Date',
  operatorId: 'Transaction number of the operator',
  paid: '✔ Paid. Thank you!',
  print: 'Print the receipt',
  share: 'Share the receipt',
  back: 'Back to the shop',
  doNotPay: 'Do not pay, back to the shop',
  cancelled: 'The seller has cancelled this payment.',
  paidMeanwhile: 'This purchase is already paid: confirm nothing on your phone, and dial nothing.',
  cancelledMeanwhile:
    'The seller has cancelled this payment: confirm nothing on your phone, and dial nothing.',
  expired: 'The time to pay is over. Ask the seller for a new link.',
  notPaid: 'Not paid: look at your phone, or use another number.',
  lookedInto:
    'We are looking into this payment: it may have been made. Do not pay a second time; this page will tell you.',
  surplus:
    'Your payment has arrived, but this purchase did not need it any more. The seller gives it back: ask them.',
  unknown: 'There is no such page. Ask the seller for a new link.',
  trouble: 'This payment is not possible at the moment. Pay nothing; try again later.',
  openUntil: 'You can pay until',
  confirmOnPhone: 'Look at your phone and confirm with your PIN.',
  payingNumber: 'It is the phone whose number ends in',
  dial: 'Dial',
  shownName: 'Your operator will show this name:',
  colon: ':',
  timeUntil: 'Until',
  waiting: 'This page changes by itself as soon as the payment arrives.',
  otherNumber: 'Pay with another number',
  number: 'Mobile Money number',
  numberHint: 'Example: 6 70 00 00 01. Never type your PIN here.',
  operator: 'Operator',
  findOperator: 'Found from the number',
  payNow: 'Pay',
  notices: {
    not_a_number: 'Not a Cameroonian number: enter 9 digits.',
    unknown_operator: 'Choose the operator of this number.',
    not_possible: 'This payment is not possible at the moment. Try again later.',
    too_many_here: 'Too many attempts for this payment. Ask the seller for a new link.',
    wait: 'Too many attempts from your network. Try again after',
    asked_often: 'Too many attempts with this number. Use another number, or try again',
    same_code:
      'A payment of the same amount from this number is already expected for another purchase. Dial nothing: use another number, or try again',
  },
  within: { half_an_hour: 'in about half an hour.', hour: 'in about an hour.' },
};

export function payWordsOf(lang: 'fr' | 'en'): PayWords {
  return { fr: FR, en: EN }[lang];
}
