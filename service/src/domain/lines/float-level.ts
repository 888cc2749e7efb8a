/** What everyone may know of a float: the amount itself is a secret of the texts of a line. */
export const FLOAT_LEVELS = ['enough', 'low', 'unknown'] as const;
export type FloatLevel = (typeof FLOAT_LEVELS)[number];
