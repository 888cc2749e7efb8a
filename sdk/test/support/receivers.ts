import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { CHECKOUT } from '../../../service/src/settings/checkout.ts';
import { launch } from '../../../service/test/support/service-process.ts';
import type { SignedWebhook } from '../../src/testing.ts';
import { PYTHON, runProgram, temporaryFile, whyMissing } from './run-program.ts';
import type { Sample } from './samples.ts';

/** The service as far as a receiver knows it. */
export interface Publisher {
  readonly url: string;
  readonly publicKeyPem: string;
}

export interface Taken {
  readonly statuses: readonly number[];
  /** References or ids; `null` if the sample credits nothing. */
  readonly credited: readonly string[] | null;
}

/** Gives webhooks to the receiver of a sample, one after the other. */
type Take = (
  sample: Sample,
  publisher: Publisher,
  webhooks: readonly SignedWebhook[],
) => Promise<Taken>;

export interface Receiver {
  /** What of the sample no other sample of its document has. */
  readonly has: string;
  readonly take: Take;
  readonly skip?: string | false;
}

const SDK = join(CHECKOUT, 'sdk');
const PHP = whyMissing('PHP with curl', 'php', "exit(extension_loaded('curl') ? 0 : 1);");
const framework = (name: string, folder: string) =>
  PHP || whyMissing(name, 'php', `require '/usr/share/php/${folder}/autoload.php';`);

/** By document; a receiver that is added to one is added here. */
export const RECEIVERS: Readonly<Record<string, readonly Receiver[]>> = {
  'docs/interface.md': [{ has: 'publicKeyPem', take: byFunctionOfInterface }],
  'docs/webhooks.md': [{ has: 'jwtVerify', take: byJose }],
  'docs/quick-start.md': [{ has: 'expressWebhook', take: byExpress }],
  'docs/fr/quick-start.md': [{ has: 'expressWebhook', take: byExpress }],
  'sdk/README.md': [
    { has: 'webhookRoute', take: byNode },
    { has: 'process.env.MOMO_SECRET', take: byVerifier },
  ],
  'sdk/php/README.md': [
    { has: 'verifyRequest', take: byPage, skip: PHP },
    {
      has: 'Illuminate',
      take: byProgram('php', 'php/test/laravel.php'),
      skip: framework('Laravel', 'Illuminate'),
    },
    {
      has: 'Symfony\\',
      take: byProgram('php', 'php/test/symfony.php'),
      skip: framework('Symfony', 'Symfony/Bundle/FrameworkBundle'),
    },
  ],
  'sdk/python/README.md': [
    {
      has: 'django',
      take: byProgram(PYTHON, 'python/test/django_hook.py'),
      skip: whyMissing('Django', PYTHON, 'import django, cryptography'),
    },
  ],
  'examples/shop-express.mjs': [{ has: 'expressWebhook', take: byExpress }],
  'examples/shop.php': [{ has: 'verifyRequest', take: byPage, skip: PHP }],
  'examples/receiver.py': [
    {
      has: 'jwt.decode',
      take: byPyJwt,
      skip: whyMissing('PyJWT', PYTHON, 'import jwt, cryptography'),
    },
  ],
};

type Exported = Readonly<Record<string, (...given: unknown[]) => unknown>>;

async function load(code: string): Promise<Exported> {
  return (await import(pathToFileURL(temporaryFile('sample.mjs', code)).href)) as Exported;
}

async function judge(
  webhooks: readonly SignedWebhook[],
  verify: (webhook: SignedWebhook) => unknown,
): Promise<Taken> {
  const statuses: number[] = [];
  for (const webhook of webhooks) {
    const found = await Promise.resolve(webhook)
      .then(verify)
      .catch(() => null);
    if (found !== null) assert.deepEqual(found, JSON.parse(webhook.body));
    statuses.push(found === null ? 401 : 200);
  }
  return { statuses, credited: null };
}

async function byFunctionOfInterface(
  ...[{ code }, { publicKeyPem }, webhooks]: Parameters<Take>
): Promise<Taken> {
  const { verifyWebhook } = await load(code);
  return judge(webhooks, ({ headers, body }) => {
    const signature = headers['x-service-signature'];
    const rawBody = Buffer.from(body);
    return verifyWebhook?.({ signature, rawBody, publicKeyPem, application: 'default' });
  });
}

async function byJose(...[{ code }, { url }, webhooks]: Parameters<Take>): Promise<Taken> {
  const jose = join(CHECKOUT, 'node_modules', 'jose', 'dist', 'webapi', 'index.js');
  const { verify } = await load(
    code
      .replace("'jose'", `'${pathToFileURL(jose).href}'`)
      .replace('http://localhost:8000', url)
      .replace("'my-shop'", "'default'")
      .replace('process.env.MOMO_KEY', "'key'"),
  );
  return judge(webhooks, ({ headers, body }) =>
    verify?.(headers['x-service-signature'] ?? '', Buffer.from(body)),
  );
}

