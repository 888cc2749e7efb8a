import { Command } from 'commander';
import {
  findOverpaymentSums,
  listOverpayments,
  type OwedOverpayment,
} from '../../../db/decisions/owed-overpayments.ts';
import type { Policy } from '../../../domain/access/policy.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import { whyNoRest } from '../../../flows/decisions/refund-deposit.ts';
import { say } from '../../options.ts';
import { openPolicy, withPreparedDatabase } from '../../with-database.ts';

const PAGE = 500;

export function overpaymentsCommand(): Command {
  return new Command('overpayments')
    .description('What was paid above the amount of deposits and is owed to the payers.')
    .action(() =>
      withPreparedDatabase(async (opened) => {
        const { database } = opened;
        const policy = await (await openPolicy(opened)).recent();
        for (let after: string | null = null; ; ) {
          const rows: readonly OwedOverpayment[] = await listOverpayments(database, {
            after,
            limit: PAGE,
          });
          for (const row of rows) sayOwed(row, policy);
          after = rows.at(-1)?.depositId ?? null;
          if (rows.length < PAGE) break;
        }
        const {
          count,
          listedXaf: listed,
          correctedXaf: corrected,
        } = await findOverpaymentSums(database);
        const owed = listed + corrected;
        say(`${count} owed\t${listed}\tcorrected ${corrected}\taccount overpayments ${owed}`, {
          count,
          listed,
          corrected,
          owed,
        });
      }),
    );
}

function sayOwed(row: OwedOverpayment, policy: Pick<Policy, 'operatorPrefixes'>): void {
  const { depositId: deposit, operator, msisdn, bookedXaf: xaf, returns } = row;
  const refusal = whyNoRest({ operator, msisdn, overpayment: row, returns }, policy);
  const why = refusal === null ? null : sentenceOf(refusal);
  const [payer, since] = [maskMsisdn(msisdn), row.since.toISOString()];
  say(`${deposit}\t${xaf}\t${operator} ${payer}\tsince ${since}\t${why ?? 'can be sent back'}`, {
    deposit,
    xaf,
    operator,
    payer,
    since,
    not_sent_back_because: why,
  });
}
