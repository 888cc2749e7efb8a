import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { findGateway, hasOtherGateway, insertGateway, upsertSim } from '../../db/lines/gateways.ts';
import { lockLine, updateWithoutBalances } from '../../db/lines/lines.ts';
import { normaliseLine, PHONE_GATEWAY, phoneSim } from '../../domain/lines/line.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { PHONE_LINK_MS } from '../../domain/sandbox/virtual-phone.ts';
import { checkSecret, signBody } from '../../signing/gateway-signature.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';

interface PhoneGatewayDeps {
  readonly database: Database;
  readonly vault: Vault;
}

const PLACE = SECRET_PLACES.gatewaySecret(PHONE_GATEWAY);

/** The secret of the gateway, made on first use. */
export async function openPhoneGateway({ database, vault }: PhoneGatewayDeps): Promise<string> {
  const known = await findGateway(database, PHONE_GATEWAY);
  if (known !== null) return vault.open(known.secret, PLACE);
  const secret = vault.seal(randomBytes(32).toString('hex'), PLACE);
  await insertGateway(database, { id: PHONE_GATEWAY, dialect: 'signed', secret });
  // Another process may have been first.
  return openPhoneGateway({ database, vault });
}

/**
 * A line of the sandbox has a SIM of each operator that is paid to it. Its texts name invented
 * balances, so they are not compared. `null` if another gateway has the line, whose balances are
 * real.
 */
export async function placePhoneSim(
  { database }: PhoneGatewayDeps,
  to: { readonly applicationId: string; readonly operator: Operator; readonly line: string },
): Promise<string | null> {
  const { applicationId, operator } = to;
  const line = normaliseLine(to.line);
  const sim = phoneSim({ applicationId, operator, line });
  return database.atomically(async (connection) => {
    await lockLine(connection, line);
    if (await hasOtherGateway(connection, { line, gatewayId: PHONE_GATEWAY })) return null;
    await upsertSim(connection, { gatewayId: PHONE_GATEWAY, sim, operator, line });
    await updateWithoutBalances(connection, line);
    return sim;
  });
}

/** Whose phone it is, and which payments of its number are shown. */
export interface PhoneOwner {
  readonly applicationId: string;
  readonly msisdn: string;
}

export interface PhoneLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** The token shows the phone until it expires; nothing is stored for it. */
export async function issuePhoneLink(
  deps: PhoneGatewayDeps,
  owner: PhoneOwner,
  at: Date,
): Promise<PhoneLink> {
  const expiresAt = new Date(at.getTime() + PHONE_LINK_MS);
  const content = [owner.applicationId, owner.msisdn, expiresAt.getTime()].join(' ');
  const raw = Buffer.from(content);
  const signature = signBody(await openPhoneGateway(deps), { raw, timestamp: PURPOSE });
  return { token: `${raw.toString('base64url')}.${signature}`, expiresAt };
}

/** `null` if we did not issue it, or it has expired. */
export async function readPhoneLink(
  deps: PhoneGatewayDeps,
  token: string,
  at: Date,
): Promise<PhoneOwner | null> {
  const [encoded = '', signature = ''] = token.split('.');
  const raw = Buffer.from(encoded, 'base64url');
  const expected = signBody(await openPhoneGateway(deps), { raw, timestamp: PURPOSE });
  if (checkSecret(expected, signature) === 'forged') return null;
  const [applicationId = '', msisdn = '', until = ''] = raw.toString().split(' ');
  return Number(until) > at.getTime() ? { applicationId, msisdn } : null;
}

/** Where a gateway's request has a time: neither can pass for the other. */
const PURPOSE = 'phone';
