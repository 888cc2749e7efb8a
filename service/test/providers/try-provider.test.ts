import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampayEmulator } from '../../emulators/campay/campay-emulator.ts';
import type { MtnEmulator } from '../../emulators/mtn/mtn-emulator.ts';
import type { OrangeEmulator } from '../../emulators/orange/orange-emulator.ts';
import type { PawapayEmulator } from '../../emulators/pawapay/pawapay-emulator.ts';
import { DEFAULT_APPLICATION_NAME } from '../../src/db/access/access.ts';
import { listApplicationMoney } from '../../src/db/books/application-money.ts';
import { listTrials } from '../../src/db/providers/trials.ts';
import { OWN_APPLICATIONS } from '../../src/domain/access/own-application.ts';
import {
  compareTrial,
  type TrialFacts,
  type TrialOutcome,
  type TrialPoint,
  type TrialRow,
} from '../../src/domain/providers/trial.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { tryProvider } from '../../src/flows/provider-requests/try-provider.ts';
import { renewCallbackAddress } from '../../src/flows/providers/administer-accounts.ts';
import { ADAPTERS } from '../../src/providers/registry.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import type { TestService } from '../support/harness.ts';
import {
  addCampay,
  addMtn,
  addOrange,
  addPawapay,
  approve,
  giveGoodPast,
  passTime,
  startCampay,
  startLiveService,
  startMtn,
  startOrange,
  startPawapay,
} from '../support/providers/live.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';

type Emulator = MtnEmulator | OrangeEmulator | PawapayEmulator | CampayEmulator;

interface Subject {
  readonly id: string;
  readonly number: string;
  readonly start: (service: TestService) => Promise<Emulator>;
  /** It calls us, at the address that a payment names or at that of the account. */
  readonly calls: boolean;
  readonly paysOut: boolean;
  readonly saysBalance: boolean;
  /** What has the operator's id of a deposit. */
  readonly naming: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  {
    id: 'mtn-main',
    number: '+237670000001',
    calls: true,
    paysOut: true,
    saysBalance: true,
    naming: ['collect_status'],
    start: async ({ database }) => {
      const emulator = await startMtn({ decide: 'manual' });
      await addMtn(database, emulator, { id: 'mtn-main' });
      return emulator;
    },
  },
  {
    id: 'orange-main',
    number: '+237690000001',
    calls: true,
    paysOut: true,
    saysBalance: false,
    naming: ['pay', 'status'],
    start: async ({ database }) => {
      const emulator = await startOrange({ decide: 'manual' });
      await addOrange(database, emulator, { id: 'orange-main' });
      return emulator;
    },
  },
  {
    id: 'orange-second',
    number: '+237690000001',
    calls: true,
    paysOut: true,
    saysBalance: false,
    naming: ['pay', 'status'],
    start: async ({ database }) => {
      const emulator = await startOrange({ decide: 'manual' });
      const settings = {
        tokenUrl: `${emulator.url}/oauth2/token`,
        apiPath: '/omapi/1.0.2',
        tokenHeader: 'WSO2-Authorization',
        grant: 'password',
      };
      await addOrange(database, emulator, { id: 'orange-second', settings });
      return emulator;
    },
  },
  {
    id: 'pawapay-mtn',
    number: '+237670000001',
    calls: false,
    paysOut: true,
    saysBalance: true,
    naming: ['collect_status'],
    start: startPawapayIn,
  },
  {
    id: 'pawapay-mtn',
    number: '+237670000001',
    calls: true,
    paysOut: true,
    saysBalance: true,
    naming: ['collect_status'],
    start: async (service) => {
      const emulator = await startPawapayIn(service);
      emulator.settings.callbackUrl = await addressOf(service, 'pawapay-mtn');
      return emulator;
    },
  },
  {
    id: 'campay-mtn',
    number: '+237670000001',
    calls: true,
    paysOut: false,
    saysBalance: true,
    naming: ['collect_status'],
    start: async (service) => {
      const emulator = await startCampay({ decide: 'manual' });
      await addCampay(service.database, emulator, { id: 'campay-mtn' });
      emulator.settings.callbackUrl = await addressOf(service, 'campay-mtn');
      return emulator;
    },
  },
];

