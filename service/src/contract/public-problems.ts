import { OPERATORS } from '../domain/operators/operator.ts';

/**
 * The errors that a platform may get, ordered by status. The names are the codes that it branches
 * on, so a name stays and keeps its meaning. `remedy` is what its developer does about it;
 * `docs/errors.md` is made from this table.
 */
export const PUBLIC_PROBLEMS = {
  bad_request: {
    status: 400,
    detail: 'Bad Request',
    remedy: 'Send well-formed HTTP/1.1, with a `Host` and one `Content-Length`.',
  },
  path_invalid: {
    status: 400,
    detail: 'The path is not valid',
    remedy: 'Percent-encode what you put into the path.',
  },
  foreign_host: {
    status: 400,
    detail:
      'Authentication is off, so only requests to localhost are answered: ' +
      'set SPORTSBOOK_API_KEY, or PUBLIC_URL to the address that you use',
    remedy:
      'Address the service as `localhost`, or set one of the two settings and start it again.',
  },
  unknown_operator: {
    status: 400,
    detail: `Unknown operator: the accepted values are ${inWords(OPERATORS.map((name) => `'${name}'`))}`,
    remedy:
      'Send one of the accepted values, in lower case; `POST /api/v1/msisdn/detect` returns the operator of a number.',
  },
  unsupported_country_code: {
    status: 400,
    detail: "Unsupported country_code: the accepted value is 'CM'",
    remedy: 'Send `CM`, or leave `country_code` out.',
  },
  no_callback_url: {
    status: 400,
    detail: 'The transaction has no callback_url',
    remedy: 'Read the transaction instead: a `callback_url` can only be given when it is created.',
  },
  unauthorized: {
    status: 401,
    detail: 'Invalid or missing API key',
    remedy:
      'Compare the key with the one that you were given, character by character and without quotes. If it is the same, it was revoked: ask for another.',
  },
  key_missing: {
    status: 401,
    detail: 'Invalid or missing API key: send it in the header X-API-Key',
    remedy: 'Send a key of this environment in the header `X-API-Key`.',
  },
  key_elsewhere: {
    status: 401,
    detail: 'Invalid or missing API key: send it in the header X-API-Key, not in {place}',
    remedy: 'Move the key to the header `X-API-Key`; the service looks for it only there.',
  },
  key_with_scheme: {
    status: 401,
    detail: 'Invalid or missing API key: send the key alone in X-API-Key, without a word before it',
    remedy: 'Leave `Bearer` out.',
  },
  key_of_other_environment: {
    status: 401,
    detail: "Invalid or missing API key: the keys of this environment begin with '{start}'",
    remedy: 'Use the key of this environment, or the address of the other one.',
  },
  forbidden: {
    status: 403,
    detail: 'Forbidden',
    remedy: 'Only `/metrics` answers this: send its token.',
  },
  checkouts_not_allowed: {
    status: 403,
    detail: 'This application may not take checkouts in this environment',
    remedy: 'Ask the people who run the service to allow them: `momo key page`.',
  },
  checkouts_need_address: {
    status: 403,
    detail: 'The service does not know the address under which buyers reach its pages',
    remedy: 'Ask the people who run the service to set `PUBLIC_URL`.',
  },
  not_found: {
    status: 404,
    detail: 'Not Found',
    remedy:
      'Compare the path with `/openapi.json`: the version, a missing part, a slash too many, an endpoint that only the sandbox has.',
  },
  unsupported_country: {
    status: 404,
    detail: "Country not supported: only 'CM' is",
    remedy: 'Ask for `/api/v1/CM/providers`.',
  },
  transaction_not_found: {
    status: 404,
    detail: 'Transaction not found',
    remedy:
      'Ask with the key of the application that created it, in the same environment, by `service_tx_id`. `GET /api/v1/transactions?reference=` finds it by your reference.',
  },
  checkout_not_found: {
    status: 404,
    detail: 'Checkout not found',
    remedy:
      'Ask with the key of the application that created it, in the same environment, by `checkout_id`.',
  },
  method_not_allowed: {
    status: 405,
    detail: 'Method Not Allowed',
    remedy: 'Use a method that the header `Allow` names.',
  },
  request_timeout: {
    status: 408,
    detail: 'Request Timeout',
    remedy: 'Send headers and body without a pause, then repeat with the same `reference`.',
  },
  not_settled: {
    status: 409,
    detail: "The transaction is not in a terminal state: it is '{state}'",
    remedy:
      'Wait for `succeeded` or `failed`. Nothing was sent for the other states, except `payment.expired`.',
  },
  deposit_not_paid: {
    status: 409,
    detail: "Only a deposit that is 'succeeded' can be refunded",
    remedy: 'Wait for `payment.succeeded` of the deposit. What was never paid needs no refund.',
  },
  deposit_disputed: {
    status: 409,
    detail: 'Something is said against this deposit, and staff have not closed it yet',
    remedy: 'Repeat the same request later: the operator may have taken the money back.',
  },
  number_erased: {
    status: 409,
    detail: 'The number of this deposit was erased at the request of its owner',
    remedy: 'Ask the player for a number, and create a withdrawal.',
  },
  refund_too_large: {
    status: 409,
    detail: 'Of this deposit {amount_xaf} can still be refunded, at least 100 FCFA at a time',
    remedy:
      'Send a smaller `amount_xaf`. Refunds that have not failed count, also those that wait for staff.',
  },
  reference_taken: {
    status: 409,
    detail: 'Another withdrawal of this player has this reference',
    remedy: 'Use a new `reference` for the refund.',
  },
  outcome_not_reachable: {
    status: 409,
    detail: "Outcome '{outcome}' is not reachable from state '{state}'",
    remedy: 'Choose an outcome of `reachable`, or create another transaction.',
  },
  checkout_not_open: {
    status: 409,
    detail: "The checkout is not open: it is '{state}'",
    remedy: 'Read the checkout: what was paid is in `paid_by` and `surplus`.',
  },
  body_too_large: {
    status: 413,
    detail: 'Request body is larger than 64 KiB',
    remedy: 'Send the documented members only.',
  },
  request_invalid: {
    status: 422,
    detail: 'The request is not valid',
    remedy: 'Every entry of the array says where and what: see the types below.',
  },
  prefix_mismatch: {
    status: 422,
    detail: "The msisdn prefix belongs to another operator: '{operator}'",
    remedy: 'Send the operator that the sentence names, or ask the player for the right number.',
  },
  too_many_requests: {
    status: 429,
    detail: 'This application makes too many requests. Try again in a moment.',
    remedy: 'Repeat the same request after `Retry-After` seconds.',
  },
  too_many_prompts: {
    status: 429,
    detail: 'Too many payment requests wait on this phone: let the player answer one first',
    remedy: 'Show the player the deposit that waits, or let its time run out.',
    retryAfterSeconds: 60,
  },
  header_too_large: {
    status: 431,
    detail: 'Request Header Fields Too Large',
    remedy: 'Send fewer or shorter headers: cookies, for instance, are of no use here.',
  },
  internal: {
    status: 500,
    detail: 'Internal Server Error',
    remedy:
      'Repeat with the same `reference`; if it stays, quote `X-Request-Id` to the people who run the service.',
  },
  no_provider_available: {
    status: 503,
    detail: 'No provider is available for this operator at the moment',
    remedy:
      'Nothing was stored. Offer another operator or repeat after `Retry-After`; the health of providers says more.',
    // Providers are checked every few seconds; one that staff disabled takes longer.
    retryAfterSeconds: 10,
  },
  overloaded: {
    status: 503,
    detail: 'More requests arrive than can be answered in time. Try again shortly.',
    remedy: 'Nothing was stored. Repeat the same request after `Retry-After` seconds.',
  },
  database_unavailable: {
    status: 503,
    detail: 'The service is temporarily unavailable. Try again shortly.',
    remedy:
      'Repeat with the same `reference` after `Retry-After`: if the first was stored, you get it back.',
  },
  not_confirmed: {
    status: 503,
    detail: 'What is stored about this cannot be confirmed at the moment',
    remedy:
      'Nothing was changed, and the people who run the service see it. Repeat later; if it stays, quote `X-Request-Id` to them.',
    retryAfterSeconds: 60,
  },
} as const satisfies Record<string, PublicProblem>;

export type PublicErrorCode = keyof typeof PUBLIC_PROBLEMS;

export const PUBLIC_ERROR_CODES = Object.keys(PUBLIC_PROBLEMS) as PublicErrorCode[];

interface PublicProblem {
  readonly status: number;
  readonly detail: string;
  readonly remedy: string;
  readonly retryAfterSeconds?: number;
}

/** `one`, `one and two`, `one, two and three`. */
export function inWords(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(' and ');
}

/** The tables are written for a page; an answer is plain text. */
export function withoutMarks(markdown: string): string {
  return markdown.replaceAll('`', '');
}
