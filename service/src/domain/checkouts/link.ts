import { formatXaf } from '../money.ts';
import { type CheckoutFacts, MAX_CHECKOUT_REFERENCE } from './checkout.ts';

/**
 * A link is a checkout that a person made. Its reference begins with this, so that nobody who works
 * here can take the place of an order that a platform makes a checkout for.
 */
const LINK_PREFIX = 'link-';

/** What of a link's reference a person chooses. */
export const MAX_LINK_REFERENCE = MAX_CHECKOUT_REFERENCE - LINK_PREFIX.length;

export function linkReference(chosen: string): string {
  return chosen.startsWith(LINK_PREFIX) ? chosen : `${LINK_PREFIX}${chosen}`;
}

/** Platforms make theirs with an API key. */
export function isLink({ createdBy }: Pick<CheckoutFacts, 'createdBy'>): boolean {
  return !createdBy.startsWith('api');
}

export interface LinkMessage extends Pick<CheckoutFacts, 'amountXaf' | 'description'> {
  readonly seller: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** What the buyer gets with a link, by WhatsApp or SMS. */
export function linkText(lang: 'fr' | 'en', message: LinkMessage): string {
  const { seller, amountXaf, description, url, expiresAt } = message;
  const what = `${formatXaf(amountXaf)}${description === null ? '' : ` (${description})`}`;
  const until = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Douala',
  }).format(expiresAt);
  return lang === 'fr'
    ? `Bonjour, pour payer ${what} à ${seller} par Mobile Money, ouvrez cette page :\n${url}\nElle est valable jusqu’au ${until}. Ne donnez votre code secret à personne.`
    : `Hello, to pay ${what} to ${seller} by Mobile Money, open this page:\n${url}\nIt is valid until ${until}. Never share your PIN.`;
}
