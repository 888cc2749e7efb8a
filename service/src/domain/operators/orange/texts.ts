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
