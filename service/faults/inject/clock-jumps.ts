import { setTimeout as pause } from 'node:timers/promises';
import { openTestDatabase } from '../../test/support/database.ts';
import { startMixedLoad } from '../../test/support/process/mixed-load.ts';
import { MAIN, startServiceProcess } from '../../test/support/service-process.ts';
import { untilQuiet } from '../../test/support/webhooks/delivery.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

const HOUR_MS = 3_600_000;
/** The clock of the machine, one after the other. */
const JUMPS_MS = [0, HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, 2 * HOUR_MS];
const PATIENCE_MS = 60_000;
/** A token says when it was signed, in whole seconds; a retry carries the one of the first. */
const OLD_SECONDS = 20;

/** Processes whose clock jumps by hours and days every few seconds, under load. */
export async function jumpClocks(order: {
  readonly jumps: number;
  readonly everyMs: number;
  readonly seed: number;
}) {
  const { database, url } = await openTestDatabase();
  const services = await Promise.all([
    startJumping(url, order.everyMs, 0),
    startJumping(url, order.everyMs, 3),
  ]);
  let wrongTimes = 0;
  const receiver = await startReceiver((response, { headers, body }, count) => {
    const [, claims = ''] = String(headers['x-service-signature']).split('.');
    const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number };
    const ageSeconds = Date.now() / 1_000 - iat;
    if (ageSeconds < -2 || ageSeconds > OLD_SECONDS) {
      wrongTimes += 1;
      console.log(`signed ${ageSeconds} s ago: ${body}`);
    }
    response.writeHead(count % 10 === 0 ? 500 : 200).end();
  });
  const urls = () => services.map((service) => service.url);
  const load = startMixedLoad({ urls, seed: order.seed, callbackUrl: receiver.url });
  await pause(order.jumps * order.everyMs);
  await load.stop();
  await untilQuiet(database, PATIENCE_MS);
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  const [expired] = await database.query<{ count: number }>({
    text: `select count(*)::int as count from transitions where trigger = 'window_closed'`,
  });
  const others = {
    clients: load.acknowledged,
    receivers: receiver.received.map(({ body }) => body),
  };
  for (const line of load.strange.slice(0, 20)) console.log(line);
  return {
    expired_early: expired?.count ?? 0,
    wrong_token_times: wrongTimes,
    strange_answers: load.strange.length,
    findings: await countFindings(database, { isStopped: true, others }),
    acknowledged: load.acknowledged.length,
    webhooks: receiver.received.length,
  };
}

function startJumping(databaseUrl: string, everyMs: number, first: number) {
  const jump = `
    const [Real, jumps, from] = [Date, ${JSON.stringify(JUMPS_MS)}, performance.now()];
    const turn = () => ${first} + Math.floor((performance.now() - from) / ${everyMs});
    const shifted = () => Real.now() + jumps[turn() % jumps.length];
    globalThis.Date = class extends Real {
      constructor(...args) { super(...(args.length === 0 ? [shifted()] : args)); }
      static now() { return shifted(); }
    };`;
  const preload = `data:text/javascript,${encodeURIComponent(jump)}`;
  return startServiceProcess({
    command: [process.execPath, '--import', preload, MAIN],
    env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
  });
}
