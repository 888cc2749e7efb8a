import type { Message } from '../messages/message.ts';

/**
 * Why a text does not connect to the end of the chain, as it was when the text came. It is stored
 * with the text: compared with what the line has later, it would mean something else.
 */
export function doubtBalance(headCents: number, beforeCents: number): Message {
  const params = { assumed_xaf: toWholeXaf(beforeCents), had_xaf: toWholeXaf(headCents) };
  const isSayable = params.assumed_xaf >= 0 && params.assumed_xaf !== params.had_xaf;
  return isSayable ? { code: 'text_assumes_other', params } : FITS_NOT;
}

/**
 * The same of a text that came before, by what was stored of it: the same on every screen. Where
 * nothing was, no figures are known; a line without a balance has none to fit.
 */
export function findBalanceDoubt(
  stored: readonly Message[],
  { hasBalance }: { readonly hasBalance: boolean },
): Message | null {
  const found = stored.find(({ code }) => DOUBTS.has(code));
  return found ?? (hasBalance ? FITS_NOT : null);
}

const FITS_NOT: Message = { code: 'text_fits_no_balance' };

/** With those of texts that came earlier, which name only the difference. */
const DOUBTS: ReadonlySet<string> = new Set([
  'text_assumes_other',
  'text_fits_no_balance',
  'line_holds_more',
  'line_holds_less',
] satisfies readonly Message['code'][]);

function toWholeXaf(cents: number): number {
  return Math.round(cents / 100);
}
