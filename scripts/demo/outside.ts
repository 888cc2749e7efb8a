import type { KeptBook } from '../../service/emulators/book.ts';
import { type MtnEmulator, startMtnEmulator } from '../../service/emulators/mtn/mtn-emulator.ts';
import {
  type OrangeEmulator,
  startOrangeEmulator,
} from '../../service/emulators/orange/orange-emulator.ts';

/** The operators that the demo has, in its month and afterwards. */
export interface Operators {
  readonly mtn: MtnEmulator;
  readonly orange: OrangeEmulator;
}

/** Their books, so that another start goes on with the same wallets and open requests. */
export interface KeptOperators {
  readonly mtn: KeptBook<unknown>;
  readonly orange: KeptBook<unknown>;
}

/** Payments wait for the person with the phone. */
const PLAY = { decide: 'manual', settleMs: 0, delayedMs: 20_000 } as const;
const FLOAT_XAF = { mtn: 12_000_000, orange: 6_000_000 } as const;

export async function startOperators(
  ports: { readonly mtn: number; readonly orange: number },
  kept?: KeptOperators,
): Promise<Operators> {
  const options = (name: 'mtn' | 'orange') => ({
    ...PLAY,
    port: ports[name],
    floatXaf: FLOAT_XAF[name],
    kept: kept?.[name],
  });
  return {
    mtn: await startMtnEmulator(options('mtn')),
    orange: await startOrangeEmulator(options('orange')),
  };
}

export function keepOperators({ mtn, orange }: Operators): KeptOperators {
  return { mtn: mtn.keep(), orange: orange.keep() };
}

export async function stopOperators({ mtn, orange }: Operators): Promise<void> {
  await Promise.all([mtn.stop(), orange.stop()]);
}
