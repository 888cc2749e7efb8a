import { isLocalName, isPublicAddress, literalAddress } from './public-address.ts';

/** Where webhooks may go. The sandbox allows everything, so that receivers on this machine work. */
export interface UrlPolicy {
  readonly publicOnly: boolean;
  readonly schemes: readonly string[];
  /** Empty for any port. */
  readonly ports: readonly number[];
}

/** Says what is wrong with an address before anything connects, or `null`. */
export function findUrlProblem(policy: UrlPolicy, url: URL): string | null {
  if (!policy.schemes.includes(url.protocol.slice(0, -1))) {
    return `must use ${policy.schemes.join(' or ')}`;
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (policy.ports.length > 0 && !policy.ports.includes(portOf(url))) {
    return `must use port ${policy.ports.join(' or ')}`;
  }
  if (!policy.publicOnly) return null;
  const literal = literalAddress(url.hostname);
  const isPublic = literal === null ? !isLocalName(url.hostname) : isPublicAddress(literal);
  return isPublic ? null : 'must be a public address';
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
