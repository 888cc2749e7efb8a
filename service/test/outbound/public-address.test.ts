import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '../../src/outbound/public-address.ts';
import { findUrlProblem } from '../../src/outbound/url-policy.ts';
import { PRIVATE_ADDRESSES, PRIVATE_HOSTS } from '../support/webhooks/private-hosts.ts';

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
