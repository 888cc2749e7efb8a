// Texts in the forms that operators send, with invented people, numbers and ids.

export interface SmsFacts {
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly balance: string;
  /** Nine national digits. */
  readonly payer: string;
  readonly payerName: string;
  readonly payee: string;
  readonly payeeName: string;
  readonly orangeId: string;
  readonly mtnId: string;
  readonly time: string;
}

export const OWN_ORANGE_LINE = '+237698111222';
export const OWN_MTN_LINE = '+237677333444';
/** Other lines of ours, which the first ones pay and are paid by. */
export const SECOND_ORANGE_LINE = '+237698111333';
export const SECOND_MTN_LINE = '+237677333555';

export const FACTS: SmsFacts = {
  amount: '7250',
  fee: '0',
  net: '7250',
  balance: '48210.37',
  payer: '691234567',
  payerName: 'ESSOMBA CLARISSE',
  payee: OWN_ORANGE_LINE.slice(4),
  payeeName: 'BOUTIQUE WOURI',
  orangeId: 'PP260912.1834.C70415',
  mtnId: '19020304055',
  time: '2026-09-12 18:34:07',
};

type Write = (facts: SmsFacts) => string;

/** Forms that say that money arrived. */
export const ORANGE_RECEIVED = {
  'French with details and glued units': (f) =>
    `Transfert de ${f.payer} ${f.payerName} vers ${f.payee} ${f.payeeName} reussi. Details: ID transaction: ${f.orangeId}, Montant Transaction: ${f.amount}FCFA, Frais: ${f.fee} FCFA, Commission: 0 FCFA, Montant Net: ${f.net} FCFA, Nouveau Solde: ${f.balance} FCFA.`,
  'French without details': (f) =>
    `Transfert de ${f.payer} ${f.payerName} vers ${f.payee} ${f.payeeName} reussi. ID transaction: ${f.orangeId}, Montant Transaction: ${f.amount} FCFA, Frais: ${f.fee} FCFA, Commission: 0 FCFA, Montant Net: ${f.net} FCFA, Nouveau Solde: ${f.balance} FCFA.`,
  'French with accents, other spaces and other label order': (f) =>
    `TRANSFERT de  ${f.payer}\u00a0${f.payerName} vers ${f.payee} ${f.payeeName} réussi.\nMontant de la transaction : ${f.amount} F CFA, Frais :${f.fee} FCFA, ID de transaction :${f.orangeId}. Nouveau solde : ${f.balance}FCFA`,
  English: (f) =>
    `Successful transfer from ${f.payer} ${f.payerName} to ${f.payee} ${f.payeeName}. Details: Transaction ID: ${f.orangeId}, Transaction amount: ${f.amount} FCFA, Charges: ${f.fee} FCFA, Commission: 0 FCFA, Net amount :${f.net} FCFA, New balance: ${f.balance} FCFA.`,
} as const satisfies Record<string, Write>;

export const MTN_RECEIVED = {
  'French with the financial id': (f) =>
    `Vous avez recu ${f.amount} XAF de ${f.payerName} (237${f.payer}) sur votre compte mobile money à ${f.time}. Message de l'expéditeur: loyer. Votre nouveau solde: ${f.balance} XAF. FRAIS: FCFA ${f.fee}. Financial Transaction Id: ${f.mtnId}.`,
  'French with the name twice and an advert behind the id': (f) =>
    `Vous avez recu ${f.amount} XAF de ${f.payerName} (237${f.payer} ${f.payerName}) sur votre compte Mobile Money ${f.time}. Message de l'expediteur:. Votre nouveau solde est de ${f.balance} FCFA. Frais: ${f.fee} XAF. Transaction ID: ${f.mtnId}. Gagne jusqu'à 250 000 FCFA et 10% de remise. Tape *126*9# ou va sur example.com/momo.`,
  'French with the id ended by a bar': (f) =>
    `Vous avez reçu ${f.amount} FCFA de ${f.payerName} (237${f.payer}) sur votre compte Mobile Money le ${f.time}. Votre nouveau solde: ${f.balance} XAF. Identifiant de transaction financiere : ${f.mtnId}|`,
  English: (f) =>
    `You have received ${f.amount} XAF from ${f.payerName} (237${f.payer}) on your mobile money account at ${f.time}. Message from sender: rent. Your new balance: ${f.balance} XAF. FEES: FCFA ${f.fee}. Financial Transaction Id: ${f.mtnId}.`,
  'English with a short label': (f) =>
    `You have received ${f.amount} FCFA from ${f.payerName} (237${f.payer}) on your mobile money account at ${f.time}. Message from sender: . Your new balance: ${f.balance} FCFA. transaction Id: ${f.mtnId}. Borrow up to 90,000 FCFA. Dial *126*9#.`,
} as const satisfies Record<string, Write>;

