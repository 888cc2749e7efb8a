import { ATTEMPT_TIMEOUT_MS, type AttemptResult, isDelivered } from './webhook-retry.ts';

/** Why an attempt did not deliver its webhook: a code for programs and a sentence for people. */
export interface AttemptProblem {
  readonly code: AttemptProblemCode;
  readonly message: string;
}

export type AttemptProblemCode = keyof typeof MESSAGES;

/** `null` for an attempt that did deliver it. */
export function explainAttempt(result: AttemptResult): AttemptProblem | null {
  if (isDelivered(result)) return null;
  const code = result.kind === 'answered' ? codeOfStatus(result.status) : codeOf(result.error);
  const status = result.kind === 'answered' ? String(result.status) : '';
  return { code, message: MESSAGES[code].replace('{status}', status) };
}

const MESSAGES = {
  certificate:
    'The certificate of the receiver is not trusted: expired, self-signed, for another name, or sent without its intermediate certificates.',
  name: 'The name of the receiver cannot be resolved: look at the DNS records of the callback_url.',
  refused:
    'The receiver refused the connection: nothing listens at this address and port, or a firewall is in between.',
  too_slow: `The receiver did not answer within ${ATTEMPT_TIMEOUT_MS / 1_000} seconds: answer first and do the work afterwards.`,
  broken:
    'The connection broke before an answer came: a proxy or the receiver itself closed it, or what it sent is not HTTP.',
  not_public:
    'The callback_url leads to an address that is not public, and live sends nothing there.',
  redirect:
    'The receiver answered {status}, and redirects are not followed: give the final address as callback_url.',
  status: 'The receiver answered {status}; only a 2xx counts as received.',
  unknown: 'The attempt failed before an answer came.',
} as const;

/** What the network says, in the order in which it is checked. */
const SIGNS: readonly (readonly [RegExp, AttemptProblemCode])[] = [
  [/^refused: /, 'not_public'],
  [/^no answer within|TIMEDOUT|TIMEOUT/, 'too_slow'],
  [/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|certificate/i, 'certificate'],
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA)|has no address/, 'name'],
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/, 'refused'],
  [/^(?:ECONNRESET|EPIPE|EPROTO|UND_ERR_\w+|HPE_\w+|ERR_SSL\w*)/, 'broken'],
];

function codeOf(error: string): AttemptProblemCode {
  return SIGNS.find(([sign]) => sign.test(error))?.[1] ?? 'unknown';
}

function codeOfStatus(status: number): AttemptProblemCode {
  return status >= 300 && status <= 399 ? 'redirect' : 'status';
}

export const ATTEMPT_PROBLEM_CODES = Object.keys(MESSAGES) as readonly AttemptProblemCode[];
