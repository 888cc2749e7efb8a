import { randomUUID } from 'node:crypto';
import { type Answer, type Call, json, parseBasic } from '../http.ts';
import type { OrangeSettings, OrangeState } from './orange-state.ts';

/** Until a token expires, every caller gets the same one, with its remaining lifetime. */
export function createOrangeToken(state: OrangeState, call: Call): Answer {
  const { account, core, settings } = state;
  const [, basic = ''] = /^Basic (\S+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const { name, secret } = parseBasic(basic);
  if (name !== account.consumerKey || secret !== account.consumerSecret) {
    return json(401, { error: 'invalid_client', error_description: 'Client is not known.' });
  }
  const type = call.headers['content-type'] ?? '';
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const form = new URLSearchParams(call.body);
  const isOfUser =
    form.get('username') === account.apiUser && form.get('password') === account.apiPassword;
  const grant = form.get('grant_type');
  const isGranted = grant === 'client_credentials' || (grant === 'password' && isOfUser);
  if (!isForm || !isGranted) {
    return json(400, { error: 'unsupported_grant_type' });
  }
  const now = core.now();
  // Rounding would report a lifetime of less than a second as zero.
  const isFresh = state.bearer !== null && state.bearer.endsAt - now >= 1_000;
  const bearer =
    isFresh && state.bearer !== null
      ? state.bearer
      : { text: randomUUID(), endsAt: now + settings.tokenLifeMs };
  state.bearer = bearer;
  return json(200, {
    access_token: bearer.text,
    scope: 'am_application_scope default',
    token_type: 'Bearer',
    expires_in: Math.floor((bearer.endsAt - now) / 1_000),
  });
}

/** The gateway requires its own token and, in addition, the merchant's credentials. */
export function findCallerProblem(state: OrangeState, { headers }: Call): Answer | null {
  const { account, bearer, core, settings } = state;
  const [, token] =
    /^Bearer (\S+)$/.exec(headers['wso2-authorization'] ?? headers['authorization'] ?? '') ?? [];
  if (token === undefined) return gatewayFault(settings, 'missing');
  const isGood = bearer !== null && token === bearer.text && bearer.endsAt > core.now();
  if (!isGood) return gatewayFault(settings, 'bad');
  const merchant = headers['x-auth-token'];
  if (merchant === undefined) return gatewayFault(settings, 'missing');
  const { name, secret } = parseBasic(merchant);
  const isMerchant = name === account.apiUser && secret === account.apiPassword;
  return isMerchant ? null : gatewayFault(settings, 'bad');
}

const FAULTS = {
  bad: { status: 401, code: '900901', message: 'Invalid Credentials' },
  missing: { status: 401, code: '900902', message: 'Missing Credentials' },
  forbidden: { status: 403, code: '403', message: 'Forbidden' },
} as const;

export function gatewayFault(
  { faultFormat }: Pick<OrangeSettings, 'faultFormat'>,
  kind: keyof typeof FAULTS,
): Answer {
  const { status, code, message } = FAULTS[kind];
  const description = 'Access failure for this resource. Check the credentials that were sent.';
  if (faultFormat === 'json') {
    return json(status, { fault: { code: Number(code), message, description } });
  }
  return {
    status,
    headers: { 'content-type': 'application/xml; charset=UTF-8' },
    body:
      '<ams:fault xmlns:ams="http://wso2.org/apimanager/security">' +
      `<ams:code>${code}</ams:code><ams:message>${message}</ams:message>` +
      `<ams:description>${description}</ams:description></ams:fault>`,
  };
}
