import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { STOPS } from '../jobs/stops.ts';
import { createWalletPin, PIN_VERDICTS, pinMarkFile, type WalletPin } from '../jobs/wallet-pin.ts';
import { describeStop } from './check.ts';

/** What a person knows about the PIN of a wallet. */
export interface PinWord {
  /** The modem that is meant; not needed if only one has a PIN that is not said. */
  readonly port: string | null;
  /** What the last screen after the PIN meant. */
  readonly meant: string | null;
  /** The operator would take one more wrong PIN. */
  readonly knowsTriesLeft: boolean;
}

/** Says why a PIN is not said any more, or lets a person decide about it. */
export async function speakForPin(
  config: Config,
  { port, meant, knowsTriesLeft }: PinWord,
  say: (text: string) => void,
): Promise<void> {
  const stopped = await listStopped(config, port);
  if (stopped.length === 0) return say('Every PIN is said when it is needed.');
  if (meant === null && !knowsTriesLeft) {
    for (const { path, stop } of stopped) {
      say(`${path}: ${describeStop(stop)}\n     → ${STOPS[stop.code].remedy}`);
    }
    return;
  }
  const [one, ...more] = stopped;
  if (one === undefined || more.length > 0) {
    throw new ConfigError(`say which: --port ${stopped.map(({ path }) => path).join(' or ')}`);
  }
  const { pin, stop } = one;
  if (knowsTriesLeft) {
    if (stop.code === 'no_pin') throw new ConfigError(describeStop(stop));
    await pin.allowOneMore();
    return say('The PIN in its file is said once more.');
  }
  const verdict = PIN_VERDICTS.find((known) => known === meant);
  if (verdict === undefined) throw new ConfigError(`say ${PIN_VERDICTS.join(' or ')}`);
  if (stop.code !== 'pin_unproven') throw new ConfigError(describeStop(stop));
  await pin.learn(verdict, stop.screen);
  const after = await pin.stop();
  say(after === null ? 'The PIN is said again when it is needed.' : describeStop(after));
}

async function listStopped({ modems, stateFolder }: Config, port: string | null) {
  const pins = modems.flatMap(({ path, wallet }, index): readonly [string, WalletPin][] => {
    if (wallet === null || (port !== null && port !== path)) return [];
    const markFile = join(stateFolder, pinMarkFile(index));
    return [[path, createWalletPin({ pinFile: wallet.pinFile, markFile })]];
  });
  const looked = await Promise.all(
    pins.map(async ([path, pin]) => ({ path, pin, stop: await pin.stop() })),
  );
  return looked.flatMap(({ stop, ...rest }) => (stop === null ? [] : [{ ...rest, stop }]));
}
