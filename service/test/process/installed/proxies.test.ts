import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { connect } from 'node:tls';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startCaddy, startNginx } from '../../support/process/proxies.ts';

// What the examples of packaging/proxy hand on, and what they keep in their logs.

const SECRET = 'the-secret-in-an-address';
const NUMBER = '670918273';
const PATH = `/internal/v1/callbacks/providers/campay-mtn/${SECRET}?phone=${NUMBER}`;
const skipWithout = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0 && `${program} is not installed`;

/** Stands behind the proxy, and keeps what it was asked with. */
async function startBehind() {
  const asked: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push({ url, headers });
    response.writeHead(200, { 'x-request-id': 'x' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  after(stop);
  return { asked, stop, port: String((server.address() as AddressInfo).port) };
}

/** Whether the proxy speaks TLS 1.2 with a suite. */
async function isTaken(port: number, ciphers: string): Promise<boolean> {
  const servername = 'pay.example.com';
  const suite = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers } as const;
  const socket = connect({ port, servername, rejectUnauthorized: false, ...suite });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch (error) {
    assert.match(String(error), /handshake failure/);
    return false;
  } finally {
    socket.destroy();
  }
}

for (const [program, start] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  test(`${program} keeps no secret or number of an address, and no client names our host`, {
    skip: skipWithout(program),
  }, async () => {
    const behind = await startBehind();
    const proxy = await start(behind.port);
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '192.0.2.9' };
    assert.equal((await proxy.outside('POST', PATH, {}, forged)).status, 200);
    const { url, headers } = behind.asked.at(-1) ?? assert.fail('nothing came through');
    assert.equal(url, PATH);
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.doesNotMatch(JSON.stringify(headers), /evil\.example/);
    for (const path of ['/metrics', '/readyz', '/console', '/internal/v1/session']) {
      const { status, isService } = await proxy.outside('GET', path);
      assert.deepEqual([status, isService], [404, false], path);
    }
    assert.equal((await proxy.staff('GET', '/metrics')).isService, false);
    assert.equal(await isTaken(proxy.outsidePort, 'ECDHE-ECDSA-AES128-GCM-SHA256'), true);
    assert.equal(await isTaken(proxy.outsidePort, 'ECDHE-ECDSA-AES128-SHA'), false);
    behind.stop();
    assert.equal((await proxy.outside('POST', PATH, {})).status, 502);
    assert.equal((await proxy.outside('GET', `/elsewhere/${SECRET}?q=${NUMBER}`)).status, 404);
    const logs = proxy.logs();
    assert.ok(logs.length > 0);
    assert.doesNotMatch(logs, new RegExp(`${SECRET}|${NUMBER}`));
  });
}

test('Caddy answers no plain http of the public name, and so redirects none', {
  skip: skipWithout('caddy'),
}, () => {
  const { stdout, status, stderr } = spawnSync(
    'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', 'packaging/proxy/Caddyfile'],
    { cwd: CHECKOUT, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  const { apps } = JSON.parse(stdout) as {
    readonly apps: { readonly http: { readonly servers: Record<string, CaddyServer> } };
  };
  const servers = Object.values(apps.http.servers);
  assert.ok(servers.length > 0);
  for (const { listen, automatic_https } of servers) {
    assert.equal(automatic_https?.disable_redirects, true, listen.join());
    assert.ok(listen.every((address) => address.endsWith(':443')));
  }
});

interface CaddyServer {
  readonly listen: readonly string[];
  readonly automatic_https?: { readonly disable_redirects?: boolean };
}
