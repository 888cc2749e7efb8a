import { inventName } from '../../service/emulators/names.ts';
import { MTN_TEXTS } from '../../service/src/domain/operators/mtn/texts.ts';
import { COMMAND_LINE } from '../../service/src/flows/access/actor.ts';
import { trustBalance } from '../../service/src/flows/decisions/trust-balance.ts';
import { receiveSms } from '../../service/src/flows/receipts/receive-sms.ts';
import { signBody } from '../../service/src/signing/gateway-signature.ts';
import type { Customer } from './month-plan.ts';
import { SIM, SIM_GATEWAY, SIM_LINE } from './month-set-up.ts';
import type { MonthWorld } from './month-world.ts';

const OPENS_WITH_XAF = 50_000;
const NO_FORGERIES = { take: async () => 0 } as never;

/** The phone with the SIM of our line: what customers dial arrives there as a text. */
export function createSimPhone(world: MonthWorld) {
  const { service, clock, setUp } = world;
  let balanceXaf = OPENS_WITH_XAF;
  let serial = 0;

  async function hand(message: object): Promise<void> {
    const raw = Buffer.from(JSON.stringify(message));
    const timestamp = String(Math.floor(clock.now() / 1_000));
    const { payments, lanes } = service;
    const given = { ...payments.sms, vault: payments.vault, clock: service.clock, lanes };
    const answer = await receiveSms(
      { ...given, strangers: payments.sms.database, forgeries: NO_FORGERIES },
      {
        gatewayId: SIM_GATEWAY,
        contentType: 'application/json',
        query: {},
        raw,
        signature: signBody(setUp.gatewaySecret, { raw, timestamp }),
        timestamp,
      },
    );
    if (answer.kind !== 'stored' && answer.kind !== 'alive') {
      throw new Error(`a text of the phone was ${answer.kind}`);
    }
    await world.work();
  }

  function write(customer: Customer, amountXaf: number, balance: number): string {
    serial += 1;
    const at = new Date(clock.now());
    const number = customer.msisdn.slice(4);
    const { given, family } = inventName(number);
    const name = `${family} ${given}`
      .normalize('NFD')
      .replaceAll(/[^A-Za-z ]/g, '')
      .toUpperCase();
    const id = MTN_TEXTS.writeId('received', Math.floor(at.getTime() / 1_000) + serial, at);
    const line = SIM_LINE.slice(4);
    return MTN_TEXTS.write.received({
      number,
      name,
      amountXaf,
      balanceXaf: balance,
      id,
      at,
      line,
      note: '',
    });
  }

  const text = (body: string) =>
    hand({ type: 'sms', sim: SIM, sender: MTN_TEXTS.sender, text: body });

  return {
    balanceXaf: () => balanceXaf,
    isAlive: () => hand({ type: 'ping' }),
    open: () =>
      trustBalance(service.payments.sms, COMMAND_LINE, {
        line: SIM_LINE,
        balanceCents: balanceXaf * 100,
        readAt: { agoMs: 0 },
        source: 'staff',
        reason: 'The line begins.',
      }),
    /** Money really comes, and its text with it. */
    pay: (customer: Customer, amountXaf: number) => {
      balanceXaf += amountXaf;
      return text(write(customer, amountXaf, balanceXaf));
    },
    /** A forger writes in the operator's name and guesses the balance. */
    forge: (customer: Customer, amountXaf: number) =>
      text(write(customer, amountXaf, 77_000 + amountXaf)),
  };
}

export type SimPhone = ReturnType<typeof createSimPhone>;
