import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { appendAudit } from '../../../db/access/audit.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  markPasskeyUsed,
  type PasskeyRow,
  storeChallenge,
  takeChallenge,
} from '../../../db/access/second-factors.ts';
import type { AccessServices } from '../access-services.ts';
import { judgeCode } from '../attempts.ts';
import type { Visitor } from '../known-browsers.ts';
import { type Confirmation, completeSecondFactor } from '../second-factor.ts';
import { nothingChanged, type StaffSession } from '../sessions.ts';
import { auditActorOf } from '../sign-in.ts';

const PRODUCT = 'Mobile Money Payment Service';
const CHALLENGE_MINUTES = 5;

/** Where the browser is: a passkey belongs to a host name. */
export interface BrowserLocation extends Visitor {
  readonly host: string;
  /** `https://pay.example.com` */
  readonly origins: readonly string[];
}

/** What the browser asks an authenticator for, to make a passkey. */
export async function beginPasskey(
  { database }: AccessServices,
  { row }: StaffSession,
  { host }: BrowserLocation,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  const known = await listPasskeys(database, row.id);
  const options = await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: host,
    userName: row.email,
    userDisplayName: row.name,
    userID: new Uint8Array(Buffer.from(row.id)),
    attestationType: 'none',
    excludeCredentials: known.map(toCredential),
    // The password is the first factor, so the authenticator need not ask who is there.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  await storeChallenge(database, { tokenHash: row.token_hash, challenge: options.challenge });
  return options;
}

/** Stores a passkey that the browser made; it counts as the second factor of the session. */
export async function addPasskey(
  access: AccessServices,
  { row }: StaffSession,
  location: BrowserLocation,
  given: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Confirmation> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const challenge = await takeChallenge(access.database, {
    tokenHash: row.token_hash,
    minutes: CHALLENGE_MINUTES,
  });
  if (challenge === null) return { kind: 'not_begun' };
  const checked = await verifyRegistrationResponse({
    response: given.response,
    expectedChallenge: challenge,
    expectedOrigin: [...location.origins],
    expectedRPID: location.host,
    requireUserVerification: false,
  }).catch(() => null);
  if (checked === null || !checked.verified) return { kind: 'wrong' };
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return completeSecondFactor(access, row, {
    action: 'staff.add_passkey',
    ip: location.ip,
    after: { name: given.name },
    write: (connection) =>
      insertPasskey(connection, {
        id,
        staffId: row.id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports,
        name: given.name,
      }),
  });
}

/** What the browser asks an authenticator to sign, as the second factor of a sign-in. */
export async function askPasskey(
  { database }: AccessServices,
  { row }: StaffSession,
  { host }: BrowserLocation,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const known = await listPasskeys(database, row.id);
  if (known.length === 0) return null;
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: host,
    allowCredentials: known.map(toCredential),
    userVerification: 'preferred',
  });
  await storeChallenge(database, { tokenHash: row.token_hash, challenge: options.challenge });
  return options;
}

/** Checks the signature of a passkey; wrong ones count like wrong codes. */
export async function confirmPasskey(
  access: AccessServices,
  { row }: StaffSession,
  location: BrowserLocation,
  response: AuthenticationResponseJSON,
): Promise<Confirmation> {
  const { database } = access;
  const known = await listPasskeys(database, row.id);
  const passkey = known.find(({ id }) => id === response.id);
  const minutes = CHALLENGE_MINUTES;
  const challenge = await takeChallenge(database, { tokenHash: row.token_hash, minutes });
  let counter: number | null = null;
  const attempt = await judgeCode(access, { ...location, staff: row }, 'passkey', async () => {
    if (passkey === undefined || challenge === null) return false;
    counter = await findCounter({ passkey, challenge, location, response });
    return counter !== null;
  });
  if (attempt.kind !== 'right') return attempt;
  return completeSecondFactor(access, row, {
    action: 'staff.second_factor',
    ip: location.ip,
    after: { passkey: passkey?.name },
    write: (connection) => markPasskeyUsed(connection, { id: response.id, counter: counter ?? 0 }),
  });
}

/** The authenticator's new signature count, or `null` if the answer is not from it. */
async function findCounter(asked: {
  readonly passkey: PasskeyRow;
  readonly challenge: string;
  readonly location: BrowserLocation;
  readonly response: AuthenticationResponseJSON;
}): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { passkey, location } = asked;
  const checked = await verifyAuthenticationResponse({
    response: asked.response,
    expectedChallenge: asked.challenge,
    expectedOrigin: [...location.origins],
    expectedRPID: location.host,
    requireUserVerification: false,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
}

/** `false` if this person has no such passkey. */
export function removePasskey(
  { database }: AccessServices,
  { row }: StaffSession,
  { id, ip }: { readonly id: string; readonly ip: string },
): Promise<boolean> {
  return database.atomically(async (connection) => {
    const removed = await deletePasskey(connection, { staffId: row.id, id });
    if (removed === null) return false;
    await appendAudit(connection, {
      ...auditActorOf(row, ip),
      ...nothingChanged(row),
      action: 'staff.remove_passkey',
      before: { name: removed.name },
    });
    return true;
  });
}

function toCredential({ id }: PasskeyRow) {
  return { id };
}

/** Some hundred modules that most starts never need. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}
