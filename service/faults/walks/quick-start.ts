import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { launch, type RunningProcess } from '../../test/support/service-process.ts';

/** Follows docs/quick-start.md to the letter, from a fresh clone to a verified webhook. */
export async function followQuickStart() {
  const { took_ms, stop } = await startAsQuickStartSays();
  await stop();
  return { took_ms };
}

export interface Begun {
  readonly folder: string;
  /** The port that stands for each one that the documents name. */
  readonly ports: Readonly<Record<8000 | 3000, number>>;
  readonly took_ms: number;
  readonly stop: () => Promise<void>;
}

/** The same; sandbox and shop go on, in a folder with the clone `momo` and the app `my-shop`. */
export async function startAsQuickStartSays(): Promise<Begun> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-quick-start-'));
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  after(() => rmSync(folder, { recursive: true, force: true }));
  // Other programs may have the usual ports.
  const ports = { 8000: await freePort(), 3000: await freePort() };
  const [sandbox, app, code, start, payment, printed] = readBlocks(ports);
  const begun = performance.now();
  const service = run(sandbox, folder, { PORT: String(ports[8000]) });
  await service.seen(/is ready\./);
  await finished(run(app, join(folder, 'momo')));
  const shopFolder = join(folder, 'my-shop');
  writeFileSync(join(shopFolder, 'shop.mjs'), code ?? '');
  const shop = run(start, shopFolder);
  await shop.seen(/The shop is at /);
  await finished(run(payment, folder));
  await shop.seen(new RegExp(RegExp.escape((printed ?? '').trim())));
  const took_ms = Math.round(performance.now() - begun);
  const stop = async () => {
    for (const one of [shop, service]) await interrupt(one);
  };
  return { folder, ports, took_ms, stop };
}

/** As a person does who types Ctrl-C. */
export async function interrupt({ pid, ended }: RunningProcess): Promise<void> {
  process.kill(-pid, 'SIGINT');
  await ended;
}

function readBlocks(ports: Readonly<Record<8000 | 3000, number>>): readonly string[] {
  // The page cannot say where the repository is cloned from.
  const page = readFileSync(join(CHECKOUT, 'docs', 'quick-start.md'), 'utf8')
    .replace('<address of this repository>', CHECKOUT)
    .replaceAll(/\b(8000|3000)\b/g, (port) => String(ports[Number(port) as keyof typeof ports]));
  const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  assert.deepEqual(
    blocks.map(([, kind]) => kind),
    ['sh', 'sh', 'js', 'sh', 'sh', 'text'],
  );
  return blocks.map(([, , text = '']) => text);
}

/** Types commands into a terminal. */
export function run(
  commands: string | undefined,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): RunningProcess {
  const script = `cd '${cwd}'\n${commands ?? ''}`;
  return launch({
    command: ['bash', '-ec', script],
    env: { ...ofTheNetwork(), ...env },
    ownGroup: true,
  });
}

/** How this machine reaches the npm registry. */
function ofTheNetwork(): Record<string, string> {
  const names =
    /^(NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(http|https|no)_proxy|npm_config_(registry|cafile))$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && names.test(name) ? [[name, value]] : [],
    ),
  );
}

export async function finished(running: RunningProcess): Promise<void> {
  const { code: exitCode } = await running.ended;
  assert.equal(exitCode, 0, running.output());
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
