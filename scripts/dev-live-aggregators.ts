import { startCampayEmulator } from '../service/emulators/campay/campay-emulator.ts';
import type { Settings } from '../service/emulators/emulator.ts';
import { startPawapayEmulator } from '../service/emulators/pawapay/pawapay-emulator.ts';
import type { ProviderOrder } from './dev-live-orders.ts';

interface AggregatorDeps {
  readonly play: Partial<Settings>;
  readonly addProvider: (id: string, baseUrl: string, order: ProviderOrder) => Promise<void>;
  readonly momo: (...typed: readonly string[]) => Promise<string>;
}

/** pawaPay for MTN and CamPay for Orange, used while the operators' own accounts are away. */
export async function startAggregators({ play, addProvider, momo }: AggregatorDeps) {
  const pawapay = await startPawapayEmulator(play);
  const campay = await startCampayEmulator(play);
  const { apiToken } = pawapay.account;
  const { username, password } = campay.account;
  await addProvider('pawapay-mtn', pawapay.url, {
    operator: 'mtn',
    merchantNumber: '7001',
    terms: ['--adapter', 'pawapay', '--operator', 'mtn', '--name', 'MTN by pawaPay', ...LAST],
    settings: {},
    secrets: { apiToken },
  });
  await addProvider('campay-orange', campay.url, {
    operator: 'orange',
    merchantNumber: '7002',
    terms: ['--adapter', 'campay', '--operator', 'orange', '--name', 'Orange by CamPay', ...LAST],
    settings: { username },
    secrets: { password },
  });
  // An address is shown only once, so each start makes a new one.
  const addressOf = async (id: string) =>
    (
      await momo('provider', 'callback-address', id, '--reason', 'The emulator starts anew.')
    ).trim();
  pawapay.settings.callbackUrl = await addressOf('pawapay-mtn');
  campay.settings.callbackUrl = await addressOf('campay-orange');
  return {
    guide: `
  pawaPay      ${pawapay.url}  (provider pawapay-mtn, after both of MTN)
  CamPay       ${campay.url}  (provider campay-orange, after Orange; it collects only)

A deposit whose answer is lost. Stop Orange ("provider disable orange-main"), add the fault "reset
after acceptance" to "collect" on CamPay's page, and make a deposit of an Orange number. The service
knows no id and asks nobody, until you press Approve there: the callback brings the id.
`,
    stop: () => Promise.all([pawapay.stop(), campay.stop()]),
  };
}

const LAST = ['--priority', '3'];
