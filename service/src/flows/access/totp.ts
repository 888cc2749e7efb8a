import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Mobile Money Payment Service';
/** 160 bits, the length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;

/** A new secret for an authenticator app, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code holds. */
export function toOtpauthUri(secret: string, email: string): string {
  return authenticator(secret, email).toString();
}

/**
 * The time step whose code this is, or null. The step before and the one after are accepted too:
 * phones are slow to read and their clocks are not exact.
 */
export function findTotpStep(given: {
  readonly secret: string;
  readonly code: string;
  readonly at: Date;
}): number | null {
  const timestamp = given.at.getTime();
  const totp = authenticator(given.secret, '');
  const delta = totp.validate({ token: given.code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function authenticator(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS, digits: 6 });
}
