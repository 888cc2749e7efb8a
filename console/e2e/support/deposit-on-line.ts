import type { RunningConsole } from './running-console.ts';

/** A deposit that the player is asked to pay on a line of ours. */
export async function depositOn(
  running: RunningConsole,
  payee: string,
  payer: string,
  amountXaf: number,
): Promise<string> {
  const id = await running.deposit({ operator: 'orange', msisdn: payer, amount_xaf: amountXaf });
  await running.database.query({
    text: 'update transactions set line = $2 where id = $1',
    values: [id, payee],
  });
  return id;
}
