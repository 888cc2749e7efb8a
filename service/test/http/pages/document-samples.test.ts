import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startTestService } from '../../support/harness.ts';
import { launch } from '../../support/service-process.ts';
import { DEPOSITS, paymentBody } from '../../support/transactions/payments.ts';
import { startWholeService } from '../../support/webhooks/delivery.ts';

// Runs the samples of the guides by task as a reader pastes them, in every language.

const service = await startTestService();
const folder = mkdtempSync(join(tmpdir(), 'momo-samples-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** How a sample is run, and what of it is replaced because nothing is installed here. */
const LANGUAGES = {
  sh: { program: 'bash', ending: 'sh', installed: [] },
  ts: {
    program: process.execPath,
    ending: 'ts',
    installed: [["'momo-sdk'", `'${join(CHECKOUT, 'sdk', 'src', 'index.ts')}'`]],
  },
  php: {
    program: 'php',
    ending: 'php',
    installed: [["'momo/autoload.php'", `'${join(CHECKOUT, 'sdk', 'php', 'autoload.php')}'`]],
  },
  python: { program: 'python3', ending: 'py', installed: [] },
} as const;

type Language = keyof typeof LANGUAGES;

const PAGES = ['take-a-payment.md', 'pay-out.md'].map((name) =>
  readFileSync(join(CHECKOUT, 'docs', name), 'utf8'),
);

/** All samples of a language in the order of the pages: later ones use what earlier ones made. */
function samplesOf(language: Language): readonly string[] {
  return PAGES.flatMap((page) =>
    [...page.matchAll(/<!-- samples -->\n+((?:```\w+\n[^]*?^```\n+)+)/gm)].flatMap(
      ([, group = '']) =>
        [...group.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, kind, code = '']) =>
          kind === language ? [code] : [],
        ),
    ),
  );
}

for (const language of Object.keys(LANGUAGES) as Language[]) {
  const { program, ending, installed } = LANGUAGES[language];
  const isThere = spawnSync(program, ['--version']).status === 0;
  const skip = isThere ? false : `${program} is not installed`;
  test(`the samples in ${language} take a payment, wait for it, and pay out`, {
    skip,
  }, async () => {
    const samples = samplesOf(language);
    assert.equal(samples.length, 3);
    const script = [['http://localhost:8000', service.url], ...installed]
      // This number pays by itself, so that nobody has to simulate while a sample waits.
      .concat([['+237670000001', '+237679990001']])
      .reduce((code, [from = '', to = '']) => code.replaceAll(from, to), samples.join('\n'));
    const output = await run(program, `sample.${ending}`, script);
    assert.match(output, /pending/);
    assert.match(output, /pending_approval/);
    if (language !== 'sh') assert.match(output, /credit 5000/);
  });
}

test('the receiver that README starts prints a verified webhook, with a key and without', async () => {
  for (const [settings, key] of [
    [{}, {}],
    [{ SPORTSBOOK_API_KEY: 'choose-one' }, { MOMO_KEY: 'choose-one' }],
  ] as const) {
    const whole = await startWholeService(settings);
    const script = join(CHECKOUT, 'scripts', 'receiver.ts');
    const receiver = launch({
      command: [process.execPath, script, '--service', whole.url, '--port', '0'],
      env: key,
    });
    await receiver.seen(/Receiver on \S+,/);
    const [, address = ''] = /Receiver on (\S+),/.exec(receiver.stdout()) ?? [];
    // This number pays by itself.
    const json = paymentBody({ msisdn: '+237679990001', callback_url: `${address}/webhooks` });
    const headers = { 'x-api-key': 'choose-one' };
    const { status } = await whole.call('POST', DEPOSITS, { json, headers });
    assert.equal(status, 200);
    await receiver.seen(/payment\.succeeded .* signature verified/);
    await receiver.end('SIGTERM');
    await whole.stop();
  }
});

async function run(program: string, name: string, script: string): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, script);
  const env = {
    ...process.env,
    API_KEY: 'none',
    SERVICE_TX_ID: 'none',
    PYTHONPATH: join(CHECKOUT, 'sdk', 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(program, [file], { env });
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(complaints, '', output);
  return output;
}
