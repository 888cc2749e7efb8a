import type { OperatorFacts } from '../operator-facts.ts';
import { type OperatorTexts, writeDoualaTime } from '../operator-texts.ts';

export const MTN_TEXTS: OperatorTexts = {
  sender: 'MobileMoney',
  writeId: (_kind, serial) => String(18_000_000_000 + (serial % 1_000_000_000)),
  write: {
    received: ({ number, name, amountXaf, balanceXaf, id, note = '', at }) =>
      `Vous avez recu ${amountXaf} XAF de ${name} (237${number}) sur votre compte mobile money ` +
      `a ${writeDoualaTime(at)}. Message de l'expediteur: ${note}. ` +
      `Votre nouveau solde: ${balanceXaf} XAF. Frais: 0 XAF. Transaction Id: ${id}.`,
    sent: ({ number, name, amountXaf, balanceXaf, id, at }) =>
      `Transfert de ${amountXaf} FCFA effectue avec succes a ${name} (237${number}) ` +
      `le ${writeDoualaTime(at)}. FRAIS 0 FCFA. Transaction Id: ${id} ; Reference: . ` +
      `Nouveau solde: ${balanceXaf} FCFA.`,
  },
};

export const MTN = {
  name: 'mtn',
  displayName: 'MTN Mobile Money',
  words: { en: 'MTN', fr: 'MTN' },
  colours: { ground: '#ffcb05', ink: '#1d1d1b' },
  // Carrier data of today give parts of 68 to other operators; the interface's table does not.
  prefixes: ['67', '68', '650', '651', '652', '653', '654'],
  sampleNumber: '+237670000001',
  ids: {
    // Eleven digits today, fewer in older years.
    form: /[1-9][0-9]{7,11}/,
    kinds: null,
    description: 'digits',
    hasFixedLength: false,
    isUnmistakable: false,
  },
  texts: MTN_TEXTS,
  foreignMarks: [],
  sandbox: { providerId: 'mtn-momo', collectionMode: 'merchant_initiated' },
} as const satisfies OperatorFacts;
