/** The result for a text: `stored` is not read yet, `review` waits for a person. */
export const SMS_STATES = [
  'stored',
  'receipt',
  'repeat',
  'sent',
  'balance',
  'review',
  'nothing',
  'refused',
] as const;
export type SmsState = (typeof SMS_STATES)[number];
