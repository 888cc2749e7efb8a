import { FACTS_OF } from '../../src/domain/operators/operator.ts';
import type { MoneyKind, ToldMoney } from '../../src/domain/operators/operator-texts.ts';
import type { ModemEmulator } from './modem-emulator.ts';
import type { Wallet } from './wallet.ts';

/** The operator writes to the SIM whenever the money of its wallet has moved. */
export function sendTexts(
  wallet: Pick<Wallet, 'operator' | 'onTransfer' | 'onReceived'>,
  modem: Pick<ModemEmulator, 'receive'>,
  now: () => Promise<Date> = async () => new Date(),
): void {
  const { texts } = FACTS_OF[wallet.operator];
  const send = async (kind: MoneyKind, told: ToldMoney) => {
    const text = texts.write[kind]({ ...told, at: await now() });
    modem.receive({ sender: texts.sender, text });
  };
  wallet.onTransfer = (told) => void send('sent', told);
  wallet.onReceived = (told) => void send('received', told);
}
