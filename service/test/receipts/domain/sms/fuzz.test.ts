import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSmsTemplates } from '../../../../src/settings/sms-templates.ts';
import { fuzzSms } from '../../../support/receipts/sms-mutations.ts';

// The long form with a million texts and fresh seeds is `npm run test:long -- sms-fuzz`.
test('a mutated text never gives a payment that it does not spell, and is read at once', (t) => {
  const report = fuzzSms(loadSmsTemplates(null), { seed: 20_260_912, texts: 8_000 });
  t.diagnostic(JSON.stringify({ ...report, wrong: report.wrong.length }));
  assert.deepEqual(report.wrong.slice(0, 5), []);
  assert.ok((report.kinds['payment'] ?? 0) > 2_000, 'too few payments to prove anything');
  assert.ok((report.kinds['review'] ?? 0) > 2_000, 'too few refusals to prove anything');
  assert.ok(report.averageMs < 1, `${report.averageMs} ms on average`);
  // A pattern that goes back and forth would take seconds.
  assert.ok(report.slowestMs < 50, `${report.slowestMs} ms at most`);
});
