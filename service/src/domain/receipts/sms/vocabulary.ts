import { OPERATOR_LIST } from '../../operators/operators.ts';
import { wordsOf } from './tokens.ts';

// The meaning of words after a number, for all templates.

/** How operators in Cameroon write the unit of an amount. */
export const UNITS: readonly (readonly string[])[] = ['FCFA', 'XAF', 'F CFA'].map(wordsOf);

/** Money of other countries where the same platforms send the same sentences. */
export const OTHER_CURRENCIES: ReadonlySet<string> = new Set(
  wordsOf(
    'rwf ugx ghs gnf xof ngn zmw cdf kes tzs mga bwp szl zar lrd sll sle ssp bif eur usd gbp mad',
  ),
);

/** Gifts and notices that operators announce in the words of a payment. */
export const NOT_MONEY: ReadonlySet<string> = new Set(
  wordsOf(
    'mo go mb gb sms min mins minute minutes point points appel appels call calls jour jours bonus message messages notification notifications',
  ),
);

/** Words and codes that only texts of other countries contain. */
export const FOREIGN_MARKS: readonly (readonly string[])[] = OPERATOR_LIST.flatMap(
  ({ foreignMarks }) => foreignMarks.map(wordsOf),
);

/** Every text about received money has one of these words, however it is phrased. */
export const RECEIVED_WORDS: ReadonlySet<string> = new Set(
  wordsOf('recu recue received receive recevez credite credited'),
);

/** What makes a balance the one after something that happened. */
export const NEW_WORDS: ReadonlySet<string> = new Set(wordsOf('nouveau new'));

/** How any operator names the id of a transaction. */
export const ID_LABELS: readonly (readonly string[])[] = [
  'transaction id',
  'id transaction',
  'id de transaction',
  'id de la transaction',
  'identifiant de transaction',
  'no de transaction',
  'txn id',
].map(wordsOf);
