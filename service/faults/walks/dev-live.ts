import assert from 'node:assert/strict';
import { join } from 'node:path';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { call } from '../../test/support/call.ts';
import { openDatabaseOf } from '../../test/support/database.ts';
import {
  eventually,
  idOf,
  launch,
  makeDataDir,
  postmasterPid,
  sampleDeposit,
} from '../../test/support/service-process.ts';
import { assertAllHolds } from '../../test/support/upkeep/all-holds.ts';

/** `npm run dev:live` takes a deposit through an emulated operator and stops with nothing left. */
export async function walkDevLive() {
  const dataDir = await makeDataDir();
  const startedAt = performance.now();
  const running = launch({
    command: [process.execPath, join(CHECKOUT, 'scripts', 'dev-live.ts')],
    env: {
      DEV_LIVE_DATA_DIR: dataDir,
      PORT: '0',
      DEV_LIVE_EMULATOR_PORTS: '0,0,0',
    },
  });
  await running.seen('Webhooks of a live service');
  const ready_ms = Math.round(performance.now() - startedAt);
  const shown = running.stdout();
  assert.match(shown, /Sign in +\S+@\S+ {2}\S+ {2}\(temporary password/);
  const [, url = ''] = /API +(http:\S+)\/api/.exec(shown) ?? [];
  const [, operator = ''] = /MTN +(http:\S+)/.exec(shown) ?? [];

  const created = await call(url, 'POST', '/api/v1/deposits', sampleDeposit());
  assert.equal(created.status, 200);
  const [prompt] = await promptsAt(operator);
  assert.ok(prompt);
  await call(operator, 'POST', `/_emulator/approve/${prompt.reference}`);
  await eventually('the deposit has succeeded', async () => {
    const { json } = await call(url, 'GET', `/api/v1/transactions/${idOf(created)}`);
    return (json as { readonly state: string }).state === 'succeeded';
  });

  const database = await openDatabaseOf(dataDir);
  await assertAllHolds({ database });
  await database.close();
  const { code } = await running.end('SIGINT');
  assert.equal(code, 0, running.output());
  assert.equal(await postmasterPid(dataDir), null);
  return { ready_ms };
}

async function promptsAt(operator: string): Promise<readonly { readonly reference: string }[]> {
  const { json } = await call(operator, 'GET', '/_emulator/ledger');
  return (json as { readonly payments: readonly { readonly reference: string }[] }).payments;
}
