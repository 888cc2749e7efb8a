// A million mutated texts give no payment that they do not spell.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { loadSmsTemplates } from '../../../src/settings/sms-templates.ts';
import { fuzzSms } from '../../support/receipts/sms-mutations.ts';

const TEXTS = 1_000_000;
const RUNS = 10;

test('a million mutated texts give no payment that they do not spell', (t) => {
  const templates = loadSmsTemplates(null);
  for (let run = 0; run < RUNS; run += 1) {
    const report = fuzzSms(templates, { seed: randomInt(2 ** 32), texts: TEXTS / RUNS });
    t.diagnostic(JSON.stringify({ ...report, wrong: report.wrong.length }));
    assert.deepEqual(report.wrong.slice(0, 5), [], `seed ${report.seed}`);
    assert.ok(report.averageMs < 1, `seed ${report.seed}: ${report.averageMs} ms on average`);
    assert.ok(report.slowestMs < 5, `seed ${report.seed}: ${report.slowestMs} ms at most`);
  }
});
