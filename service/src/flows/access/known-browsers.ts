import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StaffRow } from '../../db/access/staff.ts';

/** A browser that tries to sign in, or to show again who is there. */
export interface Visitor {
  readonly ip: string;
  /** What the browser keeps of people who have signed in with it. */
  readonly browserCookies: readonly string[];
  readonly at: Date;
}

export const KNOWN_DAYS = 90;

type Owner = Pick<StaffRow, 'id' | 'browser_key'>;

/**
 * The id of a browser in which this person has signed in before, or `null`. It opens nothing: its
 * wrong attempts are counted apart, so that those of strangers do not keep the person out.
 */
export function findKnownBrowser(owner: Owner, { browserCookies, at }: Visitor): string | null {
  for (const cookie of browserCookies) {
    const [id = '', since = ''] = cookie.split('.');
    const isDue = at.getTime() - Number(since) * 1_000 > KNOWN_DAYS * 86_400_000;
    if (!isDue && isSame(cookie, signBrowser(owner, { id, since }))) return id;
  }
  return null;
}

/** What a browser keeps after a complete sign-in: under its id, good for another ninety days. */
export function keepBrowser(owner: Owner, visitor: Visitor): string {
  const id = findKnownBrowser(owner, visitor) ?? randomBytes(12).toString('base64url');
  return signBrowser(owner, { id, since: String(Math.floor(visitor.at.getTime() / 1_000)) });
}

function signBrowser(owner: Owner, browser: { readonly id: string; readonly since: string }) {
  const { id, since } = browser;
  const hmac = createHmac('sha256', owner.browser_key).update(`${owner.id} ${id} ${since}`);
  return `${id}.${since}.${hmac.digest('base64url')}`;
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
