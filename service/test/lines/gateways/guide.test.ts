import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSms } from '../../../src/domain/receipts/sms/parse.ts';
import { readSmsTemplates } from '../../../src/domain/receipts/sms/read-templates.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { checkSignature } from '../../../src/signing/gateway-signature.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { SECRET } from '../../support/receipts/sms.ts';
import { MOMO, runToEnd } from '../../support/service-process.ts';
import { answering, startReceiver } from '../../support/webhooks/receiver.ts';
import { findMissing } from './gammu-box.ts';

const guide = ['gateways.md', 'sms-templates.md']
  .map((name) => readFileSync(join(CHECKOUT, 'docs', name), 'utf8'))
  .join('\n');

test('the program of the guide hands over a message that the service trusts', async (t) => {
  const missing = findMissing(['python3']);
  if (missing !== null) return t.skip(`${missing} is not installed`);
  const { url, received } = await startReceiver(answering(200, '{"status":"stored"}'));
  const { code, output } = await runToEnd({
    command: ['python3', '-c', sampleOf('python')],
    env: { SMS_URL: url, SMS_SECRET: SECRET },
  });
  assert.equal(code, 0, output);
  assert.match(output, /may be deleted/);
  const [request] = received;
  assert.ok(request !== undefined);
  const [signature, timestamp] = ['x-signature', 'x-timestamp'].map((name) =>
    String(request.headers[name]),
  );
  const signed = {
    raw: Buffer.from(request.body),
    signature: signature ?? null,
    timestamp: timestamp ?? null,
  };
  assert.equal(checkSignature(SECRET, signed, Date.now()), 'trusted');
});

test('every command of the guide works, in the order of the guide', async () => {
  const service = await startLiveService();
  const commands = guide.match(/npm run momo -- (?:[^\n`]*\\\n)*[^\n`]*/g) ?? [];
  assert.ok(commands.length >= 10, String(commands.length));
  // As a person pastes them; only the service is elsewhere than on a machine of its own.
  const npm = `npm() {
    shift 3
    case "$1 $2" in 'sms send') set -- "$@" --url "$SERVICE" ;; esac
    "$NODE" "$MOMO" "$@"
  }`;
  const { code, output } = await runToEnd({
    command: ['sh', '-ec', [npm, ...commands].join('\n')],
    env: {
      NODE: process.execPath,
      MOMO,
      SERVICE: service.url,
      DATABASE_URL: service.config.databaseUrl ?? '',
      SERVICE_ENV: 'live',
      ACCEPTED_RISKS: 'testing',
      HOST: '127.0.0.1',
    },
  });
  assert.equal(code, 0, output);
  assert.match(output, /^200 {2}\{"status":"stored"/m);
});

test('the template of the guide reads the text beside it', () => {
  const read = readSmsTemplates(JSON.parse(sampleOf('json')));
  assert.ok(read.kind === 'templates', JSON.stringify(read));
  const [, text = ''] = /^reads `([^`]*)`/m.exec(guide) ?? [];
  const message = { sender: 'OrangeMoney', text };
  const line = '+237699000001';
  const reading = parseSms(read.templates, message, { ownLines: [line], line });
  assert.ok(reading.kind === 'payment', JSON.stringify(reading));
  const { payer, payee, amountXaf, operatorTxId, balancesCents } = reading;
  assert.deepEqual(
    { payer, payee, amountXaf, operatorTxId, balancesCents },
    {
      payer: '+237690000001',
      payee: line,
      amountXaf: 500,
      operatorTxId: 'PP270102.1015.A00001',
      balancesCents: [5_050_025],
    },
  );
});

function sampleOf(language: string): string {
  const [, sample] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(guide) ?? [];
  assert.ok(sample !== undefined, `the guide has a sample in ${language}`);
  return sample;
}
