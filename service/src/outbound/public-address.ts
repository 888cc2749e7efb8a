import { BlockList, isIP } from 'node:net';

/** Networks that no receiver on the public internet can be in, IPv4. */
const PRIVATE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // A public address that leads to the host's own service at one large cloud provider.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of IPv6 only 2000::/3 is public, except these: Teredo, 6to4, documentation. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const privateIpv4 = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) privateIpv4.addSubnet(network, prefix, 'ipv4');

const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
const specialIpv6 = new BlockList();
for (const [network, prefix] of SPECIAL_IPV6) specialIpv6.addSubnet(network, prefix, 'ipv6');

/**
 * Whether an address is on the public internet. Everything that is not certainly public is not:
 * mapped, translated and compatible spellings of IPv4 in IPv6 lie outside 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateIpv4.check(address, 'ipv4');
    case 6:
      return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Where clouds answer a machine's questions about itself, credentials among them. */
const LINK_LOCAL: readonly (readonly [network: string, prefix: number])[] = [
  ['169.254.0.0', 16],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
];
const LINK_LOCAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
];
/** Each of these is followed by the 32 bits of an IPv4 address: mapped, compatible, translated. */
const IPV4_INSIDE = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2002:'] as const;

const linkLocal = new BlockList();
for (const [network, prefix] of LINK_LOCAL) {
  linkLocal.addSubnet(network, prefix, 'ipv4');
  const [a = 0, b = 0, c = 0, d = 0] = network.split('.').map(Number);
  const bits = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  for (const before of IPV4_INSIDE) {
    const isFirst = before === '2002:';
    const length = isFirst ? 16 + prefix : 96 + prefix;
    linkLocal.addSubnet(isFirst ? `${before}${bits}::` : `${before}${bits}`, length, 'ipv6');
  }
}
for (const [network, prefix] of LINK_LOCAL_IPV6) linkLocal.addSubnet(network, prefix, 'ipv6');

/** In any spelling of IPv4 within IPv6 too. */
export function isLinkLocalAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  return isIP(bare) !== 0 && linkLocal.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The address that a host name in a URL spells out, or `null` for a name that DNS has to answer.
 * The URL parser has already turned every spelling of IPv4 (octal, hexadecimal, short) into one.
 */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/** Names that stay within the machine or its network, whatever DNS says. */
export function isLocalName(hostname: string): boolean {
  return /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i.test(hostname);
}
