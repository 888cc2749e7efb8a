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

test('the main entry has at most 13 KiB when it is minified', async () => {
  const build = await rolldown({ input: join(SDK, 'src', 'index.ts'), platform: 'neutral' });
  const { output } = await build.generate({ minify: true });
  await build.close();
  const bytes = output.reduce((sum, one) => sum + ('code' in one ? one.code.length : 0), 0);
  assert.ok(bytes <= 13 * 1_024, `it has ${bytes} bytes`);
});

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
import { createClient, isError, type Deposit } from 'momo-sdk';
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
  const tsc = join(SDK, 'node_modules', 'typescript', 'bin', 'tsc');
  const types = ['--typeRoots', join(CHECKOUT, 'node_modules', '@types'), '--types', 'node'];
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck'];
  const found = spawnSync(
    process.execPath,
    [tsc, ...files, ...types, ...options, '--module', 'nodenext', '--target', 'es2022'],
    { cwd: project, encoding: 'utf8' },
  );
  assert.equal(found.stdout, '');
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
