// The program beside a modem, killed 100 times while 1 000 texts arrive: each is one receipt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createModemBox, type ModemBox } from '../../support/lines/modem-box.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { addGateway, addLines, createOrangeLine, GATEWAY } from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';

const LINE = '+237699000001';
const TEXTS = 1_000;
const KILLS = 100;

test('1 000 texts of a modem are one receipt each, though its program is killed 100 times', async () => {
  const service = await startLiveService();
  const box = await createModemBox(`${service.url}/internal/v1/sms/${GATEWAY}`);
  await addLines(service.database, 'orange', [LINE]);
  await addGateway(service.database, {
    sims: { [box.modem.state.iccid]: { operator: 'orange', line: LINE } },
  });
  const count = async (table: 'receipts' | 'sms_messages') => {
    const text = `select count(*)::int as count from ${table}`;
    return (await service.database.query<{ count: number }>({ text }))[0]?.count;
  };
  let isOver = false;
  const arriving = sendAll(box).finally(() => {
    isOver = true;
  });
  let kills = 0;
  // Kills go on until the last text is there; the texts wait for the kills, too.
  while (!isOver || kills < KILLS) {
    const program = box.run();
    await program.seen('modem_ready');
    await pause(Math.random() * 400);
    await program.end('SIGKILL');
    kills += 1;
  }
  await arriving;
  const program = box.run();
  // A text is stored first and read then.
  const isDone = async () => (await count('receipts')) === TEXTS;
  await eventually('every text is a receipt', isDone, 120_000);
  await eventually('the SIM is empty', () => box.modem.state.store.size === 0, 30_000);
  await program.end('SIGTERM');
  assert.deepEqual([await count('sms_messages'), await count('receipts')], [TEXTS, TEXTS]);
  assert.equal(box.modem.lost(), 0);
  assert.ok(kills >= KILLS, String(kills));
});

/** The operator keeps a text while the SIM has no room. */
async function sendAll({ modem }: ModemBox): Promise<void> {
  const line = createOrangeLine(LINE);
  for (let sent = 0; sent < TEXTS; sent += 1) {
    while (modem.state.store.size > modem.state.storeSize - 4) await pause(20);
    const payer = `+2376900${String(sent).padStart(5, '0')}`;
    modem.receive({ sender: 'OrangeMoney', text: line.pay({ payer, amount: 100 + sent }) });
    await pause(Math.random() * 60);
  }
}
