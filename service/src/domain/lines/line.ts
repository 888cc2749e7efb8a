import { normaliseLoosely } from '../msisdn.ts';

/**
 * One spelling for a merchant line: E.164 for a phone number, and a merchant's short code as it is.
 */
export function normaliseLine(text: string): string {
  const number = normaliseLoosely(text);
  return number.kind === 'valid' ? number.msisdn : text.trim();
}

/** Who may say what a line has at its operator. A balance SMS that nobody asked for may not. */
export type TrustSource =
  /** What the line had when it was put into use. */
  | 'opening'
  /** Read off the operator's own screen and typed in. */
  | 'staff'
  | 'operator_api'
  /** The answer to a question that we asked by USSD. */
  | 'ussd';

/** A legal name of a gateway: it is part of an address and of a command. */
export function isGatewayName(text: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(text);
}
