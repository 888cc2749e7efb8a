import { type OperatorTexts, writeDoualaTime } from '../operator-texts.ts';

export const ORANGE_TEXTS: OperatorTexts = {
  sender: 'OrangeMoney',
  writeId: (serial, at) => {
    const digits = writeDoualaTime(at).replaceAll(/\D/g, '');
    const letter = String.fromCodePoint(65 + (Math.floor(serial / 100_000) % 26));
    const last = String(serial % 100_000).padStart(5, '0');
    return `PP${digits.slice(2, 8)}.${digits.slice(8, 12)}.${letter}${last}`;
  },
  received: ({ number, name, line, amountXaf, balanceXaf, id }) =>
    `Transfert de ${number} ${name} vers ${line} VOTRE COMPTE reussi. Details: ` +
    writeDetails({ id, amountXaf, balanceXaf }),
  sent: ({ number, name, line, amountXaf, balanceXaf, id }) =>
    `Transfert de ${line} VOTRE COMPTE vers ${number} ${name} reussi. Details: ` +
    writeDetails({ id, amountXaf, balanceXaf }),
};

function writeDetails(money: {
  readonly id: string;
  readonly amountXaf: number;
  readonly balanceXaf: number;
}): string {
  const { id, amountXaf, balanceXaf } = money;
  return (
    `ID transaction: ${id}, Montant Transaction: ${amountXaf}FCFA, Frais: 0 FCFA, ` +
    `Commission: 0 FCFA, Montant Net: ${amountXaf} FCFA, Nouveau Solde: ${balanceXaf} FCFA.`
  );
}
