// Both operators for playing by hand: open the printed addresses and decide what customers do.
//   node service/emulators/main.ts [--mtn-port 8101] [--orange-port 8102]
import { parseArgs } from 'node:util';
import { startMtnEmulator } from './mtn-emulator.ts';
import { startOrangeEmulator } from './orange-emulator.ts';

const { values } = parseArgs({
  options: {
    'mtn-port': { type: 'string', default: '8101' },
    'orange-port': { type: 'string', default: '8102' },
  },
});
const play = { decide: 'manual', settleMs: 1_500, delayedMs: 20_000, magicCameroon: true } as const;
const mtn = await startMtnEmulator({ ...play, port: Number(values['mtn-port']) });
const orange = await startOrangeEmulator({ ...play, port: Number(values['orange-port']) });
for (const { url, account } of [mtn, orange]) {
  process.stdout.write(`${url}\n${JSON.stringify(account, null, 2)}\n`);
}
const stop = () => Promise.all([mtn.stop(), orange.stop()]);
process.once('SIGINT', stop).once('SIGTERM', stop);
