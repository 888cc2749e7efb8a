import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { temporaryFile, whyMissing } from './support/run-program.ts';
import { DOCUMENTS, samplesOf } from './support/samples.ts';

const samples = DOCUMENTS.flatMap(samplesOf);

test('every sample that credits asks for the success of a deposit', () => {
  const credits = samples.filter(({ code }) => /credit_?once\(/i.test(code));
  assert.ok(credits.length > 4);
  for (const { document, line, code } of credits) {
    const rule = /event\b.*payment\.succeeded.*direction\b.*deposit/s;
    assert.match(code, rule, `${document}:${line}`);
  }
});

test('every sample in PHP is PHP', { skip: whyMissing('PHP', 'php', 'exit(0);') }, () => {
  const all = samples.filter(({ language }) => language === 'php');
  assert.ok(all.length > 3);
  for (const { document, line, code } of all) {
    const whole = code.startsWith('<?php') ? code : `<?php\ndeclare(strict_types=1);\n${code}`;
    const { status, stdout } = spawnSync('php', ['-l', temporaryFile('sample.php', whole)]);
    assert.equal(status, 0, `${document}:${line} ${String(stdout)}`);
  }
});
