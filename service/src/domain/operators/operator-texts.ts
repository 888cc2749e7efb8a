/** Money that moved on one of our lines, as its operator reports it in a text. */
export interface ReportedMoney {
  /** The player's number: nine digits. */
  readonly number: string;
  readonly name: string;
  /** The number or code of our line. */
  readonly line: string;
  readonly amountXaf: number;
  readonly balanceXaf: number;
  readonly id: string;
  /** What the payer wrote. */
  readonly note?: string;
  readonly at: Date;
}

/**
 * How an operator writes to our lines, in our own wording of its form: the sandbox and the
 * emulators, which have no operator, write texts by this and read them by its templates.
 */
export interface OperatorTexts {
  readonly sender: string;
  /** An id of its form. A serial number is used once within a minute. */
  readonly writeId: (kind: MoneyKind, serial: number, at: Date) => string;
  readonly write: Readonly<Record<MoneyKind, (money: ReportedMoney) => string>>;
}

/** A player has paid, or was paid. */
export type MoneyKind = 'received' | 'sent';

const DOUALA_AHEAD_MS = 3_600_000;

/** `2026-11-15 10:30:07`, in local time there. */
export function writeDoualaTime(at: Date): string {
  return new Date(at.getTime() + DOUALA_AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ');
}
