/** Money that came to the line, as its operator would tell it. */
export interface MoneyText {
  /** Nine digits. */
  readonly payer: string;
  readonly amount: number;
  /** What the payer has written. */
  readonly note: string;
  /** The operator's id; a new one when it is null. */
  readonly id: string | null;
  readonly balance: number;
  readonly at: Date;
}

/** In the form of MTN, in our own words. */
export function writeMoneyText({ payer, amount, note, id, balance, at }: MoneyText): string {
  const inDouala = new Date(at.getTime() + DOUALA_AHEAD_MS).toISOString();
  return (
    `Vous avez recu ${amount} XAF de NGO BIYONG ANNE (237${payer}) sur votre compte mobile money ` +
    `a ${inDouala.slice(0, 19).replace('T', ' ')}. Message de l'expediteur: ${note}. Votre nouveau solde: ${balance} XAF. ` +
    `Frais: 0 XAF. Transaction Id: ${id ?? nextId()}.`
  );
}

const DOUALA_AHEAD_MS = 3_600_000;

let made = 0;

/** Eleven digits, as MTN has them. */
function nextId(): string {
  made += 1;
  return `1${String(Math.floor(Date.now() / 1_000)).slice(-6)}${String(made).padStart(4, '0')}`;
}