async function startPawapayIn({ database }: TestService): Promise<PawapayEmulator> {
  const emulator = await startPawapay({ decide: 'manual' });
  await addPawapay(database, emulator, { id: 'pawapay-mtn' });
  return emulator;
}

/** The one address of the account, as a person gives it to the aggregator. */
async function addressOf({ database, url }: TestService, id: string): Promise<string> {
  const asked = { id, reason: 'a test' };
  const made = await renewCallbackAddress({ database, adapters: ADAPTERS }, COMMAND_LINE, asked);
  assert.ok(made.kind === 'made');
  return `${url}${made.path}`;
}

for (const subject of SUBJECTS) {
  const { id, number: msisdn, calls, paysOut, saysBalance } = subject;
  const name = id === 'pawapay-mtn' && calls ? `${id}, which calls us` : id;
  const service = await startLiveService();
  const { database } = service;
  const emulator = await subject.start(service);
  await giveGoodPast(database, [id]);
  const { url: callbackBase } = service;

  let phones = 0;
  /** An operator may refuse the same payment of one number within minutes. */
  const nextPhone = () => {
    phones += 1;
    return `${msisdn.slice(0, -1)}${phones}`;
  };

  /** The running service, and the person with the phone and the console. */
  const rehearse = (confirm: (reference: string) => unknown) =>
    tryProvider(
      {
        ...service.payments,
        callbackBase,
        onStep: () => {},
        pause: async () => {
          for (const { state, reference } of emulator.ledger.payments()) {
            if (state === 'pending') await confirm(reference);
          }
          await emulator.callbacksIdle();
          const waiting = await database.query<{ readonly id: string }>({
            text: `select id from transactions where state = 'pending_approval'`,
          });
          for (const { id: payout } of waiting) await approve(service, payout);
          await passTime(database, 10_000);
          while ((await service.takeSteps({ callbackBase })) > 0);
        },
      },
      COMMAND_LINE,
      { id, msisdn: nextPhone() },
    );
  const approveThere = (reference: string) => emulator.approve(reference);

  test(`${name}: what comes as assumed is verified, and what does not come is not seen`, async () => {
    const rows = rowsIn(await rehearse(approveThere));
    const seen = (point: TrialPoint) => outcomesOf(rows, point);
    const back = paysOut ? 'verified' : 'not_seen';
    for (const point of ['answer', 'id', 'time'] as const) {
      assert.deepEqual(seen(point), ['verified', back], point);
    }
    assert.equal(seen('callback')[0], calls ? 'verified' : 'not_seen');
    for (const point of ['fee', 'balance'] as const) {
      const outcome = saysBalance ? 'verified' : 'not_seen';
      assert.deepEqual(seen(point), [outcome, paysOut ? outcome : 'not_seen'], point);
    }
    assert.deepEqual(seen('text'), ['not_seen', 'not_seen']);
    const [trial, ...more] = await listTrials(database);
    assert.deepEqual([trial?.providerId, trial?.rows, more], [id, rows, []]);
  });

  test(`${name}: a planted delay, a missing id and a lost callback are found`, async () => {
    emulator.faults.addToCallbacks('*', { kind: 'lost' });
    const { faults } = emulator as MtnEmulator;
    for (const name of subject.naming) faults.add(name as 'collect', { kind: 'nameless' });
    const late = async (reference: string) => {
      await passTime(database, 301_000);
      emulator.approve(reference);
    };
    const rows = rowsIn(await rehearse(late)).filter(({ direction }) => direction === 'deposit');
    emulator.faults.clear();
    assert.deepEqual(outcomesOf(rows, 'time'), ['differs']);
    assert.deepEqual(outcomesOf(rows, 'id'), ['differs']);
    assert.deepEqual(outcomesOf(rows, 'callback'), ['not_seen']);
  });

  test(`${name}: a planted fee, which only the balance shows, is found`, async () => {
    if (!saysBalance || !paysOut) return;
    const keepSeven = async (reference: string) => {
      const { direction } = emulator.ledger.find(reference) ?? {};
      emulator.approve(reference);
      if (direction !== 'transfer') return;
      const xaf = emulator.ledger.float('transfer') - 7;
      const form = new URLSearchParams({ direction: 'transfer', amount: String(xaf) });
      const set = await fetch(`${emulator.url}/_emulator/float`, { method: 'POST', body: form });
      assert.ok(set.ok, await set.text());
    };
    const rows = rowsIn(await rehearse(keepSeven));
    const fees = rows.filter(({ point }) => point === 'fee');
    assert.deepEqual(
      fees.map(({ outcome, found }) => [outcome, found]),
      [
        ['verified', '0'],
        ['differs', '7'],
      ],
    );
    assert.deepEqual(outcomesOf(rows, 'balance'), ['verified', 'verified']);
  });

  test(`${name}: what the phone refuses differs, and nothing is sent back`, async () => {
    const rows = rowsIn(await rehearse((reference) => emulator.refuse(reference)));
    assert.deepEqual(outcomesOf(rows, 'answer'), ['differs', 'not_seen']);
  });

  test(`${name}: the console shows the last trial, and the books hold`, async () => {
    const headers = await scriptHeaders(database, await addPerson(database, 'viewer'));
    const answer = await service.call('GET', '/internal/v1/providers', { headers });
    const [provider] = bodyOf(answer)['providers'] as readonly Json[];
    assert.ok(provider);
    const { rows } = provider['trial'] as { readonly rows: readonly TrialRow[] };
    assert.deepEqual(outcomesOf(rows, 'answer'), ['differs', 'not_seen']);
    await assertAllHolds(service);
  });

  test(`${name}: the money of the rehearsals limits no platform`, async () => {
    const names = [OWN_APPLICATIONS.trials.name, DEFAULT_APPLICATION_NAME];
    const [platform, trials] = await listApplicationMoney(database, { names });
    assert.deepEqual([platform?.isOnly, trials?.isOnly], [true, true]);
    const accounts = { text: `select key from book_accounts where kind = 'application'` };
    assert.deepEqual(await database.query(accounts), [{ key: OWN_APPLICATIONS.trials.id }]);
  });
}

