import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestSigner } from '../src/testing.ts';
import { publishKeys } from './support/publish-keys.ts';
import { PYTHON, runProgram, temporaryFile, whyMissing } from './support/run-program.ts';
import { sampleWith } from './support/samples.ts';
import { createTokenMaker } from './support/token-maker.ts';

const PHP_README = 'sdk/php/README.md';
const IN_PHP = '/usr/share/php';

/** The sample of a document for each framework, run with Debian's own package of it. */
const FRAMEWORKS = [
  {
    name: 'Laravel',
    sample: sampleWith(PHP_README, 'Illuminate'),
    command: 'php',
    script: 'php/test/laravel.php',
    skip: whyMissing('Laravel', 'php', `require '${IN_PHP}/Illuminate/autoload.php';`),
  },
  {
    name: 'Symfony',
    sample: sampleWith(PHP_README, 'Symfony\\'),
    command: 'php',
    script: 'php/test/symfony.php',
    skip: whyMissing(
      'Symfony',
      'php',
      `require '${IN_PHP}/Symfony/Bundle/FrameworkBundle/autoload.php';`,
    ),
  },
  {
    name: 'Django',
    sample: sampleWith('sdk/python/README.md', 'django'),
    command: PYTHON,
    script: 'python/test/django_hook.py',
    skip: whyMissing('Django', PYTHON, 'import django, cryptography'),
  },
] as const;

for (const { name, sample, command, script, skip } of FRAMEWORKS) {
  test(`the sample for ${name} takes genuine webhooks and credits deposits that succeeded`, {
    skip,
  }, async () => {
    const maker = await createTokenMaker();
    const keys = await publishKeys(maker);
    const stranger = await createTestSigner({ hasOwnKey: true, keyId: 'own' });
    const genuine = maker.make({});
    const webhooks = [
      genuine,
      genuine,
      await stranger.sign(),
      { ...genuine, body: genuine.body.replace('500', '900') },
      maker.make({ claims: { application: 'another-shop' } }),
      { ...genuine, headers: {} },
      maker.make({ payload: { service_tx_id: 'failed', event: 'payment.failed' } }),
      maker.make({ payload: { service_tx_id: 'paid-out', direction: 'withdrawal' } }),
    ];
    const code = sample.language === 'php' ? `<?php\n${sample.code}` : sample.code;
    const file = temporaryFile(`sample.${sample.language}`, code);
    const found = await runProgram(command, [script, file, keys.url], JSON.stringify(webhooks));
    const { service_tx_id: id } = JSON.parse(genuine.body) as { service_tx_id: string };
    const statuses = [200, 200, 401, 401, 401, 401, 200, 200];
    assert.deepEqual(found, { statuses, credited: [id] });
  });
}
