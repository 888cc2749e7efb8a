import type { OperatorFacts } from '../operator-facts.ts';
import { MTN_TEXTS } from './texts.ts';

export const MTN = {
  name: 'mtn',
  displayName: 'MTN Mobile Money',
  words: { en: 'MTN', fr: 'MTN' },
  colours: { ground: '#ffcb05', ink: '#1d1d1b' },
  // Carrier data of today give parts of 68 to other operators; the interface's table does not.
  prefixes: ['67', '68', '650', '651', '652', '653', '654'],
  sampleNumber: '+237670000001',
  ids: {
    // Eleven digits today, fewer in older years.
    form: /[1-9][0-9]{7,11}/,
    kinds: null,
    description: 'digits',
    hasFixedLength: false,
    isUnmistakable: false,
  },
  texts: MTN_TEXTS,
  foreignMarks: [],
  sandbox: { providerId: 'mtn-momo', collectionMode: 'merchant_initiated' },
} as const satisfies OperatorFacts;
