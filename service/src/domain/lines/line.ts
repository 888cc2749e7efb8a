import { normaliseLoosely } from '../msisdn.ts';
import type { Operator } from '../operators/operator.ts';

/**
 * The one spelling of a merchant line: E.164 for a phone number, a merchant's short code unchanged.
 */
export function normaliseLine(text: string): string {
  const number = normaliseLoosely(text);
  return number.kind === 'valid' ? number.msisdn : text.trim();
}

/** Who may report a line's balance. A balance SMS that we did not ask for may not. */
export type TrustSource =
  /** The line's balance when it was put into use. */
  | 'opening'
  /** Read from the operator's own screen and typed in. */
  | 'staff'
  | 'operator_api'
  /** The answer to our balance check by USSD. */
  | 'ussd';

/** A valid gateway name: it is part of an address and of a command. */
export function isGatewayName(text: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(text);
}

/** Delivers the texts of the sandbox's own operators, as a gateway does in live. */
export const PHONE_GATEWAY = 'sandbox-phone';

/** A SIM for each application: its texts speak for the phones of that one alone. */
export function phoneSim(of: {
  readonly applicationId: string;
  readonly operator: Operator;
  readonly line: string;
}): string {
  return `${of.applicationId}-${of.operator}-${of.line}`;
}

const UUID_CHARACTERS = 36;

/** The application whose deposits a text may pay, or `null` for any. */
export function applicationOfText(sms: {
  readonly gatewayId: string;
  readonly sim: string | null;
}): string | null {
  return sms.gatewayId === PHONE_GATEWAY ? (sms.sim ?? '').slice(0, UUID_CHARACTERS) : null;
}
