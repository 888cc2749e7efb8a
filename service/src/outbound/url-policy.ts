import {
  isLinkLocalAddress,
  isLocalName,
  isPublicAddress,
  literalAddress,
} from './public-address.ts';

/**
 * Where webhooks may go. The sandbox allows private addresses, so that receivers on this machine or
 * in its network work, but never those that give a machine its own secrets.
 */
export interface UrlPolicy {
  readonly publicOnly: boolean;
  readonly schemes: readonly string[];
  /** Empty for any port. */
  readonly ports: readonly PortRange[];
  /** What a private address answers is not kept for people to read. */
  readonly hidesPrivateAnswers?: boolean;
}

export interface PortRange {
  readonly from: number;
  readonly to: number;
}

function describeRange({ from, to }: PortRange): string {
  return from === to ? `${from}` : `${from} to ${to}`;
}

/** Says what is wrong with an address before anything connects, or `null`. */
export function findUrlProblem(policy: UrlPolicy, url: URL): string | null {
  if (!policy.schemes.includes(url.protocol.slice(0, -1))) {
    return `must use ${policy.schemes.join(' or ')}`;
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const port = portOf(url);
  if (policy.ports.length > 0 && !policy.ports.some(({ from, to }) => port >= from && port <= to)) {
    return `must use port ${policy.ports.map(describeRange).join(' or ')}`;
  }
  const literal = literalAddress(url.hostname);
  const { publicOnly } = policy;
  const isAllowed =
    literal === null
      ? !(publicOnly && isLocalName(url.hostname))
      : isAllowedAddress(policy, literal);
  if (isAllowed) return null;
  return publicOnly ? 'must be a public address' : 'must not be a link-local address';
}

export function isAllowedAddress({ publicOnly }: UrlPolicy, address: string): boolean {
  return publicOnly ? isPublicAddress(address) : !isLinkLocalAddress(address);
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
