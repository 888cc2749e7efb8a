import { Command, Option } from 'commander';
import { listAcceptedSenders, listStrangeTexts } from '../../db/receipts/senders.ts';
import { maskNumbersIn } from '../../domain/msisdn.ts';
import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { strangeSendersOf } from '../../domain/receipts/strange-senders.ts';
import { acceptSender, withdrawSender } from '../../flows/receipts/accept-sender.ts';
import { fail, say, whoRunsThis } from '../options.ts';
import { openSms, withPreparedDatabase } from '../with-database.ts';

export function senderCommands(): Command {
  const sender = new Command('sender').description('Who sends the texts of the operators.');
  sender.addCommand(listCommand());
  sender.addCommand(acceptCommand());
  sender.addCommand(withdrawCommand());
  return sender;
}

const REFUSALS = {
  sender_is_a_number: 'the number of a phone is never accepted',
  sender_not_plain: 'only 1 to 40 plain characters are accepted',
  sender_accepted: 'the sender was accepted before',
} as const;

function listCommand(): Command {
  return new Command('list')
    .description('List unknown senders of known wordings, and those that were accepted.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const unknown = strangeSendersOf(await listStrangeTexts(database));
        for (const { operator, spelled, texts, lastText, refusal } of unknown) {
          const why = refusal === null ? '' : `  ${REFUSALS[refusal]}`;
          say(`unknown  ${operator}  ${maskNumbersIn(spelled)}  ${texts} texts${why}`);
          say(`  ${maskNumbersIn(lastText).replaceAll(/\s+/g, ' ')}`);
        }
        const accepted = await listAcceptedSenders(database);
        for (const { operator, sender, acceptedAt, acceptedBy } of accepted) {
          say(`accepted  ${operator}  ${sender}  ${acceptedAt.toISOString()}  ${acceptedBy}`);
        }
        if (unknown.length + accepted.length === 0) say('there are no such senders', null);
      }),
    );
}

interface SenderOptions {
  readonly operator: Operator;
  readonly reason: string;
}

function senderCommand(name: string): Command {
  return new Command(name)
    .argument('<sender>', 'the sender, in any case and spacing')
    .addOption(
      new Option('--operator <operator>', 'whose texts it sends')
        .choices(OPERATORS)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'why, for the audit log');
}

function acceptCommand(): Command {
  return senderCommand('accept')
    .description('Read the texts of a sender as those of an operator; those that waited as well.')
    .action((sender: string, { operator, reason }: SenderOptions) =>
      withPreparedDatabase(async (opened) => {
        const asked = { sender, operator, reason };
        const accepted = await acceptSender(await openSms(opened), whoRunsThis(), asked);
        if (accepted.kind === 'refused') return fail(REFUSALS[accepted.refusal]);
        const { read, payments } = accepted;
        say(`accepted; read ${read} texts again: ${payments} are payments now`);
      }),
    );
}

function withdrawCommand(): Command {
  return senderCommand('withdraw')
    .description('Believe a sender no more that was accepted.')
    .action((sender: string, { operator, reason }: SenderOptions) =>
      withPreparedDatabase(async (opened) => {
        const asked = { sender, operator, reason };
        const isDone = await withdrawSender(opened, whoRunsThis(), asked);
        if (!isDone) return fail('the sender was not accepted');
        say('withdrawn');
      }),
    );
}
