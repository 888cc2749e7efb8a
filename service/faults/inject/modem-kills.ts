import { setTimeout as pause } from 'node:timers/promises';
import { createModemBox, type ModemBox } from '../../test/support/lines/modem-box.ts';
import { startLiveService } from '../../test/support/providers/live.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  GATEWAY,
} from '../../test/support/receipts/sms.ts';
import { eventually } from '../../test/support/service-process.ts';

const LINE = '+237699000001';

/** Kills the modem agent again and again while texts arrive. */
export async function killWhileReading(size: { readonly texts: number; readonly kills: number }) {
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
  const arriving = sendAll(box, size.texts).finally(() => {
    isOver = true;
  });
  let kills = 0;
  // Kills go on until the last text is there; the texts wait for the kills, too.
  while (!isOver || kills < size.kills) {
    const program = box.run();
    await program.seen('modem_ready');
    await pause(Math.random() * 400);
    await program.end('SIGKILL');
    kills += 1;
  }
  await arriving;
  const program = box.run();
  // A text is stored first and read then.
  const isDone = async () => (await count('receipts')) === size.texts;
  await eventually('every text is a receipt', isDone, 120_000);
  await eventually('the SIM is empty', () => box.modem.state.store.size === 0, 30_000);
  await program.end('SIGTERM');
  const [messages = 0, receipts = 0] = [await count('sms_messages'), await count('receipts')];
  return {
    texts_not_stored_once: Math.abs(messages - size.texts),
    texts_without_one_receipt: Math.abs(receipts - size.texts),
    lost: box.modem.lost(),
    kills,
  };
}

/** The operator keeps a text while the SIM has no room. */
async function sendAll({ modem }: ModemBox, texts: number): Promise<void> {
  const line = createOrangeLine(LINE);
  for (let sent = 0; sent < texts; sent += 1) {
    while (modem.state.store.size > modem.state.storeSize - 4) await pause(20);
    const payer = `+2376900${String(sent).padStart(5, '0')}`;
    modem.receive({ sender: 'OrangeMoney', text: line.pay({ payer, amount: 100 + sent }) });
    await pause(Math.random() * 60);
  }
}
