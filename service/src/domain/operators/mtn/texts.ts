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
