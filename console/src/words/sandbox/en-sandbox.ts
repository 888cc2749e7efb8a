import { plural } from '../plural.ts';

/** The texts of what only the sandbox has: playing the platform, the player and the clock. */
export const enSandbox = {
  title: 'Sandbox tools',
  createTitle: 'Create a transaction',
  hint: 'Create a transaction as the platform would. Decide its outcome on its page, or on the payer’s phone.',
  create: 'Create',
  created: 'Created.',
  open: 'Open it',
  outcome: { succeeded: 'Succeed', failed: 'Fail', expired: 'Expire' },
  simulateTitle: 'Simulate an outcome',
  callback: 'Webhook address (optional)',
  amountShort: 'At least 100.',
  phone: {
    title: 'The player’s phone',
    hint: 'Opens a phone in your browser: confirm a deposit, refuse it, or dial its code. Any PIN is accepted; never type your own.',
    open: 'Open the phone',
    link: (number: string) => `Phone of ${number}`,
    until: (time: string) => `The link works until ${time}.`,
  },
  clock: {
    title: 'Time',
    hint: 'Lets time pass for the open transactions of the first application, as if you had waited. Others notice nothing.',
    advance: 'Let time pass',
    label: 'How long',
    spans: {
      900: '15 minutes: deposits expire',
      7200: '2 hours: withdrawals without an answer go on hold',
      86400: '24 hours',
    },
    passed: (count: number) =>
      count === 0
        ? 'No transaction is open: nothing changes.'
        : `Time passed for ${plural(count, 'transaction', 'transactions')}. What falls due follows within seconds.`,
  },
};
