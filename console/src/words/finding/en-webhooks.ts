import { plural } from '../plural.ts';

/** The texts of what was sent to platforms, and of sending it again. */
export const enWebhooks = {
  webhookList: {
    event: 'Event',
    attempts: 'Attempts',
    receiver: 'Receiver',
    act: 'Action',
    checkout: 'Checkout',
  },
  sentWebhook: {
    title: 'Sent, to the letter',
    body: 'Body',
    headersOf: (attempt: number) => `Headers of attempt ${attempt}`,
    noHeaders: 'Not kept: the attempt was made by an earlier release.',
    notYet: 'No attempt was made yet.',
  },
  resendAll: {
    button: (count: number) =>
      count === 1 ? 'Resend the undelivered one' : `Resend all ${count} undelivered`,
    question: (count: number) =>
      `Resend ${plural(count, 'undelivered webhook', 'undelivered webhooks')}?`,
    confirm: 'Resend them',
    means:
      'Each platform gets the present state of its transactions again, the oldest first. It recognises messages by their ids.',
    progress: 'Progress of resending',
    stands: (queued: number, of: number) => `${queued} of ${of} queued`,
    delivered: (count: number) => `${count} delivered`,
    underWay: (count: number) => plural(count, 'on its way', 'on their way'),
    again: (count: number) => `${count} undelivered again`,
    stays: (count: number) => `${count} could not be queued`,
    stopped: 'It stopped: no answer came. Nothing was sent twice; start again for the rest.',
    keepOpen: 'Keep this page open until all are queued.',
  },
};

export type WebhookWords = typeof enWebhooks;
