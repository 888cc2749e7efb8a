import {
  FACTS,
  OWN_MTN_LINE,
  OWN_ORANGE_LINE,
  SECOND_MTN_LINE,
  SECOND_ORANGE_LINE,
} from './sms-texts.ts';

// Texts about money of ours that no player paid, in the forms that operators send, with invented
// people, numbers and ids. Each moves 7 250 FCFA, or says what the line has.

export interface OwnMove {
  readonly name: string;
  readonly sender: 'MobileMoney' | 'OrangeMoney';
  readonly text: string;
  /** What it is for the chain of balances, or `null` if nothing moved. */
  readonly moves: 'in' | 'out' | 'either' | null;
  readonly kind: 'sent' | 'review' | 'balance';
  readonly reason?: string;
}

const AT = FACTS.time;
const MTN_ID = `Financial Transaction Id: ${FACTS.mtnId}.`;
const MTN_NEW = 'Votre nouveau solde: 48210 XAF.';
const MTN_NEW_EN = 'Your new balance: 48210 XAF.';
const FRENCH = 'Montant: 7250 FCFA, Frais: 0 FCFA, Nouveau solde: 48210 FCFA.';
const ENGLISH = 'Amount: 7250 FCFA, Charges: 0 FCFA, New balance: 48210 FCFA.';
const [MTN_OWN, ORANGE_OWN] = [OWN_MTN_LINE.slice(1), OWN_ORANGE_LINE.slice(4)];
const [ORIGINAL_MTN, ORIGINAL_ORANGE] = ['19010101011', 'PP260911.1200.A00007'];
const AGENT = '690555111 KIOSQUE AKWA';

function of(
  sender: OwnMove['sender'],
  facts: Pick<OwnMove, 'moves' | 'kind'> & { readonly reason?: string },
  texts: Readonly<Record<string, string>>,
): readonly OwnMove[] {
  return Object.entries(texts).map(([name, text]) => ({
    name: `${name} of ${sender}`,
    sender,
    text,
    ...facts,
  }));
}

const OUT = { kind: 'sent', moves: 'out' } as const;
const IN = { kind: 'review', moves: 'in', reason: 'no_player' } as const;
const BACK = { kind: 'review', moves: 'either', reason: 'reversed' } as const;
const STILL = { kind: 'balance', moves: null } as const;

