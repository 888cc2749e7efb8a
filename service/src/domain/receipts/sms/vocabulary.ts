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

/**
 * Words that say that something did not happen, or not yet. Only whole words count, so that Pascal
 * can pay; a person checks the texts of a payer called Non.
 */
export const DENIAL_WORDS: ReadonlySet<string> = new Set([
  ...wordsOf('non pas jamais aucun aucune impossible incomplet incomplete infructueux'),
  ...wordsOf(
    'echec echecs echoue echouee echoues echouees echouer erreur insuffisant insuffisante',
  ),
  ...wordsOf('annule annulee annules annulees annulation rejet rejete rejetee rejetes rejetees'),
  ...wordsOf('refus refuse refusee refuses refusees bloque bloquee invalide rembourse remboursee'),
  ...wordsOf('not never cannot unable unsuccessful unsuccessfully fail fails failed failure error'),
  ...wordsOf('cancelled canceled cancellation rejected refused declined denied'),
  ...wordsOf('aborted blocked invalid insufficient reversal reversed refunded returned pending'),
]);

export const DENIAL_PHRASES: readonly (readonly string[])[] = [
  // `n'a pu etre effectue` says so without `pas`; N'DONGO is one word after its mark.
  ..."n'a n'ai n'ont n'est n'etait n'avez".split(' '),
  'ne peut',
  'sans succes',
  'en attente',
  // `hasn't`
  "'t",
].map(wordsOf);

/** How the words begin that say that the operator took a payment back, in both languages. */
export const REVERSAL_STEMS: readonly string[] = [
  'annul',
  'rembours',
  'revers',
  'cancel',
  'refund',
];
