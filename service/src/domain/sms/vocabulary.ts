import { wordsOf } from './tokens.ts';

// What words after a number mean, whatever the template.

/** How operators in Cameroon write the unit of an amount. */
export const UNITS: readonly (readonly string[])[] = ['FCFA', 'XAF', 'F CFA'].map(wordsOf);

/** Money of other countries where the same platforms send the same sentences. */
export const OTHER_CURRENCIES: ReadonlySet<string> = new Set([
  ...['rwf', 'ugx', 'ghs', 'gnf', 'xof', 'ngn', 'zmw', 'cdf', 'kes', 'tzs', 'mga', 'bwp', 'szl'],
  ...['zar', 'lrd', 'sll', 'sle', 'ssp', 'bif', 'eur', 'usd', 'gbp', 'mad', 'tnd', 'egp'],
]);

/** Gifts that operators announce in the words of a payment. */
export const NOT_MONEY: ReadonlySet<string> = new Set([
  ...['mo', 'go', 'mb', 'gb', 'sms', 'min', 'mins', 'minute', 'minutes', 'point', 'points'],
  ...['appel', 'appels', 'call', 'calls', 'jour', 'jours', 'day', 'days', 'bonus', 'message'],
  ...['messages', 'unread', 'missed', 'notification', 'notifications'],
]);

/** Words and codes that only texts of other countries contain. */
export const FOREIGN_MARKS: readonly (readonly string[])[] = [
  ...['OFM Mali', '#144#', 'Orange Mali', 'Orange CI', 'MTN Rwanda', 'MTN Benin'],
].map(wordsOf);

/** Words of which one stands in every text about received money, however it is phrased. */
export const RECEIVED_WORDS: ReadonlySet<string> = new Set([
  ...['recu', 'recue', 'received', 'credite', 'credited', 'receive', 'recevez'],
]);

/** How any operator names the id of a transaction. */
export const ID_LABELS: readonly (readonly string[])[] = [
  ...['transaction id', 'id transaction', 'id de transaction', 'identifiant de transaction'],
  ...['id de la transaction', 'no de transaction', 'txn id'],
].map(wordsOf);
