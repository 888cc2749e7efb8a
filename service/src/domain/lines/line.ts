import { normaliseLoosely } from '../msisdn.ts';

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
