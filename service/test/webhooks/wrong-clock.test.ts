import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../support/database.ts';
import { eventually, MAIN, startServiceProcess } from '../support/service-process.ts';
import { bodyOf, create, DEPOSITS, simulate } from '../support/transactions/payments.ts';
import { verifyToken } from '../support/webhooks/delivery.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const DAY_SECONDS = 86_400;
/** Signing happens between two moments that the test knows; more is not needed. */
const ROUNDING_SECONDS = 2;

const { url } = await openTestDatabase();

for (const days of [1, -1]) {
  const side = days > 0 ? 'ahead' : 'behind';
  test(`a process whose clock is a day ${side} signs with the right time, and says so`, async () => {
    const service = await startWithClock(days * DAY_SECONDS);
    const receiver = await startReceiver();
    const from = Date.now() / 1_000 - ROUNDING_SECONDS;
    const { service_tx_id } = await create(service, DEPOSITS, { callback_url: receiver.url });
    await simulate(service, service_tx_id, 'succeeded');
    await receiver.until(1);
    const to = Date.now() / 1_000 + ROUNDING_SECONDS;

    const { claims } = verifyToken(
      receiver.received[0]?.headers['x-service-signature'],
      await publicKeyOf(service),
      receiver.received[0]?.body ?? '',
    );
    const { iat, exp } = claims as { readonly iat: number; readonly exp: number };
    assert.ok(from <= iat && iat <= to, `signed at ${iat}, not between ${from} and ${to}`);
    assert.equal(exp, iat + 300);

    const ready = await service.call('GET', '/readyz');
    assert.equal(ready.status, 200);
    const { detail } = bodyOf(ready);
    assert.match(String(detail), new RegExp(`8(63|64)\\d\\d seconds ${side}`));
    const { text } = await service.call('GET', '/metrics');
    assert.match(
      text,
      new RegExp(`^momo_clock_ahead_seconds ${days < 0 ? '-' : ''}8\\d{4}\\.`, 'm'),
    );
    await eventually('the log says so', () =>
      service.stdout().includes('"msg":"the clock of this machine is wrong"'),
    );
    await service.end('SIGTERM');
  });
}

/** The service on a machine with another time: every date in it is that far from ours. */
function startWithClock(seconds: number) {
  const shift = `
    const Real = Date;
    const shifted = () => Real.now() + ${seconds * 1_000};
    globalThis.Date = class extends Real {
      constructor(...args) { super(...(args.length === 0 ? [shifted()] : args)); }
      static now() { return shifted(); }
    };`;
  const preload = `data:text/javascript,${encodeURIComponent(shift)}`;
  return startServiceProcess({
    command: [process.execPath, '--import', preload, MAIN],
    env: { DATABASE_URL: url },
  });
}

async function publicKeyOf(service: Awaited<ReturnType<typeof startServiceProcess>>) {
  const answer = await service.call('GET', '/api/v1/security/callback-public-key');
  return String(bodyOf(answer)['public_key_pem']);
}
