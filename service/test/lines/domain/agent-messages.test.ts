import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAgentMessage } from '../../../src/domain/lines/agent-messages.ts';
import { JOB_OUTCOMES } from '../../../src/domain/lines/sim-job.ts';

const JOB = '0195ab3e-0000-7000-8000-000000000001';
const REPORT = { type: 'report', job: JOB, outcome: 'accepted' };

const SIM = {
  sim: 'sim-1',
  registration: 'home',
  signal: 20,
  used: 3,
  size: 30,
  trouble: null,
  actions: ['collect', 'transfer'],
  since: null,
  screen: null,
};

test('a poll reports the state of each SIM and how long it waits', () => {
  const message = readAgentMessage({ type: 'poll', sims: [SIM], hold_ms: 20_000 });
  assert.deepEqual(message, { kind: 'poll', sims: [SIM], holdMs: 20_000 });
});

const SIM_VALUES: readonly (readonly [
  reported: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
])[] = [
  [{ registration: undefined }, { registration: 'none' }],
  [{ registration: '   ' }, { registration: 'none' }],
  [{ registration: 'x'.repeat(61) }, { registration: 'x'.repeat(60) }],
  [{ signal: 0 }, { signal: 0 }],
  [{ signal: 31 }, { signal: 31 }],
  // 99 is how a modem says that it does not know.
  [{ signal: 99 }, { signal: null }],
  [{ signal: 32 }, { signal: null }],
  [{ signal: -1 }, { signal: null }],
  [{ signal: '20' }, { signal: null }],
  [{ signal: 1.5 }, { signal: null }],
  // A store without a size says nothing about how full it is.
  [{ size: 0 }, { used: null, size: null }],
  [{ size: undefined }, { used: null, size: null }],
  [{ used: undefined }, { used: null, size: 30 }],
  [{ used: 0 }, { used: 0 }],
  [{ used: 1e12 }, { used: null }],
  [{ used: 1e12 - 1 }, { used: 1e12 - 1 }],
  [{ trouble: 'no_sim' }, { trouble: 'no_sim' }],
  [{ trouble: 'a\0b' }, { trouble: 'ab' }],
  [{ trouble: `${'x'.repeat(59)}\u{1f600}` }, { trouble: `${'x'.repeat(59)}\ufffd` }],
  [{ actions: 'collect' }, { actions: [] }],
  [{ actions: ['collect', 7, ''] }, { actions: ['collect'] }],
  [{ actions: Array<string>(11).fill('collect') }, { actions: Array<string>(10).fill('collect') }],
];

for (const [reported, read] of SIM_VALUES) {
  test(`of a SIM with ${JSON.stringify(reported).slice(0, 60)} only what is possible is kept`, () => {
    const message = readAgentMessage({ type: 'poll', sims: [{ ...SIM, ...reported }] });
    assert.deepEqual(message, { kind: 'poll', sims: [{ ...SIM, ...read }], holdMs: 0 });
  });
}

test('a SIM without a name is left out, whatever else is said of it', () => {
  for (const sim of [{ ...SIM, sim: ' ' }, { ...SIM, sim: 7 }, null, 'sim-1']) {
    const message = readAgentMessage({ type: 'poll', sims: [sim, SIM] });
    assert.deepEqual(message, { kind: 'poll', sims: [SIM], holdMs: 0 });
  }
});

test('a poll never makes the service wait or remember without end', () => {
  const sims = Array.from({ length: 65 }, (_, index) => ({ ...SIM, sim: `${index}` }));
  const message = readAgentMessage({ type: 'poll', sims, hold_ms: 25_001 });
  assert.ok(message.kind === 'poll');
  assert.equal(message.sims.length, 64);
  assert.equal(message.holdMs, 25_000);
  const named = readAgentMessage({ type: 'poll', sims: [{ ...SIM, sim: 'x'.repeat(101) }] });
  assert.ok(named.kind === 'poll');
  assert.equal(named.sims[0]?.sim, 'x'.repeat(100));
  assert.deepEqual(readAgentMessage({ type: 'poll' }), { kind: 'poll', sims: [], holdMs: 0 });
});

test('a job is taken by its reference and by nothing else', () => {
  const take = { kind: 'take', reference: JOB };
  const offered = readAgentMessage({ type: 'take', job: JOB, offer: '17' });
  assert.deepEqual(offered, { ...take, offer: '17' });
  assert.deepEqual(readAgentMessage({ type: 'take', job: JOB }), { ...take, offer: null });
  for (const job of [undefined, 7, '', 'job-1', `${JOB} `, JOB.toUpperCase()]) {
    const invalid = { kind: 'invalid', problem: 'job must be the reference of a job' };
    assert.deepEqual(readAgentMessage({ type: 'take', job }), invalid);
    assert.deepEqual(readAgentMessage({ ...REPORT, job }), invalid);
  }
});

test('a report says how the job ended and what was on the screens', () => {
  const screens = [{ said: '*126#', screen: '1 Send' }];
  const reported = {
    offer: '17',
    problem: 'slow',
    tx_id: 'MP-1',
    name: 'ANNE NGO',
    balance_cents: 120_050,
  };
  const full = { ...REPORT, ...reported, screens };
  assert.deepEqual(readAgentMessage(full), {
    kind: 'report',
    reference: JOB,
    offer: '17',
    outcome: 'accepted',
    problem: 'slow',
    screens,
    shownTxId: 'MP-1',
    shownName: 'ANNE NGO',
    balanceCents: 120_050,
  });
  assert.deepEqual(readAgentMessage(REPORT), {
    kind: 'report',
    reference: JOB,
    offer: null,
    outcome: 'accepted',
    problem: null,
    screens: [],
    shownName: null,
    shownTxId: null,
    balanceCents: null,
  });
});

test('a job ends in one of the known ways', () => {
  for (const outcome of JOB_OUTCOMES) {
    const message = readAgentMessage({ ...REPORT, outcome });
    assert.ok(message.kind === 'report');
    assert.equal(message.outcome, outcome);
  }
  assert.deepEqual(readAgentMessage({ ...REPORT, outcome: 'done' }), {
    kind: 'invalid',
    problem: `outcome must be one of ${JOB_OUTCOMES.join(', ')}`,
  });
});

test('screens are kept as far as there is room for them', () => {
  const long = { said: 'x'.repeat(1_001), screen: 'y'.repeat(1_001) };
  const more = Array.from({ length: 40 }, () => ({ said: '1' }));
  const screens = [long, { said: 7 }, null, ...more];
  const message = readAgentMessage({ ...REPORT, screens });
  assert.ok(message.kind === 'report');
  assert.equal(message.screens.length, 40);
  assert.deepEqual(message.screens.slice(0, 3), [
    { said: 'x'.repeat(1_000), screen: 'y'.repeat(1_000) },
    { said: '', screen: null },
    { said: '', screen: null },
  ]);
});

test('anything else is refused with the types that there are', () => {
  const invalid = { kind: 'invalid', problem: 'type must be poll, take or report' };
  for (const json of [null, undefined, 7, 'poll', [], {}, { type: 'Poll' }]) {
    assert.deepEqual(readAgentMessage(json), invalid);
  }
});
