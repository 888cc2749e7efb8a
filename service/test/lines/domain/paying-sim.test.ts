import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STOPS } from '../../../../gateways/modem/src/jobs/stops.ts';
import {
  AGENT_SILENT_MS,
  choosePayingSim,
  findSimProblem,
  type PayingSim,
  TROUBLES,
  whyNoSimWould,
} from '../../../src/domain/lines/paying-sim.ts';
import { sentenceOf } from '../../../src/domain/messages/message.ts';

const WELL: PayingSim = {
  isRevoked: false,
  agentSilentMs: 1_000,
  registration: 'home',
  trouble: null,
  storeUsed: 3,
  storeSize: 40,
  actions: ['transfer'],
  balanceXaf: 10_000,
  openJobs: 0,
};
const TRANSFER = { action: 'transfer', amountXaf: 10_000 } as const;

const PROBLEMS: readonly (readonly [change: Partial<PayingSim>, problem: string])[] = [
  [{ isRevoked: true }, 'line_gateway_revoked'],
  [{ agentSilentMs: null }, 'line_only_receives'],
  [{ agentSilentMs: AGENT_SILENT_MS + 1 }, 'sim_agent_silent'],
  [{ registration: 'searching' }, 'sim_not_in_network'],
  [{ registration: null }, 'sim_not_in_network'],
  [{ trouble: 'pin_refused' }, 'sim_pin_refused'],
  [{ trouble: 'pin_unproven' }, 'sim_pin_unproven'],
  [{ trouble: 'a code of a later program' }, 'sim_in_trouble'],
  [{ storeUsed: 36 }, 'line_sim_full'],
  [{ actions: ['balance'] }, 'sim_without_scenario'],
  [{ openJobs: 20 }, 'sim_busy'],
  [{ balanceXaf: 9_999 }, 'sim_lacks_money'],
];

test('the modem agent and the service say what stops payouts in the same words', () => {
  assert.deepEqual(Object.keys(STOPS).toSorted(), Object.keys(TROUBLES).toSorted());
  for (const [code, { what, remedy }] of Object.entries(STOPS)) {
    assert.equal(sentenceOf({ code: TROUBLES[code] ?? assert.fail(code) }), `${what}: ${remedy}.`);
  }
});

for (const [change, problem] of PROBLEMS) {
  test(`a SIM with ${JSON.stringify(change)} pays nothing: ${problem}`, () => {
    assert.equal(findSimProblem({ ...WELL, ...change }, TRANSFER), problem);
  });
}

test('a SIM in order pays what its line has, and what a line with unknown balance may have', () => {
  assert.equal(findSimProblem(WELL, TRANSFER), null);
  assert.equal(findSimProblem({ ...WELL, balanceXaf: null }, TRANSFER), null);
  assert.equal(findSimProblem({ ...WELL, agentSilentMs: AGENT_SILENT_MS }, TRANSFER), null);
});

test('a half-known store is not called full', () => {
  for (const store of [
    { storeUsed: null, storeSize: null },
    { storeUsed: 36, storeSize: null },
    { storeUsed: null, storeSize: 0 },
  ]) {
    assert.equal(findSimProblem({ ...WELL, ...store }, TRANSFER), null, JSON.stringify(store));
  }
});

test('only what leaves the line needs money on it', () => {
  const poor = { ...WELL, balanceXaf: 0, actions: ['collect', 'transfer'] };
  assert.equal(findSimProblem(poor, { action: 'collect', amountXaf: 500 }), null);
  assert.equal(findSimProblem(poor, { action: 'transfer', amountXaf: null }), null);
});

test('a SIM sends no prompt without a scenario that was recorded for it', () => {
  const collect = { action: 'collect', amountXaf: 500 } as const;
  assert.equal(findSimProblem(WELL, collect), 'sim_without_scenario');
  assert.equal(findSimProblem({ ...WELL, actions: ['collect'] }, collect), null);
});

test('the first SIM of the line that would do it is chosen, and no SIM of another line', () => {
  const line = '+237670000001';
  const sims = [
    { ...WELL, line: '+237670000002', sim: 'another' },
    { ...WELL, line, sim: 'silent', agentSilentMs: 900_000 },
    { ...WELL, line, sim: 'well' },
  ];
  const chosen = choosePayingSim(sims, { ...TRANSFER, line });
  assert.equal('sim' in chosen && chosen.sim.sim, 'well');
  const none = choosePayingSim(sims.slice(0, 2), { ...TRANSFER, line });
  assert.deepEqual(none, { problem: 'sim_agent_silent' });
  const noGateway = choosePayingSim(sims.slice(0, 1), { ...TRANSFER, line });
  assert.deepEqual(noGateway, { problem: 'line_without_gateway' });
  assert.equal(whyNoSimWould(sims, { ...TRANSFER, line }), null);
  assert.equal(whyNoSimWould(sims.slice(0, 2), { ...TRANSFER, line }), 'sim_agent_silent');
});