/** Without the secret, which the signer of these webhooks has not. */
async function byVerifier(...[{ code }, { url }, webhooks]: Parameters<Take>): Promise<Taken> {
  const { verify } = await load(
    withSdk(code)
      .replace('process.env.MOMO_URL', `'${url}'`)
      .replace('process.env.MOMO_KEY', "'key'")
      .replace(/\n *secret: .*/, ''),
  );
  return judge(webhooks, ({ headers, body }) => verify?.(headers, body));
}

function withSdk(code: string): string {
  return code.replaceAll("'momo-sdk'", `'${join(SDK, 'src', 'index.ts')}'`);
}

async function byNode(...[{ code }, { url }, webhooks]: Parameters<Take>): Promise<Taken> {
  const file = temporaryFile('sample.ts', withSdk(code));
  const { statuses, output } = await post(webhooks, '/hooks', url, (port) => ({
    command: [process.execPath, file],
    env: { PORT: String(port) },
  }));
  return {
    statuses,
    credited: [...output.matchAll(/^credit (\S+) /gm)].map(([, one = '']) => one),
  };
}

async function byExpress(...[{ code }, { url }, webhooks]: Parameters<Take>): Promise<Taken> {
  const { statuses } = await post(webhooks, '/hooks/payments', url, (port) => {
    const local = withSdk(code)
      .replaceAll('http://localhost:8000', url)
      .replaceAll('3000', String(port))
      .replace("from 'express'", "from './express.mjs'");
    const file = temporaryFile('sample.mjs', local);
    const express = join(SDK, 'test', 'support', 'plain-express.ts');
    const named = `export { express as default } from '${express}';\n`;
    writeFileSync(join(dirname(file), 'express.mjs'), named);
    return { command: [process.execPath, file], env: { PORT: String(port) } };
  });
  return { statuses, credited: null };
}

async function byPyJwt(...[{ code }, { url }, webhooks]: Parameters<Take>): Promise<Taken> {
  const file = temporaryFile('receiver.py', code);
  const { statuses, output } = await post(webhooks, '/', url, (port) => ({
    command: [PYTHON, file],
    env: { PORT: String(port) },
  }));
  return {
    statuses,
    credited: [...output.matchAll(/^credit (\S+)$/gm)].map(([, one = '']) => one),
  };
}

/** A page of PHP, as its own server gives it. */
async function byPage(...[{ code }, { url }, webhooks]: Parameters<Take>): Promise<Taken> {
  const data = mkdtempSync(join(tmpdir(), 'momo-shop-'));
  const credited = join(data, 'credited');
  const autoload = join(SDK, 'php', 'autoload.php');
  const local = code
    .replace("__DIR__ . '/../lib/momo/autoload.php'", `'${autoload}'`)
    .replace('/var/lib/shop/', `${data}/`);
  const credit = `<?php function credit_once(string $reference, string $id, int $amount): void {
    file_put_contents('${credited}', "$id\\n", FILE_APPEND);
}
`;
  const file = temporaryFile('page.php', code.startsWith('<?php') ? local : credit + local);
  const { statuses } = await post(webhooks, '/hooks/payments', url, (port) => ({
    command: ['php', '-S', `127.0.0.1:${port}`, file],
    env: { DATA: data, MOMO_SDK: autoload },
  }));
  const ids = existsSync(credited) ? readFileSync(credited, 'utf8').trim().split('\n') : null;
  return { statuses, credited: code.includes('credit_once(') ? (ids ?? []) : null };
}

/** A framework in a program of ours, which reads the webhooks from its input. */
function byProgram(command: string, script: string): Take {
  return async ({ language, code }, { url }, webhooks) => {
    const file = temporaryFile(`sample.${language}`, language === 'php' ? `<?php\n${code}` : code);
    return (await runProgram(command, [script, file, url], JSON.stringify(webhooks))) as Taken;
  };
}

interface Started {
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a server, and posts the webhooks to it as the service does. */
async function post(
  webhooks: readonly SignedWebhook[],
  path: string,
  url: string,
  start: (port: number) => Started,
): Promise<{ readonly statuses: readonly number[]; readonly output: string }> {
  const port = await freePort(0);
  const { command, env } = start(port);
  const server = launch({ command, env: { MOMO_URL: url, MOMO_KEY: 'key', ...env } });
  const address = `http://127.0.0.1:${port}${path}`;
  const statuses: number[] = [];
  for (const { headers, body } of webhooks) {
    const options = { method: 'POST', headers, body, redirect: 'manual' } as const;
    statuses.push(
      (
        await untilListening(
          () => fetch(address, options),
          () => server.output(),
        )
      ).status,
    );
  }
  await server.end('SIGTERM');
  return { statuses, output: server.stdout() };
}

async function untilListening<Result>(
  ask: () => Promise<Result>,
  output: () => string,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 300) throw new Error(output(), { cause: error });
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
  }
}
