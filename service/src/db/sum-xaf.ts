import { MAX_AMOUNT_XAF } from '../domain/money.ts';

/**
 * The sum of amounts as a number that JSON can carry. A thousand of the largest amounts would be
 * more than a bigint, and two of them more than JavaScript counts exactly; such a sum stays at the
 * largest amount there is.
 */
export const SUM_XAF = `least(sum(amount_xaf), ${MAX_AMOUNT_XAF})::bigint`;
