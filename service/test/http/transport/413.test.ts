import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../support/harness.ts';
import { sendRaw } from '../../support/raw-http.ts';
import {
  bodyOf,
  countTransactions,
  DEPOSITS,
  paymentBody,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const LIMIT = 65_536;

test('a body of exactly 64 KiB is accepted and one byte more is not', async () => {
  for (const [bytes, status] of [
    [LIMIT, 200],
    [LIMIT + 1, 413],
  ] as const) {
    const body = bodyOfSize(bytes);
    const headers = { 'content-type': 'application/json' };
    const answer = await service.call('POST', DEPOSITS, { body, headers });
    assert.equal(answer.status, status);
    if (status === 413) assert.equal(typeof bodyOf(answer)['detail'], 'string');
  }
  assert.equal(await countTransactions(service.database), 1);
});

test('a body that is announced as too large is refused before it is sent', async () => {
  const head = [
    `POST ${DEPOSITS} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    'content-type: application/json',
    `content-length: ${LIMIT + 1}`,
    '',
    '',
  ];
  const answer = await sendRaw(service.url, head.join('\r\n'));
  assert.equal(answer.status, 413);
  assert.ok(answer.headers.has('x-request-id'));
  assert.match(answer.body, /64 KiB/);
});

test('the limit holds for a body in chunks of unknown number', async () => {
  for (const [bytes, status] of [
    [LIMIT, 200],
    [LIMIT + 1, 413],
  ] as const) {
    const body = bodyOfSize(bytes);
    const chunks = body.match(/.{1,5000}/gs) ?? [];
    const parts = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    const head = [
      `POST ${DEPOSITS} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      'content-type: application/json',
      'transfer-encoding: chunked',
      '',
      '',
    ];
    const answer = await sendRaw(service.url, `${head.join('\r\n')}${parts.join('')}0\r\n\r\n`);
    assert.equal(answer.status, status, answer.body);
  }
});

function bodyOfSize(bytes: number): string {
  const empty = JSON.stringify(paymentBody({ padding: '' }));
  return JSON.stringify(
    paymentBody({ ...JSON.parse(empty), padding: 'x'.repeat(bytes - empty.length) }),
  );
}
