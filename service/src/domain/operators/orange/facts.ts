import type { OperatorFacts } from '../operator-facts.ts';
import { ORANGE_TEXTS } from './texts.ts';

// `PP260714.2117.B36023`: its date and minute are the operator's own time of the transaction.
const ID =
  /(?<kind>[A-Z]{2})(?<year>[0-9]{2})(?<month>[0-9]{2})(?<day>[0-9]{2})\.(?<hour>[0-9]{2})(?<minute>[0-9]{2})\.[A-Z][0-9]{5}/;

export const ORANGE = {
  name: 'orange',
  displayName: 'Orange Money',
  words: { en: 'Orange', fr: 'Orange' },
  colours: { ground: '#ff7900', ink: '#1d1d1b' },
  prefixes: ['69', '655', '656', '657', '658', '659'],
  sampleNumber: '+237690000001',
  ids: {
    form: ID,
    kinds: {
      form: /^[A-Z]{2}$/,
      description: 'pairs of capital letters such as PP',
    },
    description: 'two capital letters, date, minute and number',
    hasFixedLength: true,
    isUnmistakable: true,
  },
  texts: ORANGE_TEXTS,
  foreignMarks: ['OFM Mali', 'Orange Mali', '#144#'],
  sandbox: { providerId: 'orange-money', collectionMode: 'customer_initiated' },
} as const satisfies OperatorFacts;
