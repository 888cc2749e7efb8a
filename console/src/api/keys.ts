/** The first parts of every query key, so that live updates can name what has changed. */
export const KEYS = {
  session: ['session'],
  overview: ['overview'],
  transactions: ['transactions'],
  transaction: ['transaction'],
  player: ['player'],
  contradictions: ['contradictions'],
  changes: ['changes'],
  receipts: ['receipts'],
  lines: ['lines'],
  finance: ['finance'],
  sms: ['sms'],
  webhooks: ['webhooks'],
  providers: ['providers'],
  applications: ['applications'],
  staff: ['staff'],
  audit: ['audit'],
} as const;
