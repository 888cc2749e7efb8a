import assert from 'node:assert/strict';
import { startLiveService } from '../providers/live.ts';
import { createTill } from '../providers/till.ts';
import { addGateway, addLines } from '../receipts/sms.ts';

/** A live service with so many lines of Orange; each test takes one for itself. */
export async function startLines(count: number, env: Readonly<Record<string, string>> = {}) {
  const lines = Array.from({ length: count }, (_, n) => `+237699${String(n).padStart(6, '0')}`);
  const service = await startLiveService(env);
  const { database } = service;
  await addLines(database, 'orange', lines);
  await addGateway(database, {
    sims: Object.fromEntries(lines.map((line) => [line, { operator: 'orange', line }])),
    vault: service.payments.vault,
  });
  const left = lines.values();
  const takeLine = (): string => left.next().value ?? assert.fail('more lines are needed');
  return { service, database, till: createTill(service), takeLine };
}
