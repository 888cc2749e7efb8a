import type { OperatorFacts } from '../operator-facts.ts';
import { type OperatorTexts, writeDoualaTime } from '../operator-texts.ts';

export const ORANGE_TEXTS: OperatorTexts = {
  sender: 'OrangeMoney',
  writeId: (kind, serial, at) => {
    const digits = writeDoualaTime(at).replaceAll(/\D/g, '');
    const letter = String.fromCodePoint(65 + (Math.floor(serial / 100_000) % 26));
    const last = String(serial % 100_000).padStart(5, '0');
    const word = kind === 'received' ? 'MP' : 'PP';
    return `${word}${digits.slice(2, 8)}.${digits.slice(8, 12)}.${letter}${last}`;
  },
  write: {
    received: ({ number, name, amountXaf, balanceXaf, id }) =>
      `Paiement de VOTRE BOUTIQUE reussi par ${number} ${name}. ID transaction:${id}, ` +
      `Montant:${amountXaf} FCFA. Solde: ${balanceXaf} FCFA.`,
    sent: ({ number, name, line, amountXaf, balanceXaf, id }) =>
      `Transfert de ${line} VOTRE COMPTE vers ${number} ${name} reussi. Details: ` +
      `ID transaction: ${id}, Montant Transaction: ${amountXaf}FCFA, Frais: 0 FCFA, ` +
      `Commission: 0 FCFA, Montant Net: ${amountXaf} FCFA, Nouveau Solde: ${balanceXaf} FCFA.`,
  },
};

// `PP260714.2117.B36023`: its date and minute are the operator's own time of the transaction.
const ID =
  /(?<kind>[A-Z]{2})(?<year>[0-9]{2})(?<month>[0-9]{2})(?<day>[0-9]{2})\.(?<hour>[0-9]{2})(?<minute>[0-9]{2})\.[A-Z][0-9]{5}/;

export const ORANGE = {
  name: 'orange',
  displayName: 'Orange Money',
  words: { en: 'Orange', fr: 'Orange' },
  colours: { ground: '#ff7900', ink: '#1d1d1b' },
  prefixes: ['69', '655', '656', '657', '658', '659'],
  sampleNumber: '+237690000001',
  ids: {
    form: ID,
    kinds: {
      form: /^[A-Z]{2}$/,
      description: 'pairs of capital letters such as PP',
    },
    description: 'two capital letters, date, minute and number',
    hasFixedLength: true,
    isUnmistakable: true,
  },
  texts: ORANGE_TEXTS,
  foreignMarks: ['OFM Mali', 'Orange Mali', '#144#'],
  sandbox: { providerId: 'orange-money', collectionMode: 'customer_initiated' },
} as const satisfies OperatorFacts;
