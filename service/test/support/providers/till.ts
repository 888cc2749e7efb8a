import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/client.ts';
import { FACTS_OF, type Operator } from '../../../src/domain/operators/operator.ts';
import type { TestService } from '../harness.ts';
import { timeInDouala } from '../receipts/sms.ts';
import { storedEnglish } from '../sentences.ts';
import { create, DEPOSITS, type Json, read } from '../transactions/payments.ts';

/** What tests of payments by SMS do at the till: make a deposit for one line, and read it. */
export interface Till {
  /** A new player's number of the operator. */
  readonly player: (operator?: Operator) => string;
  readonly deposit: (order: TillOrder) => Promise<string>;
  readonly stateOf: (id: string) => Promise<unknown>;
}

export interface TillOrder extends Json {
  readonly msisdn: string;
  readonly line: string;
  readonly operator?: Operator;
}

let numbers = 0;

export function createTill(service: Pick<TestService, 'call' | 'database'>): Till {
  return {
    player: (operator = 'orange') => {
      numbers += 1;
      const [prefix] = FACTS_OF[operator].prefixes;
      return `+237${prefix}${String(numbers).padStart(7, '0')}`;
    },
    deposit: async ({ line, operator = 'orange', ...changes }) => {
      const created = await create(service, DEPOSITS, { operator, ...changes });
      assert.equal(created['collection_mode'], 'customer_initiated');
      await service.database.query({
        text: 'update transactions set line = $2 where id = $1',
        values: [created.service_tx_id, line],
      });
      return created.service_tx_id;
    },
    stateOf: async (id) => (await read(service, id))['state'],
  };
}

export interface SmsFact {
  readonly state: string;
  readonly trust: string;
  readonly reason: string | null;
  readonly seen: number;
}

/** The rows of a text, oldest first: one for each way in which it was trusted. */
export async function rowsOf(database: Database, body: string): Promise<SmsFact[]> {
  const rows = await database.query<SmsFact>({
    text: 'select state, trust, reason, seen from sms_messages where body = $1 order by id',
    values: [body],
  });
  return rows.map((row) => ({ ...row, reason: row.reason && storedEnglish(row.reason) }));
}

/** What MTN would write about money that arrived, in its form. */
export function mtnText(facts: {
  readonly payer: string;
  readonly amount: number;
  readonly balance: number;
  readonly id: string;
  readonly at?: Date;
}): string {
  const { payer, amount, balance, id, at } = facts;
  return (
    `Vous avez recu ${amount} XAF de NGO BIYONG ANNE (${payer.replace('+', '')}) sur votre compte ` +
    `mobile money à ${timeInDouala(at?.getTime()).slice(0, 19).replace('T', ' ')}. Votre nouveau solde: ${balance} XAF. ` +
    `FRAIS: FCFA 0. Financial Transaction Id: ${id}.`
  );
}

/** A wording that no shipped template knows, as a deployment adds it. */
export const OWN_TEMPLATES = {
  operator: 'orange',
  senders: ['OrangeMoney'],
  labels: { id: ['id transaction'], amount: ['montant'], fee: ['frais'], balance: ['solde'] },
  templates: [
    {
      id: 'orange-arrived-fr',
      version: 1,
      language: 'fr',
      kind: 'transfer',
      ids: ['PP'],
      head: 'argent bien arrive de {payer} {payer_name} chez {payee} {payee_name}',
    },
  ],
};
