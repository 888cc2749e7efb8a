import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/rolling-restarts.ts';
import { launch } from '../service-process.ts';

/** HAProxy that leads to whichever node Patroni calls the primary, as docs/topologies.md has it. */
export async function startDatabaseProxy(
  nodes: readonly { readonly name: string; readonly port: number; readonly restPort: number }[],
): Promise<number> {
  const port = await freePort();
  const file = join(mkdtempSync(join(tmpdir(), 'momo-haproxy-')), 'haproxy.cfg');
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  );
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen postgres
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  launch({ command: ['haproxy', '-f', file, '-db'] });
  return port;
}
