import type { LinkState } from '../../api/types.ts';

/** The texts of payment links. */
export const enLinks = {
  links: {
    title: 'Payment links',
    make: 'Make a link',
    makeTitle: 'Make a payment link',
    means:
      'The buyer opens the page, types their number and confirms on the phone. It is paid once.',
    noApplication:
      'No application can have payment pages yet. The administrator of the server allows one with the command momo key page.',
    none: 'No payment link yet. A link is a page on which a buyer pays one amount: you send it by WhatsApp or SMS, and it needs no developer.',
    description: 'What is paid for',
    descriptionHint: 'The buyer reads it on the page.',
    validity: 'Valid for',
    validities: {
      hour: '1 hour',
      day: '24 hours',
      days: '3 days',
      week: '7 days',
      month: '30 days',
    },
    language: 'Language of the page',
    languages: { fr: 'French', en: 'English' },
    ownReference: 'Your own reference',
    referenceHint: 'Such as the number of an invoice. One is made if you leave it empty.',
    shareTitle: (amount: string) => `Payment link of ${amount}`,
    share: 'Hand out',
    qr: 'QR code of the page',
    address: 'Address of the page',
    texts: { fr: 'Text in French', en: 'Text in English' },
    whatsapp: 'Open in WhatsApp',
    anyone: 'Every person who has the address can pay, and sees the amount.',
    made: 'Made',
    madeBy: 'Made by',
    act: 'Action',
    states: {
      open: 'Open',
      paid: 'Paid',
      expired: 'Expired',
      cancelled: 'Cancelled',
    } satisfies Record<LinkState, string> as Record<LinkState, string>,
    surplus: 'Overpaid',
    changed: 'Not to be trusted',
    changedMeans:
      'What is stored about this link is not what the service wrote. Send it to nobody, and inform the people who run the service.',
    attempts: 'Deposits of this link',
    noAttempt: 'Nobody has begun to pay.',
    outcomes: { paid: 'paid the link', surplus: 'too much: give it back' },
    cancel: 'Cancel',
    cancelTitle: (amount: string) => `Cancel the payment link of ${amount}?`,
    cancelConfirm: 'Cancel the link',
    cancelMeans:
      'Nobody can begin to pay any more. A payment that is under way may still arrive; it is then listed here, and you give it back.',
    cancelled: 'The payment link is cancelled.',
  },
};

export type LinkWords = typeof enLinks;