export const OWN_MOVES: readonly OwnMove[] = [
  ...of('MobileMoney', OUT, {
    'a withdrawal in English': `You have withdrawn 7250 XAF from your mobile money account at ${AT} with agent KIOSQUE AKWA. ${MTN_NEW_EN} Fees: 0 XAF. ${MTN_ID}`,
    'a withdrawal in French': `Vous avez retire 7250 FCFA chez KIOSQUE AKWA le ${AT}. Frais: 0 FCFA. ${MTN_NEW} ${MTN_ID}`,
    'airtime in French': `Vous avez achete 7250 FCFA de credit pour le 237${MTN_OWN.slice(3)} le ${AT}. ${MTN_NEW} ${MTN_ID}`,
    'airtime in English': `Your airtime purchase of 7250 XAF at ${AT} was successful. ${MTN_NEW_EN} ${MTN_ID}`,
    'a bill in French': `Paiement de facture ENERGIE DU LITTORAL d'un montant de 7250 XAF effectue le ${AT}. ${MTN_NEW} Frais: 0 XAF. ${MTN_ID}`,
    'a bill in English': `Your bill payment for WATER SUPPLY of 7250 XAF at ${AT} is done. ${MTN_NEW_EN} ${MTN_ID}`,
    'a payment to a shop in French': `Vous avez paye 7250 XAF a BOULANGERIE DEIDO le ${AT}. ${MTN_NEW} Frais: 0 XAF. ${MTN_ID}`,
    'a payment to a shop in English': `You have paid 7250 XAF to BOULANGERIE DEIDO at ${AT}. ${MTN_NEW_EN} Fees: 0 XAF. ${MTN_ID}`,
  }),
  ...of('MobileMoney', IN, {
    'an agent’s deposit in French': `Vous avez recu un depot de 7250 XAF de l'agent KIOSQUE AKWA le ${AT}. ${MTN_NEW} ${MTN_ID}`,
    'an agent’s deposit in English': `You have received a deposit of 7250 XAF from agent KIOSQUE AKWA at ${AT}. ${MTN_NEW_EN} ${MTN_ID}`,
    'a card in French': `Votre compte mobile money a ete recharge de 7250 XAF par carte bancaire le ${AT}. ${MTN_NEW} ${MTN_ID}`,
    'a card in English': `You have topped up your mobile money account with 7250 XAF by card at ${AT}. ${MTN_NEW_EN} ${MTN_ID}`,
    'a commission in French': `Vous avez recu une commission de 7250 XAF pour le mois de septembre. ${MTN_NEW}`,
    'a commission in English': `You have received a commission of 7250 XAF. ${MTN_NEW_EN} ${MTN_ID}`,
  }),
  ...of('MobileMoney', BACK, {
    'a reversal in French': `La transaction ${ORIGINAL_MTN} a ete annulee par l'operateur. Montant: 7250 XAF. ${MTN_NEW}`,
    'a reversal in English': `Transaction ${ORIGINAL_MTN} has been reversed. Amount: 7250 XAF. ${MTN_NEW_EN}`,
  }),
  ...of('MobileMoney', STILL, {
    'a balance in French': 'Votre solde mobile money est de 48210 XAF.',
    'a balance in English': 'Your mobile money balance is 48210 XAF. Dial *126*9# for more.',
    'a refusal in French':
      'Votre transfert a echoue: montant trop grand. Votre solde est de 48210 XAF.',
    'a refusal in English': 'Insufficient funds for 90000 XAF. Your balance is 48210 XAF.',
  }),
  ...of('OrangeMoney', OUT, {
    'a withdrawal in French': `Retrait reussi par ${ORANGE_OWN} BOUTIQUE WOURI chez ${AGENT}. ID transaction: CO260912.1834.C70415, ${FRENCH}`,
    'a withdrawal in English': `Cash withdrawal successful by ${ORANGE_OWN} BOUTIQUE WOURI. Transaction ID: CO260912.1834.C70415, ${ENGLISH}`,
    'airtime in French': `Recharge de credit pour le 655777888 reussie. ID transaction: RC260912.1834.C70415, ${FRENCH}`,
    'airtime in English': `Airtime purchase for 655777888 successful. Transaction ID: RC260912.1834.C70415, ${ENGLISH}`,
    'a bill in French': `Paiement de facture ENERGIE DU LITTORAL reussi. ID transaction: BP260912.1834.C70415, ${FRENCH}`,
    'a bill in English': `Bill payment WATER SUPPLY successful. Transaction ID: BP260912.1834.C70415, ${ENGLISH}`,
    'a payment to a shop in French': `Paiement de BOULANGERIE DEIDO reussi par ${ORANGE_OWN} BOUTIQUE WOURI. ID transaction:MP260912.1834.C70415, Montant:7250 FCFA. Solde: 48210 FCFA.`,
    'a payment to a shop in English': `Orange Money BAKERY\nOrange Money payment successful. Amount : 7250 FCFA Charges : 0 FCFA\nID : MP260912.1834.C70415 New balance : 48210 FCFA`,
  }),
  ...of('OrangeMoney', IN, {
    'an agent’s deposit in English': `Deposit made by ${AGENT} to ${ORANGE_OWN} BOUTIQUE WOURI. Transaction ID: CI260912.1834.C70415, ${ENGLISH}`,
    'an agent’s deposit without numbers': `Vous avez recu un depot de 7250 FCFA. ID transaction: CI260912.1834.C70415, Nouveau solde: 48210 FCFA.`,
    'a card in French': `Rechargement par carte bancaire reussi. ID transaction: TC260912.1834.C70415, ${FRENCH}`,
    'a card in English': `Card top up successful. Transaction ID: TC260912.1834.C70415, ${ENGLISH}`,
    'a commission in French': `Votre commission de 7250 FCFA est versee. ID transaction: CM260912.1834.C70415, Nouveau solde: 48210 FCFA.`,
    'a commission in English': `You have received a commission of 7250 FCFA. Transaction ID: CM260912.1834.C70415, New balance: 48210 FCFA.`,
  }),
  ...of('OrangeMoney', BACK, {
    'a reversal in French': `Annulation du transfert ${ORIGINAL_ORANGE} effectuee. Nouvel ID: RV260912.1834.C70415, Montant: 7250 FCFA, Nouveau solde: 48210 FCFA.`,
    'a reversal in English': `The transaction ${ORIGINAL_ORANGE} has been reversed. Amount: 7250 FCFA, New balance: 48210 FCFA.`,
  }),
  ...of('OrangeMoney', STILL, {
    'a balance in French': 'Votre solde Orange Money est de 48210 FCFA.',
    'a balance in English': 'Your Orange Money balance is 48210 FCFA.',
    'a refusal in French': 'Transaction echouee: solde insuffisant. Solde: 48210 FCFA.',
    'a refusal in English': 'Your transfer has failed. Your current balance is 48210 FCFA.',
  }),
];