export const MERCHANT_RECEIVED = {
  English: (f) =>
    `Successful Payment of WOURI_SHOP from ${f.payer} ${f.payerName}. Transaction ID:${f.orangeId}, Amount:${f.amount}, New balance:${f.balance}.`,
  French: (f) =>
    `Paiement de WOURI SHOP reussi par ${f.payer} ${f.payerName}. ID transaction:${f.orangeId}, Montant:${f.amount} FCFA. Solde: ${f.balance} FCFA.`,
} as const satisfies Record<string, Write>;

/** Money that leaves the line, whose number is the payer's in Orange's texts. */
export const ORANGE_SENT = {
  'a purchase': (f) =>
    `Paiement de Forfait Max it7 reussi par ${f.payer} ${f.payerName}. ID transaction:MP260912.1834.C70415, Montant:${f.amount} FCFA. Solde: ${f.balance} FCFA.`,
  'a purchase without units': (f) =>
    `Paiement de StarterPack en succes par ${f.payer} ${f.payerName}. ID de transaction: MP260912.1834.C70415, Montant: ${f.amount}, Nouveau solde: ${f.balance}.`,
  'a bill on lines of its own': (f) =>
    `Orange Money TELE+\nPaiement Orange Money réussi. Montant : ${f.amount} FCFA Frais : ${f.fee} FCFA\nID : MP260912.1834.C70415 Nouveau solde : ${f.balance} FCFA`,
  'a deposit served as agent': (f) =>
    `Depot vers ${f.payee} ${f.payeeName} reussi from ${f.payer} ${f.payerName}. Informations detaillees : Montant transaction : ${f.amount}FCFA, ID de Transaction : CI260912.1834.C70415, Frais : ${f.fee}FCFA, Commission : 0 FCFA, Montant Net Debite : ${f.net}FCFA, Nouveau Solde : ${f.balance}FCFA.`,
  'a withdrawal by code': (f) =>
    `Retrait d'argent reussi par le ${f.payer} avec le Code : 904417. Informations detaillees : Montant: ${f.amount} FCFA, Frais: ${f.fee} FCFA, No de transaction CO260912.1834.C70415, montant net debite ${f.net} FCFA, Nouveau solde: ${f.balance} FCFA.`,
  'a withdrawal at an agent': (f) =>
    `CashOut success to ${f.payer} ${f.payerName} from ${f.payee} ${f.payeeName}. The details are as follows: transaction amount: ${f.amount} FCFA, charges: ${f.fee} FCFA, commission: 0 FCFA, TXN id :CO260912.1834.C70415`,
} as const satisfies Record<string, Write>;

