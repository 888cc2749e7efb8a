import { lacks } from '../lacks.ts';
import { least, leastTimes, most, mostMs, scenario } from '../scenario.ts';

/** Receivers, and what is posted to them. */
export const WEBHOOKS = [
  scenario({
    name: 'bad-receivers',
    id: 'F20',
    what: 'receivers that refuse, reset, drip, stay silent, redirect or answer garbage',
    asked: {
      wrong_outcomes: most(0),
      early_attempts: most(0),
      late_by_ms: mostMs(300),
      redirects_followed: most(0),
      findings: most(0),
    },
    sizes: { ofEach: [500, 1] },
    minutes: 20,
    unlike: 'in time is 4.5 s and late 5.2 s: the receivers share the machine',
    run: async ({ size }) => {
      const { meetBadReceivers } = await import('../inject/bad-receivers.ts');
      return meetBadReceivers(size);
    },
  }),
  scenario({
    name: 'silent-receivers',
    id: 'F21',
    what: 'silent receivers beside 100 healthy events a second',
    asked: { healthy_p99_ms: mostMs(1_000), memory_growth_mb: most(100) },
    sizes: { silent: [500, 50], seconds: [30, 5] },
    minutes: 3,
    run: async ({ size }) => {
      const { pressSilently } = await import('../../test/support/webhooks/silent-pressure.ts');
      return pressSilently(size);
    },
  }),
  scenario({
    name: 'forbidden-addresses',
    id: 'F22',
    what: 'webhooks to private addresses, in every spelling and by every name',
    asked: {
      connections: most(0),
      accepted: most(0),
      names_connected: most(0),
      spellings: least(80),
    },
    sizes: {},
    minutes: 1,
    unlike: 'canaries listen on loopback only; no alias of 169.254 is added to this machine',
    run: async () => (await import('../inject/forbidden-addresses.ts')).postToForbidden(),
  }),
  scenario({
    name: 'signatures',
    id: 'F23',
    what: 'signatures under changing keys, and forged ones',
    asked: {
      wrong_by_openssl: most(0),
      wrong_by_sdk: most(0),
      false_accepts: most(0),
      keys: least(2),
      findings: most(0),
    },
    sizes: { deliveries: [10_000, 40], rotations: [3, 1] },
    minutes: 8,
    needs: lacks('openssl'),
    run: async ({ size }) => {
      const { checkSignatures } = await import('../inject/signatures.ts');
      return checkSignatures(size);
    },
  }),
  scenario({
    name: 'webhook-kills',
    id: 'F24',
    what: 'kill -9 between the POST and its record',
    asked: { events: least(21) },
    holds: 'no event is lost, none doubled more than once per kill; momo audit all',
    sizes: { kills: [200, 2] },
    minutes: 15,
    run: async ({ size }) => {
      const { killDuringDeliveries } = await import(
        '../../test/support/webhooks/kill-deliveries.ts'
      );
      const { events, posts, duplicates, lateByMs } = await killDuringDeliveries(size.kills);
      return { events, posts, duplicates, latest_ms: lateByMs[0] ?? 0 };
    },
  }),
  scenario({
    name: 'braked-deliveries',
    what: 'a process that gets 20 and 10 ms of each 100 delivers its backlog in proportion',
    asked: { share_at_20: leastTimes(0.15), share_at_10: leastTimes(0.07) },
    sizes: { settleSeconds: [10, 1], measureSeconds: [20, 2] },
    minutes: 3,
    run: async ({ size }) => {
      const { brakeDeliveries } = await import('../../test/support/webhooks/brake-deliveries.ts');
      const [unbraked = 0, at20 = 0, at10 = 0] = await brakeDeliveries({
        ...size,
        runMs: [20, 10],
      });
      return { share_at_20: at20 / unbraked, share_at_10: at10 / unbraked, unbraked };
    },
  }),
];
