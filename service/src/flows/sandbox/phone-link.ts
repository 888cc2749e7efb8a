import { PHONE_LINK_MS } from '../../domain/sandbox/virtual-phone.ts';
import { checkSecret, signBody } from '../../signing/gateway-signature.ts';
import { openPhoneGateway, type PhoneGatewayDeps } from './phone-gateway.ts';

/** Whose phone it is, and which payments of its number are shown. */
export interface PhoneOwner {
  readonly applicationId: string;
  readonly msisdn: string;
}

export interface PhoneLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Whoever has the token sees the phone until it expires; nothing is stored for it. */
export async function issuePhoneLink(
  deps: PhoneGatewayDeps,
  owner: PhoneOwner,
  at: Date,
): Promise<PhoneLink> {
  const expiresAt = new Date(at.getTime() + PHONE_LINK_MS);
  const words = [owner.applicationId, owner.msisdn, expiresAt.getTime()].join(' ');
  const raw = Buffer.from(words);
  const signature = signBody(await openPhoneGateway(deps), { raw, timestamp: PURPOSE });
  return { token: `${raw.toString('base64url')}.${signature}`, expiresAt };
}

/** Null: nobody has issued it, or it has expired. */
export async function readPhoneLink(
  deps: PhoneGatewayDeps,
  token: string,
  at: Date,
): Promise<PhoneOwner | null> {
  const [words = '', signature = ''] = token.split('.');
  const raw = Buffer.from(words, 'base64url');
  const expected = signBody(await openPhoneGateway(deps), { raw, timestamp: PURPOSE });
  if (checkSecret(expected, signature) === 'forged') return null;
  const [applicationId = '', msisdn = '', until = ''] = raw.toString().split(' ');
  return Number(until) > at.getTime() ? { applicationId, msisdn } : null;
}

/** In the place of a time, which a request of the gateway has: neither can pass for the other. */
const PURPOSE = 'phone';
