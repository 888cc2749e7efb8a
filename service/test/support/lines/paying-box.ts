import { after } from 'node:test';
import { createWallet, type Wallet } from '../../../emulators/modem/wallet.ts';
import { walletMenus } from '../../../emulators/modem/wallet-menus.ts';
import { sendTexts } from '../../../emulators/modem/wallet-texts.ts';
import type { ProviderWallet } from '../../../emulators/wallet.ts';
import type { Operator } from '../../../src/domain/operators/operator.ts';
import type { TestService } from '../harness.ts';
import { startLiveService } from '../providers/live.ts';
import { addGateway, addLines, GATEWAY } from '../receipts/sms.ts';
import { eventually, type RunningProcess } from '../service-process.ts';
import { read } from '../transactions/payments.ts';
import { createModemBox, type ModemBox } from './modem-box.ts';

export const PAYING_LINE = '+237670000099';
const ORANGE_LINE = '+237690000099';
export const WALLET_PIN = '73915';

export interface PayingBox {
  readonly service: TestService;
  readonly box: ModemBox;
  readonly wallet: Wallet;
}

/** The service, and the real modem agent with an emulated modem whose SIM pays out. */
export async function createPayingBox(
  options: {
    readonly operator?: Operator;
    readonly balance?: number;
    /** An account that others move as well. */
    readonly providerWallet?: ProviderWallet;
    readonly collects?: 'recorded' | 'draft';
    readonly env?: Readonly<Record<string, string>>;
    readonly dayAmountXaf?: number;
    readonly dayPayments?: number;
  } = {},
): Promise<PayingBox> {
  const {
    operator = 'mtn',
    balance = 1_000_000,
    providerWallet = { balance },
    env,
    ...limits
  } = options;
  const service = await startLiveService(env);
  const line = operator === 'mtn' ? PAYING_LINE : ORANGE_LINE;
  const wallet = createWallet({ operator, line: line.slice(-9), pin: WALLET_PIN, providerWallet });
  after(() => wallet.stop());
  const box = await createModemBox(`${service.url}/internal/v1/sms/${GATEWAY}`, {
    ussd: walletMenus(wallet),
    wallet: { operator, pin: WALLET_PIN, ...limits },
  });
  const { modem } = box;
  sendTexts(wallet, modem);
  await addLines(service.database, operator, [line]);
  await service.database.query({
    text: `update providers set directions = '{deposit,withdrawal}' where id = $1`,
    values: [`${operator}-sims`],
  });
  await addGateway(service.database, {
    sims: { [modem.state.iccid]: { operator, line } },
    opensWithXaf: providerWallet.balance,
  });
  return { service, box, wallet };
}

/** The modem agent runs, and the service has seen its SIM with this trouble or none. */
export async function startProgram(
  { box, service }: PayingBox,
  trouble: 'codes_unproven' | null = null,
): Promise<RunningProcess> {
  const program = box.run();
  const isSeen = async () => {
    const [sim] = await service.database.query<{ readonly codes: boolean | null }>({
      // Until the agent has seen a menu it reports that no code works.
      text: `select coalesce(trouble, '') = 'codes_unproven' as codes from gateway_sims
             where agent_at is not null`,
    });
    return sim?.codes === (trouble !== null);
  };
  await eventually('the service has seen the SIM', isSeen, 30_000);
  return program;
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