test('a provider that moves no money, or is not there, is not tried', async () => {
  const service = await startLiveService();
  const deps = { ...service.payments, onStep: () => {}, pause: async () => {} };
  const tried = await tryProvider(deps, COMMAND_LINE, { id: 'nobody', msisdn: '+237670000001' });
  assert.deepEqual(tried, { kind: 'no_provider' });
});

const FACTS: TrialFacts = {
  state: 'succeeded',
  hasEnded: true,
  callbacks: 1,
  textXaf: 100,
  operatorTxId: '1',
  feeCents: null,
  balanceChangeXaf: 100,
  hasPayoutWallet: false,
  tookMs: 5_000,
};

test('each point is compared by itself', () => {
  const found = (changes: Partial<TrialFacts>) =>
    compareTrial('deposit', { ...FACTS, ...changes })
      .filter(({ outcome }) => outcome !== 'verified')
      .map(({ point, outcome }) => `${point} ${outcome}`);
  assert.deepEqual(found({}), []);
  assert.deepEqual(found({ textXaf: 200 }), ['text differs']);
  assert.deepEqual(found({ textXaf: null }), ['text not_seen']);
  assert.deepEqual(found({ feeCents: 250, balanceChangeXaf: 97 }), []);
  assert.deepEqual(found({ feeCents: 250 }), ['fee differs']);
  assert.deepEqual(found({ feeCents: 250, balanceChangeXaf: null }), ['balance not_seen']);
  // Other money moved: what was kept is not known.
  assert.deepEqual(found({ balanceChangeXaf: -900 }), ['fee not_seen', 'balance differs']);
  assert.deepEqual(found({ balanceChangeXaf: 0, hasPayoutWallet: true }), []);
  assert.deepEqual(found({ tookMs: 300_001 }), ['time differs']);
  assert.deepEqual(
    compareTrial('deposit', { ...FACTS, state: 'provider_acknowledged', hasEnded: false }).map(
      ({ outcome }) => outcome,
    ),
    Array(7).fill('not_seen'),
  );
});

function rowsIn(tried: Awaited<ReturnType<typeof tryProvider>>): readonly TrialRow[] {
  assert.ok(!('kind' in tried), JSON.stringify(tried));
  return tried;
}

function outcomesOf(rows: readonly TrialRow[], wanted: TrialPoint): readonly TrialOutcome[] {
  return rows.filter(({ point }) => point === wanted).map(({ outcome }) => outcome);
}
