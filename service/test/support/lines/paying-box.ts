import {
  createWallet,
  textOfTransfer,
  type Wallet,
  walletMenus,
} from '../../../emulators/modem/wallet-menus.ts';
import type { TestService } from '../harness.ts';
import { startLiveService } from '../providers/live.ts';
import { addGateway, addLines, GATEWAY } from '../receipts/sms.ts';
import { eventually } from '../service-process.ts';
import { read } from '../transactions/payments.ts';
import { createModemBox, type ModemBox } from './modem-box.ts';

export const PAYING_LINE = '+237670000099';
export const WALLET_PIN = '73915';

export interface PayingBox {
  readonly service: TestService;
  readonly box: ModemBox;
  readonly wallet: Wallet;
}

/** The service, and the real program beside an emulated modem whose SIM pays out. */
export async function createPayingBox(
  options: {
    readonly balance?: number;
    readonly dayAmountXaf?: number;
    readonly dayPayments?: number;
  } = {},
): Promise<PayingBox> {
  const { balance = 1_000_000, ...limits } = options;
  const service = await startLiveService();
  const wallet = createWallet({ pin: WALLET_PIN, balance });
  const box = await createModemBox(`${service.url}/internal/v1/sms/${GATEWAY}`, {
    ussd: walletMenus(wallet),
    wallet: { pin: WALLET_PIN, ...limits },
  });
  const { modem } = box;
  wallet.onTransfer = (transfer) => {
    modem.receive({ sender: 'MobileMoney', text: textOfTransfer(transfer, new Date()) });
  };
  await addLines(service.database, 'mtn', [PAYING_LINE]);
  await service.database.query({
    text: `update providers set directions = '{deposit,withdrawal}' where id = 'mtn-sims'`,
  });
  await addGateway(service.database, {
    sims: { [modem.state.iccid]: { operator: 'mtn', line: PAYING_LINE } },
    opensWithXaf: balance,
  });
  return { service, box, wallet };
}

/** Takes steps until a transaction has left this state. */
export async function settle(
  { service }: Pick<PayingBox, 'service'>,
  id: string,
  state = 'provider_submitted',
): Promise<string> {
  let now = state;
  const hasMoved = async () => {
    // Questions have pauses between them, which no test waits for.
    await service.database.query({
      text: `update submissions set next_step_at = app_now() where next_step_at is not null`,
    });
    await service.takeSteps();
    now = String((await read(service, id))['state']);
    return now !== state && now !== 'approved';
  };
  await eventually('it has settled', hasMoved, 60_000);
  return now;
}