const BETWEEN = { kind: 'review', reason: 'between_own_lines' } as const;
const [MTN_SECOND, ORANGE_SECOND] = [SECOND_MTN_LINE.slice(1), SECOND_ORANGE_LINE.slice(4)];
const MTN_END = `le ${AT}. FRAIS 0 FCFA. transaction Id: ${FACTS.mtnId}. ${MTN_NEW}`;
const ORANGE_END = `reussi. Details: ID transaction: PP260912.1834.C70415, ${FRENCH}`;

/** Money that goes from one of our lines to another. */
export const OWN_TRANSFERS: readonly OwnMove[] = [
  ...of('MobileMoney', OUT, {
    'a transfer to another line of ours': `Transfert de 7250 FCFA effectue avec succes a BOUTIQUE WOURI (${MTN_SECOND}) ${MTN_END}`,
  }),
  ...of(
    'MobileMoney',
    { ...BETWEEN, moves: 'in' },
    {
      'a transfer from another line of ours': `Vous avez recu 7250 XAF de BOUTIQUE WOURI (${MTN_SECOND}) sur votre compte mobile money à ${AT}. ${MTN_NEW} FRAIS: FCFA 0. ${MTN_ID}`,
    },
  ),
  ...of(
    'OrangeMoney',
    { ...BETWEEN, moves: 'out' },
    {
      'a transfer to another line of ours': `Transfert de ${ORANGE_OWN} BOUTIQUE WOURI vers ${ORANGE_SECOND} BOUTIQUE WOURI ${ORANGE_END}`,
    },
  ),
  ...of(
    'OrangeMoney',
    { ...BETWEEN, moves: 'in' },
    {
      'a transfer from another line of ours': `Transfert de ${ORANGE_SECOND} BOUTIQUE WOURI vers ${ORANGE_OWN} BOUTIQUE WOURI ${ORANGE_END}`,
    },
  ),
];

/** What the texts above say, where the story of another line says something else. */
export interface RepeatedFacts {
  /** E.164. */
  readonly line: string;
  readonly secondLine: string;
  readonly amount: number;
  readonly balance: string;
  readonly mtnId: string;
  /** Its letters mean a transfer; those of the text's own kind are kept. */
  readonly orangeId: string;
  /** The transaction that is reversed. */
  readonly original: string;
  readonly time: string;
}

/** The same text with other facts. */
export function retell(text: string, facts: RepeatedFacts): string {
  const pairs = [
    [ORIGINAL_MTN, facts.original],
    [ORIGINAL_ORANGE, facts.original],
    [FACTS.orangeId.slice(2), facts.orangeId.slice(2)],
    [FACTS.mtnId, facts.mtnId],
    [FACTS.time, facts.time],
    [MTN_OWN.slice(3), facts.line.slice(4)],
    [ORANGE_OWN, facts.line.slice(4)],
    [MTN_SECOND.slice(3), facts.secondLine.slice(4)],
    [ORANGE_SECOND, facts.secondLine.slice(4)],
    ['7250', String(facts.amount)],
    ['48210', facts.balance],
  ] as const;
  const known = new RegExp(pairs.map(([from]) => from).join('|'), 'g');
  return text.replace(known, (from) => pairs.find(([one]) => one === from)?.[1] ?? from);
}

/** What operators send about money in an unknown form. */
export const UNREADABLE: readonly (readonly [OwnMove['sender'], string])[] = [
  ['MobileMoney', `Operation speciale sur votre compte. Transaction Id: ${FACTS.mtnId}`],
  ['MobileMoney', 'Ajustement technique ce jour. Votre nouveau solde est de 12000 FCFA.'],
  ['MobileMoney', 'Vous avez envoye 7250 Mo a un ami. Financial Transaction Id: 19020304055.'],
  ['OrangeMoney', 'Regularisation XX260912.1834.C70415 de votre compte marchand'],
  ['OrangeMoney', 'Adjustment done by the operator, new balance: 12000 FCFA.'],
];
