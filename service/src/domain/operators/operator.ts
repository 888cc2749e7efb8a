export const OPERATORS = ['mtn', 'orange'] as const;

export type Operator = (typeof OPERATORS)[number];
