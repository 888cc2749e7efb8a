import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKOUTS, createCheckout } from '../../../support/checkouts/checkouts.ts';
import { openMomo } from '../../../support/cli/momo.ts';
import { startTwin, type TestService } from '../../../support/harness.ts';
import { liveEnv, startLiveService } from '../../../support/providers/live.ts';
import { bodyOf } from '../../../support/transactions/payments.ts';

const service = await startLiveService({ PUBLIC_URL: 'https://pay.example' });
const { momo } = openMomo(liveEnv(service));
const json = { amount_xaf: 5000, reference: 'order-1' };

async function assertRefused({ call }: TestService, code: string): Promise<void> {
  const answer = await call('POST', CHECKOUTS, { json });
  assert.deepEqual([answer.status, bodyOf(answer)['code']], [403, code]);
}

function setPage(state: 'on' | 'off') {
  const args = ['--name', 'Wouri Shop', '--support', '670000001', '--checkouts', state];
  return momo('key', 'page', 'default', ...args);
}

test('live serves pages for an application once `momo key page` allows it, and until it does not', async () => {
  await assertRefused(service, 'checkouts_not_allowed');
  const { code, output } = await setPage('on');
  assert.equal(code, 0, output);
  assert.match(output, /Wouri Shop {2}\+237670000001 {2}pages served in live/);
  const { url } = await createCheckout(service);
  assert.match(url, /^https:\/\/pay\.example\/pay\/[\w-]{22}$/);
  const page = await service.call('GET', new URL(url).pathname);
  assert.match(page.text, /Wouri Shop[^]*tel:\+237670000001/);
  assert.match((await setPage('off')).output, /served in the sandbox only/);
  await assertRefused(service, 'checkouts_not_allowed');
  assert.equal((await service.call('GET', new URL(url).pathname)).status, 404);
});

test('a live service without PUBLIC_URL makes no checkout, since no header may name its pages', async () => {
  await setPage('on');
  const twin = await startTwin({ ...service, config: { ...service.config, publicUrl: null } });
  await assertRefused(twin, 'checkouts_need_address');
  const created = await createCheckout(service);
  const { json: read } = await twin.call('GET', `${CHECKOUTS}/${created.id}`, {
    headers: { 'x-forwarded-host': 'evil.example' },
  });
  assert.match((read as { readonly url: string }).url, /^http:\/\/localhost:\d+\/pay\//);
});
