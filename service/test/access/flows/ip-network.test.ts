import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipNetworkOf } from '../../../src/flows/access/ip-network.ts';

const NETWORKS: readonly (readonly [ip: string, network: string])[] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'no address'],
];

test('an IPv4 client is counted by its address, an IPv6 client by its /64', () => {
  for (const [ip, network] of NETWORKS) assert.equal(ipNetworkOf(ip), network, ip);
});
