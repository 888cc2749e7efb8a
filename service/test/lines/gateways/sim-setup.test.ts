import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDraft, readScenario } from '../../../../gateways/modem/src/scenario/scenario.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import {
  createPayingBox,
  type PayingBox,
  settle,
  startProgram,
  WALLET_PIN,
} from '../../support/lines/paying-box.ts';
import { unpackModem } from '../../support/lines/unpack-modem.ts';
import { createApproved } from '../../support/providers/live.ts';
import { GATEWAY } from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';
import { findMissing } from './gammu-box.ts';

// Setting up the modem agent, and the file that it is installed from.

const missing = findMissing(['socat']);
const PAYOUT = { operator: 'mtn', msisdn: '+237677000001' };

function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

guarantee('a check says what works, and what to do about what does not', async () => {
  const { box } = await createPayingBox();
  const well = box.start('check');
  assert.equal((await well.ended).code, 0, well.output());
  assert.match(well.output(), /ok {3}The service answers, signs, and knows this gateway/);
  assert.match(well.output(), /ok {3}Recorded scenarios: mtn-balance v1, mtn-transfer v1/);
  assert.match(well.output(), new RegExp(`ok {3}SIM ${box.modem.state.iccid}`));
  assert.ok(!well.output().includes(WALLET_PIN));
  box.modem.state.registration = 2;
  box.modem.state.signal = 3;
  box.connectTo('http://127.0.0.1:9/internal/v1/sms/nobody');
  const ill = box.start('check');
  assert.equal((await ill.ended).code, 1, ill.output());
  for (const said of [/does not answer/, /Network: searching/, /Signal: 3 of 31/]) {
    assert.match(ill.output(), said);
  }
  await box.modem.unplug();
  const none = box.start('check');
  assert.equal((await none.ended).code, 1);
  assert.match(none.output(), /cannot be opened[^]*→ plug the modem in/);
  await box.modem.plug();
});

guarantee('a menu that a person walks through becomes the draft of a scenario', async () => {
  const { box, wallet } = await createPayingBox();
  const program = box.start('record');
  const answers: readonly (readonly [question: RegExp, answer: string])[] = [
    [/What is it/, 'balance'],
    [/Code to dial/, '*126#'],
    [/Mon solde[^]*> $/, '2'],
    [/code PIN[^]*> $/, 'pin'],
    [/Did the operator accept the PIN[^]*\? $/, 'accepted'],
  ];
  for (const [question, answer] of answers) {
    await program.seen(question);
    program.stdin?.write(`${answer}\n`);
  }
  const { code } = await program.ended;
  assert.equal(code, 0, program.output());
  const file = join(box.folder, 'scenarios', 'mtn-balance.draft.json');
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(isDraft(json) && readScenario(json).kind === 'scenario');
  assert.deepEqual(wallet.pins, [WALLET_PIN]);
  assert.ok(!`${program.output()}${readFileSync(file, 'utf8')}`.includes(WALLET_PIN));
});

guarantee('a recording whose input ends says so, and ends with a code', async () => {
  const { box } = await createPayingBox();
  const program = box.start('record');
  program.stdin?.end();
  assert.equal((await program.ended).code, 2, program.output());
  assert.match(program.output(), /the input has ended: record needs a person/);
});

/** Each ends when the modem agent may use the PIN again. */
const WAYS: Readonly<Record<string, (paying: PayingBox) => Promise<void>>> = {
  'momo gateway pin': async ({ box }) => {
    const wrong = box.start('pin', { words: ['perhaps'] });
    assert.equal((await wrong.ended).code, 2, wrong.output());
    const said = box.start('pin', { words: ['accepted'] });
    assert.equal((await said.ended).code, 0, said.output());
    assert.match(said.output(), /said again when it is needed/);
  },
  'the console': async ({ service, box }) => {
    const { database } = service;
    const headers = await scriptHeaders(database, await addPerson(database, 'admin'));
    const isTaken = async () => {
      const [sim] = await database.query<{ readonly line: string; readonly since: string | null }>({
        text: 'select line, since from gateway_sims',
      });
      const json = { gateway: GATEWAY, since: sim?.since, meant: 'accepted', reason: 'I saw it.' };
      await service.call('POST', `/internal/v1/lines/${sim?.line}/pin`, { headers, json });
      const shown = box.start('pin');
      await shown.ended;
      return shown.output().includes('Every PIN is said');
    };
    await eventually('the agent has taken it', isTaken, 60_000);
  },
};

for (const [way, decide] of Object.entries(WAYS))
  guarantee(
    `a person decides by ${way} about a PIN that was said twice without proof`,
    async () => {
      const paying = await createPayingBox();
      const { box, service, wallet } = paying;
      const program = await startProgram(paying);
      wallet.isMuteAfterwards = true;
      const ids = [
        await createApproved(service, { ...PAYOUT, amount_xaf: 2_500 }),
        await createApproved(service, { ...PAYOUT, amount_xaf: 3_000 }),
      ];
      // Their texts never come.
      wallet.onTransfer = () => {};
      const isSaidTwice = async () => {
        await service.database.query({ text: 'update submissions set next_step_at = app_now()' });
        await service.takeSteps();
        return wallet.pins.length === ids.length;
      };
      await eventually('it was said twice', isSaidTwice, 60_000);
      const isStopped = async () => {
        const said = box.start('pin');
        await said.ended;
        return said.output().includes('was said twice, and no screen proved it');
      };
      await eventually('the PIN is stopped', isStopped, 60_000);
      await decide(paying);
      wallet.isMuteAfterwards = false;
      const third = await createApproved(service, { ...PAYOUT, amount_xaf: 3_500 });
      assert.equal(await settle(paying, third), 'succeeded');
      assert.deepEqual(wallet.pins, [WALLET_PIN, WALLET_PIN, WALLET_PIN]);
      await program.end('SIGTERM');
    },
  );

guarantee('the packed modem agent runs on its own, also on the Node of the machine', async () => {
  const main = unpackModem();
  const { box } = await createPayingBox();
  for (const node of [process.execPath, ...oldNodes()]) {
    const program = box.start('check', { node, main });
    assert.equal((await program.ended).code, 0, `${node}: ${program.output()}`);
  }
});

/** The Node of the machine, if it is one that the agent is made for. */
function oldNodes(): readonly string[] {
  try {
    const version = execFileSync('/usr/bin/node', ['-v'], { encoding: 'utf8' });
    return Number(/^v(\d+)/.exec(version)?.[1]) >= 20 ? ['/usr/bin/node'] : [];
  } catch {
    return [];
  }
}
