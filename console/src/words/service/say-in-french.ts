import type { ScreenWords } from '../en.ts';
import { formatMoney } from '../money.ts';
import { frenchPlural } from '../plural.ts';
import { frMessages } from './fr-messages.ts';
import { frProblems } from './fr-problems.ts';
import { frNothingReasons, frReviewReasons } from './fr-sms-reasons.ts';
import { createSay, nameIn } from './say.ts';

/** French is made from the code and its values. */
export function createFrenchSay({ states }: Pick<ScreenWords, 'states'>) {
  const stateOf = (state: string) => (nameIn(states, state) ?? state).toLowerCase();
  return createSay(
    { ...frMessages, ...frProblems },
    {
      amount_xaf: formatMoney,
      error: sayNetworkError,
      assumed_xaf: formatMoney,
      had_xaf: formatMoney,
      days: (days) => frenchPlural(days, 'jour', 'jours'),
      wait_s: (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`),
      state: stateOf,
      outcome: stateOf,
      review_reason: (code) => nameIn(frReviewReasons, code) ?? code,
      nothing_reason: (code) => nameIn(frNothingReasons, code) ?? code,
    },
  );
}

/** Says in French what Node.js says about a connection; its code stays, to be looked up. */
function sayNetworkError(error: string): string {
  if (REFUSED.test(error)) return NETWORK_ERRORS.ECONNREFUSED;
  const ours = POSTER_ERRORS.find(([english]) => english.test(error));
  if (ours !== undefined) return error.replace(...ours);
  const [code = ''] = NETWORK_CODE.exec(error) ?? [];
  const known = nameIn(NETWORK_ERRORS, code);
  return known === undefined ? error : `${known} (${code})`;
}

const REFUSED = /^connection refused$/i;
const NETWORK_CODE = /\b(E[A-Z_]{4,}|UND_ERR_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)\b/;
const NETWORK_ERRORS = {
  ECONNREFUSED: 'connexion refusée',
  ECONNRESET: 'connexion coupée',
  EPIPE: 'connexion coupée',
  UND_ERR_SOCKET: 'connexion coupée',
  ENOTFOUND: 'adresse introuvable',
  EAI_AGAIN: 'adresse introuvable pour le moment',
  EHOSTUNREACH: 'réseau injoignable',
  ENETUNREACH: 'réseau injoignable',
  ETIMEDOUT: 'pas de connexion à temps',
  UND_ERR_CONNECT_TIMEOUT: 'pas de connexion à temps',
  CERT_HAS_EXPIRED: 'certificat expiré',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificat non reconnu',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificat non reconnu',
};

/** What `service/src/outbound/post.ts` says itself, without a code. */
const POSTER_ERRORS: readonly (readonly [RegExp, string])[] = [
  [/^no answer within (\d+) ms$/, frMessages.no_answer_within.replace('{ms}', '$1')],
  [
    /^refused: the name resolves to a private address$/,
    'refusé : le nom mène à une adresse privée',
  ],
  [
    /^refused: the name resolves to a link-local address$/,
    'refusé : le nom mène à une adresse locale',
  ],
  [/^refused: the address .*$/, 'refusé : l’adresse n’est pas autorisée'],
  [/^the name has no address$/, NETWORK_ERRORS.ENOTFOUND],
];
