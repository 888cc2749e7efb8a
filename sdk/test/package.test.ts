import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { rolldown } from 'rolldown';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import { buildPackage } from '../tools/build.ts';
import { samplesOf } from './support/samples.ts';

const SDK = join(CHECKOUT, 'sdk');
/** A project that has the package installed, as npm would: what `files` names, and the manifest. */
const project = mkdtempSync(join(tmpdir(), 'momo-sdk-'));
const installed = join(project, 'node_modules', 'momo-sdk');
mkdirSync(installed, { recursive: true });
const manifest = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};
for (const path of ['package.json', 'LICENSE', ...manifest.files.filter((one) => one !== 'dist')]) {
  cpSync(join(SDK, path), join(installed, path), { recursive: true });
}
await buildPackage(join(installed, 'dist'));

test('a bundle with the client and its verifier has at most 12 kB of the package', async () => {
  const entry = join(project, 'platform.js');
  writeFileSync(entry, `export { createClient } from 'momo-sdk';`);
  assert.ok((await minifiedBytes(entry)) <= 12_000);
});

test('the whole main entry, with the receivers for all frameworks, has at most 13 KiB', async () => {
  assert.ok((await minifiedBytes(join(SDK, 'src', 'index.ts'))) <= 13 * 1_024);
});

async function minifiedBytes(input: string): Promise<number> {
  const build = await rolldown({ input, platform: 'neutral' });
  const { output } = await build.generate({ minify: true });
  await build.close();
  return output.reduce((sum, one) => sum + ('code' in one ? one.code.length : 0), 0);
}

test('import and require load the package, and each recognises errors of the other', () => {
  const program = `
    const { createClient, isError, createWebhookVerifier } = require('momo-sdk');
    const { createFakeService } = require('momo-sdk/testing');
    (async () => {
      const modules = await import('momo-sdk');
      const testing = await import('momo-sdk/testing');
      const found = [modules.ApiError === require('momo-sdk').ApiError];
      for (const [create, fake, other] of [
        [createClient, await createFakeService(), modules.isError],
        [modules.createClient, await testing.createFakeService(), isError],
      ]) {
        const client = create({ baseUrl: 'http://x', apiKey: 'k', fetch: fake.fetch });
        const error = await client.getTransaction('x').catch((reason) => reason);
        found.push(other(error, 'InvalidRequestError'), error.code);
      }
      console.log(JSON.stringify(found));
    })();`;
  const output = execFileSync(process.execPath, ['-e', program], { cwd: project });
  const refused = [true, 'request_invalid'];
  assert.deepEqual(JSON.parse(String(output)), [false, ...refused, ...refused]);
});

const SAMPLE = `
import {
  createClient, isError, type Deposit, type Operator, type WebhookPayload, webhookRoute,
} from 'momo-sdk';
import { createFakeService } from 'momo-sdk/testing';

declare const env: Record<string, string | undefined>;
const client = createClient({ baseUrl: env['MOMO_URL'], apiKey: env['MOMO_KEY'] });
export async function pay(): Promise<Deposit> {
  const fake = await createFakeService();
  void fake.webhooks;
  for await (const one of client.listWebhooks()) void one.event;
  try {
    const deposit = await client.createDeposit({
      player_id: 'x', msisdn: 'x', amount_xaf: 1, operator: 'mtn', reference: 'x',
    });
    const id: string | null = deposit.lastResponse.requestId;
    void id;
    return deposit;
  } catch (error) {
    if (isError(error, 'NoProviderError')) void error.retryAfterSeconds;
    throw error;
  }
}

/** As platforms without checkouts have it. */
const wordOf = (payload: WebhookPayload): [string, Operator] | null => {
  switch (payload.event) {
    case 'payment.succeeded': return ['paid', payload.operator];
    case 'payment.failed': return [payload.reason_code ?? 'failed', payload.operator];
    case 'payment.expired': return ['expired', payload.operator];
    default: return null;
  }
};
export const route = webhookRoute(client.verifyWebhook, wordOf);
export const routeOfShop = webhookRoute(client.verifyWebhook, async (payload) => {
  if (payload.event === 'checkout.paid') await client.getCheckout(payload.checkout_id);
  // An expired checkout has no operator, and only those of checkouts have their id.
  const hasOperator: typeof payload.operator extends Operator ? true : false = false;
  const hasId: 'checkout_id' extends keyof typeof payload ? true : false = false;
  return [hasOperator, hasId];
});
`;

for (const [moduleResolution, module, file] of [
  ['node10', 'commonjs', 'sample.ts'],
  ['node16', 'node16', 'sample.cts'],
  ['node16', 'node16', 'sample.mts'],
  ['bundler', 'esnext', 'sample.ts'],
] as const) {
  test(`its types are found by ${moduleResolution} from ${file}, without skipLibCheck`, () => {
    writeFileSync(join(project, file), SAMPLE);
    const tsc = join(SDK, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--strict', '--noEmit', '--exactOptionalPropertyTypes'];
    const lib = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable'];
    const found = spawnSync(
      process.execPath,
      [tsc, file, ...options, ...lib, '--module', module, '--moduleResolution', moduleResolution],
      { cwd: project, encoding: 'utf8' },
    );
    assert.equal(found.stdout, '');
  });
}

test('the samples of its page compile in strict TypeScript', () => {
  const samples = samplesOf('sdk/README.md').filter(({ language }) => language === 'ts');
  assert.ok(samples.length > 4);
  const files = samples.map(({ code, line }) => {
    const file = `readme-${line}.mts`;
    writeFileSync(join(project, file), code);
    return file;
  });
  assert.equal(compile(files), '');
});

/** What strict TypeScript says against files of the project. */
function compile(files: readonly string[], more: readonly string[] = []): string {
  const tsc = join(SDK, 'node_modules', 'typescript', 'bin', 'tsc');
  const types = ['--typeRoots', join(CHECKOUT, 'node_modules', '@types'), '--types', 'node'];
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck'];
  const target = ['--module', 'nodenext', '--target', 'es2022'];
  const found = spawnSync(
    process.execPath,
    [tsc, ...files, ...types, ...options, ...target, ...more],
    {
      cwd: project,
      encoding: 'utf8',
    },
  );
  return found.stdout;
}

test('the example in Express uses the package as its types say', () => {
  cpSync(join(CHECKOUT, 'examples', 'shop-express.mjs'), join(project, 'shop-express.mjs'));
  // Express itself is not installed here, so that what its callbacks get is of any type.
  writeFileSync(join(project, 'express.d.ts'), "declare module 'express';\n");
  const options = ['--allowJs', '--checkJs', '--noImplicitAny', 'false'];
  assert.equal(compile(['shop-express.mjs', 'express.d.ts'], options), '');
});

test('the package has its licence, changelog, sources and maps, and no import that is missing', () => {
  const main = readFileSync(join(installed, 'dist', 'esm', 'index.js'), 'utf8');
  const fake = readFileSync(join(installed, 'dist', 'esm', 'testing.js'), 'utf8');
  for (const text of [main, fake]) {
    assert.match(text, /\/\/# sourceMappingURL=/);
    const foreign = [...text.matchAll(/^import .* from "(.*)";$/gm)].filter(
      ([, from = '']) => !from.startsWith('./'),
    );
    assert.deepEqual(foreign, []);
  }
  const licence = readFileSync(join(SDK, 'LICENSE'), 'utf8');
  assert.equal(licence, readFileSync(join(CHECKOUT, 'LICENSE'), 'utf8'));
  assert.match(readFileSync(join(installed, 'CHANGELOG.md'), 'utf8'), /^# Changes of momo-sdk/);
});
