import { isIPv6 } from 'node:net';

/**
 * The key under which attempts are counted: the address itself, or the /64 network of an IPv6
 * address. A home gets at least a /64 and could use a new address for every guess.
 */
export function ipNetworkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const groups = expand(address);
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isIPv4 ? toIPv4(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** All eight groups, each in its shortest form. */
function expand(address: string): readonly string[] {
  // A URL writes an IPv6 address in the one canonical form, without dots and with small letters.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':')));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}

/** On a dual-stack socket Node reports an IPv4 client as ::ffff:a.b.c.d. */
function toIPv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join('.');
}
