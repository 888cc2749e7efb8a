import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { playAgent, SIM } from '../support/lines/played-agent.ts';
import { startLiveService } from '../support/providers/live.ts';
import { addGateway, addLines, GATEWAY } from '../support/receipts/sms.ts';

// What stops the payouts of a line, where people look, and what they can say about it.

const LINE = '+237670000099';
const service = await startLiveService();
const { database, config } = service;
await addLines(database, 'mtn', [LINE]);
await addGateway(database, { sims: { [SIM]: { operator: 'mtn', line: LINE } } });
const agent = playAgent(service);
const { momo } = openMomo({
  DATABASE_URL: config.databaseUrl ?? '',
  SERVICE_ENV: 'live',
  HOST: '127.0.0.1',
});
const headers = await scriptHeaders(database, await addPerson(database, 'admin'));

const IN_DOUBT = { trouble: 'pin_unproven', screen: 'Solde: 232 275 FCFA', since: '1731' };
const SENTENCE = /The PIN of the line was said twice, and no screen proved it: check it on a phone/;

interface ListedSim {
  readonly problem: { readonly text: string } | null;
  readonly screen: string | null;
  readonly since: string | null;
  readonly pin_meant: string | null;
}

async function listed(): Promise<ListedSim> {
  const { json } = await service.call('GET', '/internal/v1/lines', { headers });
  const [line] = (json as { readonly items: readonly { readonly sims: readonly ListedSim[] }[] })
    .items;
  return line?.sims[0] ?? assert.fail('the line has a SIM');
}

function sayMeaning(since: string, meant: string) {
  const json = { gateway: GATEWAY, since, meant, reason: 'It is so on the phone.' };
  return service.call('POST', `/internal/v1/lines/${LINE}/pin`, { headers, json });
}

/** What people say of PINs, as the agent gets it with its jobs. */
async function pinsFor(sim: object): Promise<unknown> {
  const poll = { type: 'poll', sims: [{ sim: SIM, registration: 'home', ...sim }], hold_ms: 0 };
  return ((await agent.say(poll)).json as { readonly pins: unknown }).pins;
}

test('what stops the payouts of a line is said in the same words everywhere, with the screen', async () => {
  await agent.poll(IN_DOUBT);
  for (const words of [['line', 'list'], ['provider', 'check', 'mtn-sims'], ['doctor']]) {
    const { stdout } = await momo(...words);
    assert.match(stdout, SENTENCE, words.join(' '));
    assert.match(stdout, /The screen: "Solde: 232 275 FCFA"/, words.join(' '));
  }
  const { problem, screen, since } = await listed();
  assert.match(JSON.stringify(problem), SENTENCE);
  assert.deepEqual([screen, since], ['Solde: ••• ••• FCFA', '1731'], 'a balance stays hidden');
});

test('a person says in the console what the screen meant, for one saying of the PIN', async () => {
  await agent.poll(IN_DOUBT);
  assert.equal((await sayMeaning('1700', 'accepted')).status, 409);
  assert.equal((await sayMeaning('1731', 'accepted')).status, 200);
  assert.equal((await listed()).pin_meant, 'accepted');
  const audited = await lastAuditLine(database);
  assert.equal(audited?.action, 'line.say_pin_meaning');
  const word = { sim: SIM, since: '1731', meant: 'accepted' };
  assert.deepEqual(await pinsFor(IN_DOUBT), [word], 'also again, if an answer is lost');
  assert.deepEqual(await pinsFor({ ...IN_DOUBT, since: '1800' }), [], 'not for a later one');
  assert.equal((await sayMeaning('1731', 'accepted')).status, 409);
});
