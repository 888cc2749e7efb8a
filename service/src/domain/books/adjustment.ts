import { type Posting, postAnswer } from './posting.ts';
import { BOOK_RULES, type RuleName } from './rules.ts';

/** Accounts that two people may correct; the others follow from what is booked. */
const ADJUSTABLE = [
  'wallet',
  'application',
  'unmatched',
  'overpayments',
  'disputed',
  'in_transit',
] as const;
type Adjustable = (typeof ADJUSTABLE)[number];

export interface AdjustedAccount {
  readonly kind: Adjustable;
  readonly key: string;
}

/** `wallet:<operator>:<number>`, `application:<id>`, `disputed`; null: nothing of the kind. */
export function readAccount(text: string): AdjustedAccount | null {
  const [, name, key = ''] = /^([a-z_]+)(?::(\S+))?$/.exec(text) ?? [];
  const kind = ADJUSTABLE.find((one) => one === name);
  if (kind === undefined) return null;
  const isOneOfSeveral = kind === 'wallet' || kind === 'application';
  return isOneOfSeveral === (key !== '') ? { kind, key } : null;
}

/** A positive change is more in a wallet, more that is disputed, or more that we owe. */
export function postAdjustment(adjustment: {
  readonly id: string;
  readonly account: AdjustedAccount;
  readonly changeXaf: number;
}): Posting {
  const { id, account, changeXaf } = adjustment;
  const rule: RuleName = `${account.kind}_${changeXaf > 0 ? 'raised' : 'lowered'}`;
  return {
    ...postAnswer(rule, adjustmentCause(id)),
    amountCents: BigInt(Math.abs(changeXaf)) * 100n,
    wallet: account.kind === 'wallet' ? account.key : null,
    applicationId: account.kind === 'application' ? account.key : null,
  };
}

export function adjustmentCause(id: string): string {
  return `adjustment:${id}`;
}

/** The rules of adjustments, for whoever looks for them. */
export const ADJUSTMENT_RULES: readonly RuleName[] = (Object.keys(BOOK_RULES) as RuleName[]).filter(
  (name) => {
    const { debit, credit } = BOOK_RULES[name];
    return debit === 'adjustments' || credit === 'adjustments';
  },
);