export const MTN_SENT = {
  'a transfer in English': (f) =>
    `You have transferred ${f.amount} XAF to ${f.payeeName} (237${f.payee}) from your mobile money account 81200000 at ${f.time} FEES ${f.fee} FCFA. Your new balance: ${f.balance} XAF. Message from sender: . Message to receiver: . Financial Transaction Id: ${f.mtnId}.  Borrow up to 90,000 FCFA. Dial *126*9#.`,
  'a transfer in French': (f) =>
    `Transfert de ${f.amount} FCFA effectue avec succes a ${f.payeeName} (237${f.payee}) le ${f.time}. FRAIS ${f.fee} FCFA. transaction Id: ${f.mtnId}. Reference: Loyer. Nouveau solde est: ${f.balance} FCFA.`,
  'a payment with an external id': (f) =>
    `Votre paiement de ${f.amount} XAF a ${f.payeeName} (237${f.payee}) a ete finalise a ${f.time}. Message : . Votre nouveau solde : ${f.balance} XAF. Les frais s'elevaient a ${f.fee} XAF. Le montant faisait l'objet d'une reduction de 0 XAF et de coupons d'une valeur de . Identifiant de transaction financiere : ${f.mtnId}. ID de transaction externe : -. }. Promo MoMo, tape *126*9#.`,
  'a payment to a company': (f) =>
    `Votre paiement de ${f.amount} XAF a TELE DIRECT  a ete effectue le ${f.time}. Votre nouveau solde: ${f.balance} XAF. Frais: ${f.fee} XAF. Message: -. Transaction Id: ${f.mtnId}.  Emprunte jusqu'à 90 000 FCFA.`,
  'a withdrawal': (f) =>
    `Vous avez effectue avec succes le retrait de ${f.amount} FCFA de votre compte mobile money  chez KIOSQUE BONANJO le ${f.time}. Votre nouveau solde est de:${f.balance} FCFA. Transaction Id: ${f.mtnId}.`,
  'a deposit served as agent': (f) =>
    `Cash in of ${f.amount} XAF on ${f.time} to ${f.payeeName} (237${f.payee}) has been successfully completed. Transaction ID:${f.mtnId}. Message:. Your new balance: ${f.balance} XAF. Added commission: 410 XAF.`,
} as const satisfies Record<string, Write>;

/** Texts that say nothing about our money, by operator's sender. */
export const NOTHING: readonly (readonly [sender: string, text: string])[] = [
  ['OrangeMoney', 'Le code de 698111222 est: 440198.Orange Money vous remercie.'],
  ['OrangeMoney', "C'est la fete! 3 millions a gagner avec Orange Money! Tape #150*9#"],
  ['OrangeMoney', 'Transfert de credit gratuit tout le week-end vers tous les numeros!'],
  ['OrangeMoney', 'Paiement de vos factures: 500 FCFA offerts. Tape #150#'],
  ['MobileMoney', 'Earn +40 XAF on every Cash Out via QR. 5 a day = +200 XAF. Switch today!.'],
  ['MobileMoney', "<#> Y'ello. Entrez le code suivant:7730 pour votre login. NE PARTAGEZ PAS."],
  ['MobileMoney', 'Vous avez recu un bonus! Tape *126*9# pour le decouvrir.'],
  ['MobileMoney', 'Vous avez recu 500 Mo valables 7 jours. Tape *126*9#.'],
  ['MobileMoney', ''],
  ['OrangeMoney', '....,,,,(((('],
];

/** The same platforms in other countries. */
export const OTHER_COUNTRIES: readonly (readonly [sender: string, text: string])[] = [
  [
    'MobileMoney',
    'You have received 3500 RWF from Paul Smith (*********088) on your mobile money account at 2026-05-11 09:30:51. Message from sender: . Your new balance:3500 RWF. Financial Transaction Id: 80000021700.',
  ],
  [
    'MobileMoney',
    'Transfert 12000F de ASSOC BULK (2290151222333) 2026-03-25 19:36:20 Ref:Forfait Solde:15607F ID:12012760098',
  ],
  [
    'OrangeMoney',
    'Vous avez recu un transfert de 4400 FCFA du 78111222. ID: PP260226.2111.C11322. Consultez votre solde au #144#6#. OFM MALI',
  ],
];
