import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { standardWebhookHeaders } from '../../src/signing/standard-webhooks.ts';

test('the example of the convention gets the signature that it publishes', () => {
  const headers = standardWebhookHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('any body and any secret verify with a second implementation', () => {
  for (let length = 0; length < 200; length += 7) {
    const key = randomBytes(32);
    const body = `{"é":"${randomBytes(length).toString('base64')}"}`;
    const at = new Date(1_700_000_000_000 + length * 1_000);
    const secret = `whsec_${key.toString('base64')}`;
    const headers = standardWebhookHeaders({ id: `id-${length}`, at, body, secrets: [secret] });
    const content = Buffer.from(`id-${length}.${1_700_000_000 + length}.${body}`, 'utf8');
    const expected = createHmac('sha256', key).update(content).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${expected}`);
  }
});
