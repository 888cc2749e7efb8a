import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { findGateway, insertGateway, upsertSim } from '../../db/lines/gateways.ts';
import { lockLine, updateWithoutBalances } from '../../db/lines/lines.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Vault } from '../../signing/sealed-text.ts';

/** Brings the texts of the sandbox's own operators, as a gateway does in live. */
export const PHONE_GATEWAY = 'sandbox-phone';

export interface PhoneGatewayDeps {
  readonly database: Database;
  readonly vault: Vault;
}

/** The secret of the gateway, which is made when it is first wanted. */
export async function openPhoneGateway({ database, vault }: PhoneGatewayDeps): Promise<string> {
  const known = await findGateway(database, PHONE_GATEWAY);
  if (known !== null) return vault.open(known.secret);
  const secret = vault.seal(randomBytes(32).toString('hex'));
  await insertGateway(database, { id: PHONE_GATEWAY, dialect: 'signed', secret });
  // Another process may have been first.
  return openPhoneGateway({ database, vault });
}

/**
 * A line of the sandbox has a SIM of each operator that is paid to it. Its texts name balances that
 * nobody keeps, so that they are not compared.
 */
export async function placePhoneSim(
  { database }: PhoneGatewayDeps,
  { operator, line: written }: { readonly operator: Operator; readonly line: string },
): Promise<string> {
  const line = normaliseLine(written);
  const sim = `${operator}-${line}`;
  await database.atomically(async (connection) => {
    await upsertSim(connection, { gatewayId: PHONE_GATEWAY, sim, operator, line });
    await lockLine(connection, line);
    await updateWithoutBalances(connection, line);
  });
  return sim;
}
