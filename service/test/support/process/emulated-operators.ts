import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MTN_NUMBER,
  mtnOrder,
  orangeOrder,
  type ProviderOrder,
} from '../../../../scripts/dev-live-orders.ts';
import { startMtnEmulator } from '../../../emulators/mtn/mtn-emulator.ts';
import { startOrangeEmulator } from '../../../emulators/orange/orange-emulator.ts';

// Runs emulated operators until it is killed. For each it writes the options of `momo provider
// add`, the number, and the secrets as JSON into the folder that its argument names.

const folder = process.argv[2] ?? '.';
mkdirSync(folder, { recursive: true });
const mtn = await startMtnEmulator({ port: 8101 });
write(mtn.url, mtnOrder(mtn, MTN_NUMBER, ['--name', 'MTN', '--primary']));
const orange = await startOrangeEmulator({ port: 8102 });
write(orange.url, orangeOrder(orange));

function write(baseUrl: string, order: ProviderOrder): void {
  const settings = Object.entries({ ...order.settings, baseUrl });
  const set = settings.flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const file = join(folder, order.operator);
  writeFileSync(`${file}.json`, JSON.stringify(order.secrets));
  writeFileSync(`${file}.number`, order.merchantNumber);
  writeFileSync(file, [...order.terms, ...set].join(' '));
}
