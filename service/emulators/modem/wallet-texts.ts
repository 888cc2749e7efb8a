import { FACTS_OF } from '../../src/domain/operators/operator.ts';
import type { MoneyKind, ReportedMoney } from '../../src/domain/operators/operator-texts.ts';
import type { ModemEmulator } from './modem-emulator.ts';
import type { Wallet } from './wallet.ts';

/** The operator writes to the SIM whenever the money of its wallet has moved. */
export function sendTexts(
  wallet: Pick<Wallet, 'operator' | 'onTransfer' | 'onReceived'>,
  modem: Pick<ModemEmulator, 'receive'>,
  now: () => Promise<Date> = async () => new Date(),
): void {
  const { texts } = FACTS_OF[wallet.operator];
  const send = async (kind: MoneyKind, reported: ReportedMoney) => {
    const text = texts.write[kind]({ ...reported, at: await now() });
    modem.receive({ sender: texts.sender, text });
  };
  wallet.onTransfer = (reported) => void send('sent', reported);
  wallet.onReceived = (reported) => void send('received', reported);
}
