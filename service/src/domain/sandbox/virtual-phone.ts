import { isOpenDeposit, type Transaction } from '../transactions/transaction.ts';

/** What a player's phone shows in the sandbox, made of the payments of its number. */
export interface VirtualPhone {
  /** Deposits that ask the player to confirm. */
  readonly prompts: readonly Transaction[];
  /** Deposits for which the player dials a code. */
  readonly codes: readonly Transaction[];
  /** Everything, the newest first. */
  readonly payments: readonly Transaction[];
}

/** A link is requested to try something out, and passed on by mistake. */
export const PHONE_LINK_MS = 30 * 60_000;

export function lookAtPhone(payments: readonly Transaction[], at: Date): VirtualPhone {
  const waiting = payments.filter(
    (payment) => isOpenDeposit(payment) && (payment.expiresAt?.getTime() ?? 0) > at.getTime(),
  );
  return {
    prompts: waiting.filter(({ collectionMode }) => collectionMode === 'merchant_initiated'),
    codes: waiting.filter(({ instructions }) => instructions !== null),
    payments,
  };
}

export interface DialledCode {
  readonly line: string;
  readonly amountXaf: number;
}

/** A code as the sandbox's channels write it, `*000*000000*500#`; `null` for any other. */
export function readDialledCode(code: string): DialledCode | null {
  const [, line = '', amount = ''] = CODE.exec(code.replaceAll(/\s/g, '')) ?? [];
  return line === '' ? null : { line, amountXaf: Number(amount) };
}

const CODE = /^\*000\*(\d{1,12})\*([1-9]\d{0,8})#$/;

/** Any PIN will do: players must not type their own anywhere but on their phones. */
export function isPin(text: string): boolean {
  return /^\d{4,8}$/.test(text);
}
