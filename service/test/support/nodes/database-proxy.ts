import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { freePort } from '../process/rolling-restarts.ts';
import { launch } from '../service-process.ts';

/** The HAProxy of packaging/patroni, which leads to the node that Patroni calls the primary. */
export async function startDatabaseProxy(
  nodes: readonly { readonly port: number; readonly restPort: number }[],
): Promise<number> {
  const port = await freePort();
  const file = join(mkdtempSync(join(tmpdir(), 'momo-haproxy-')), 'haproxy.cfg');
  const packaged = readFileSync(join(CHECKOUT, 'packaging/patroni/haproxy.cfg'), 'utf8');
  const own = nodes.reduce(
    (text, node, index) =>
      text.replace(
        `10.0.0.${index + 1}:5432 check port 8008`,
        `127.0.0.1:${node.port} check port ${node.restPort}`,
      ),
    packaged.replace('bind :5000', `bind 127.0.0.1:${port}`),
  );
  writeFileSync(file, own);
  launch({ command: ['haproxy', '-f', file, '-db'] });
  return port;
}
