import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '../../src/outbound/public-address.ts';
import { findUrlProblem } from '../../src/outbound/url-policy.ts';

/** Addresses as DNS may answer them. */
const PRIVATE_ADDRESSES = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254'],
  ...['100.100.100.200', '127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.0.1'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1'],
  ...['192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
  ...['203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1'],
  ...['::ffff:8.8.8.8', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:7f00:1::'],
  ...['2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::1'],
  ...['3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo', 'febf::1'],
  ...['fec0::1', 'ff02::1', 'ff0e::1'],
] as const;

/** Hosts as somebody may write them in a callback_url. */
const PRIVATE_HOSTS = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'db.internal'],
  ...['metadata.google.internal', 'router.home.arpa', 'host.localdomain'],
  ...['127.1', '127.0.1', '127.0.0.1.', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1'],
  ...['017700000001', '0x7f.1', '127.0.0.0x1', '0', '0x0', '00000000000', '0x7F.0X0.0.1'],
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.1%2E'],
  ...['10.1', '0xa000001', '167772161', '192.168.257', '172.16.1', '2852039166'],
  ...['0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '[::1]', '[0:0:0:0:0:0:0:1]'],
  ...['[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]'],
  ...['[::ffff:169.254.169.254]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]'],
  ...['[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001:0:1::1]', '[fe80::1]', '[fd00:ec2::254]'],
  ...['[fc00::1]', '[ff02::1]'],
] as const;

const PUBLIC_ADDRESSES = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1'],
  ...['126.255.255.255', '128.0.0.1', '168.63.129.15', '168.63.129.17', '169.253.255.255'],
  ...['172.15.255.255', '172.32.0.1', '192.0.1.1', '192.167.255.255', '192.169.0.1'],
  ...['198.17.255.255', '198.20.0.1', '223.255.255.255', '41.202.207.1'],
  ...['2001:200::1', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '2c0f:f248::1'],
] as const;

const LIVE = { publicOnly: true, schemes: ['https', 'http'], ports: [] };

test('no private, loopback, link-local, metadata, mapped or translated address is public', () => {
  assert.ok(PRIVATE_ADDRESSES.length + PRIVATE_HOSTS.length >= 100);
  assert.deepEqual(PRIVATE_ADDRESSES.filter(isPublicAddress), []);
});

test('what is no address at all is not public', () => {
  const texts = ['', 'example.com', '1.1.1', '1.1.1.1.1', '01.1.1.1', '1.1.1.1 ', '[::1]', '::g'];
  assert.deepEqual(texts.filter(isPublicAddress), []);
});

test('no spelling of a private host gets past the check of the address', () => {
  const refused = (host: string) =>
    findUrlProblem(LIVE, new URL(`https://${host}/hook`)) === 'must be a public address';
  assert.deepEqual(
    PRIVATE_HOSTS.filter((host) => !refused(host)),
    [],
  );
});

test('public addresses and names are allowed, next to the borders of the private networks too', () => {
  assert.deepEqual(
    PUBLIC_ADDRESSES.filter((address) => !isPublicAddress(address)),
    [],
  );
  const hosts = ['example.com', 'localhost.example.com', 'internal.cm', 'mylocal', '8.8.8.8'];
  for (const host of [...hosts, '[2606:4700::1111]', '134744072', '0x08080808']) {
    assert.equal(findUrlProblem(LIVE, new URL(`https://${host}/hook`)), null, host);
  }
});
