import type { Command } from 'commander';
import { OPERATORS } from '../domain/operators/operator.ts';
import { JSON_OPTION } from './options.ts';

const [OPERATOR] = OPERATORS;
const REASON = '--reason "agreed with the bank"';

/** One example of each command, as typed; a test checks that each can be parsed. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'agreement list': 'agreement list',
  'agreement approve': `agreement approve 0198f0c6-0000-7000-8000-000000000001 ${REASON}`,
  'audit all': 'audit all --anchors /mnt/backup/anchors.txt --log service.log',
  'audit verify': 'audit verify --anchors /mnt/backup/anchors.txt',
  'audit anchor': 'audit anchor --file /mnt/backup/anchors.txt',
  backup: 'backup /mnt/backup --drill',
  'books open': `books open --balance ${OPERATOR}:+237670000000=125000`,
  'books verify': 'books verify --json',
  'books repair': 'books repair --look',
  'books balances': 'books balances',
  'books close': 'books close 2026-11-14',
  'books closings': 'books closings 2026-11-14',
  'books day': 'books day 2026-11-14 --language fr --output 2026-11-14.xlsx',
  'books report': `books report --wallet ${OPERATOR}:+237670000000 --from 2026-11-01 --to 2026-11-30 --output november.xlsx`,
  'books adjust': `books adjust wallet:${OPERATOR}:+237670000000 -1500 ${REASON} --evidence "letter of 12 November"`,
  'books applications': 'books applications',
  'books credit': `books credit my-shop 500000 ${REASON}`,
  'books settle': `books settle my-shop 250000 --reference VIR-2026-118 --paid-to "bank account of my-shop" ${REASON}`,
  'books overpayments': 'books overpayments',
  'books fees': 'books fees my-shop --borne-by us',
  'books same-wallet': `books same-wallet ${OPERATOR}:+237670000001 ${OPERATOR}:+237670000000`,
  'change list': 'change list',
  'change approve': 'change approve 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10',
  'change withdraw': `change withdraw 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10 ${REASON}`,
  'channel add': `channel add main-prompt --provider main --operator ${OPERATOR} --mode merchant_initiated --merchant-number +237670000000`,
  'channel list': 'channel list',
  'channel set': `channel set main-prompt --max 500000 ${REASON}`,
  'channel enable': `channel enable main-prompt ${REASON}`,
  'channel disable': `channel disable main-prompt ${REASON}`,
  completion: 'completion bash > /etc/bash_completion.d/momo',
  'db migrate': 'db migrate',
  'db status': 'db status --json',
  'db quarantine': `db quarantine ${REASON}`,
  'db accept-restore': 'db accept-restore --look',
  doctor: 'doctor',
  'gateway list': 'gateway list',
  'gateway run': 'gateway run --config /etc/momo-modem.json',
  'gateway check': 'gateway check --config /etc/momo-modem.json',
  'gateway record': 'gateway record --config /etc/momo-modem.json',
  'gateway pin': 'gateway pin accepted --config /etc/momo-modem.json',
  'gateway sim': `gateway sim phone-1 --sim 1 --operator ${OPERATOR} --line +237670000000`,
  'gateway forget-sim': 'gateway forget-sim phone-1 --sim 1',
  'gateway-key issue': 'gateway-key issue phone-1 --dialect android',
  'gateway-key revoke': 'gateway-key revoke phone-1',
  'key issue': 'key issue --application my-shop',
  'key list': 'key list --json',
  'key revoke': 'key revoke 1a2b3c4d5e6f',
  'key rotate-secret': 'key rotate-secret my-shop --overlap-hours 24',
  'key page': 'key page my-shop --name "My Shop" --support +237670000001 --checkouts on',
  'key vouch': `key vouch 1a2b3c4d5e6f ${REASON}`,
  'link cancel': `link cancel 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10 ${REASON}`,
  'link create': 'link create my-shop 5000 --description "Order 1001" --hours 72',
  'link list': 'link list',
  'line list': 'line list',
  'line open': `line open +237670000000 --balance 125000 ${REASON}`,
  'numbers report': 'numbers report --days 30',
  'policy show': 'policy show',
  'policy set': `policy set payouts_per_number_and_day=5 ${REASON}`,
  'policy apply': `policy apply policy.json ${REASON}`,
  'policy history': 'policy history',
  'provider adapters': 'provider adapters',
  'sandbox clock': 'sandbox clock --forward 24',
  'person export': 'person export +237670000000 --asked-on 2026-11-12 --output person.json',
  'person erase': `person erase +237670000000 --asked-on 2026-11-12 ${REASON}`,
  'person object': `person object +237670000000 --asked-on 2026-11-12 ${REASON}`,
  'person rectify': `person rectify +237670000000 --asked-on 2026-11-12 ${REASON}`,
  'person requests': 'person requests',
  'provider add': `provider add main --adapter mtn-momo --name "Mobile Money" --operator ${OPERATOR}`,
  'provider set': `provider set main --priority 1 ${REASON}`,
  'provider list': 'provider list',
  'provider enable': `provider enable main ${REASON}`,
  'provider disable': `provider disable main ${REASON}`,
  'provider check': 'provider check main',
  'provider callback-address': `provider callback-address main ${REASON}`,
  'provider try': 'provider try main --number +237670000000',
  'report persons': 'report persons --above 5000000 --days 30',
  restore: 'restore /mnt/backup/2026-11-14T02-00-03.217Z --identity backup-identity',
  'retention run': 'retention run --archive /mnt/archive',
  'seal list': 'seal list',
  'seal accept': `seal accept channels orange-ussd --by ama@example.com ${REASON}`,
  'seal rekey': `seal rekey ${REASON}`,
  'secrets reseal': 'secrets reseal',
  'secrets seal': 'secrets seal',
  'sender list': 'sender list',
  'sender accept': `sender accept MobileMoney --operator ${OPERATOR} ${REASON}`,
  'sender withdraw': `sender withdraw MobileMoney --operator ${OPERATOR} ${REASON}`,
  'signing-key rotate': 'signing-key rotate --overlap-hours 25',
  'signing-key revoke': 'signing-key revoke service-payments-v1 --reason "stolen with a backup"',
  'signing-key list': 'signing-key list',
  'sms send':
    'sms send --gateway phone-1 --sim 1 --sender MobileMoney --text "You have received 5000 FCFA …"',
  'sms list': 'sms list --state review --limit 20',
  'sms reparse': 'sms reparse',
  'sms template try':
    'sms template try --sender MobileMoney --text "You have received 5000 FCFA …"',
  'staff add': 'staff add --email awa@example.com --name "Awa Ngono" --role agent',
  'staff disable': `staff disable --email awa@example.com ${REASON}`,
  'staff end-sessions': `staff end-sessions --email awa@example.com ${REASON}`,
  'staff reset-factors': `staff reset-factors --email awa@example.com ${REASON}`,
  'staff reset-password': 'staff reset-password --email awa@example.com',
  'staff vouch': `staff vouch --email awa@example.com ${REASON}`,
  'staff list': 'staff list',
  'staff token': 'staff token --email awa@example.com --hours 1 --label "nightly report"',
  start: 'start',
  'statement import': `statement import november.csv --wallet ${OPERATOR}:+237670000000`,
  'statement map': `statement map november.csv --wallet ${OPERATOR}:+237670000000 --write mappings.json`,
  'statement reconcile': 'statement reconcile',
  'webhook list': 'webhook list --undelivered',
  'webhook replay': 'webhook replay 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10',
};

/**
 * Gives every command an example in its help, `--json`, and an exit by exception, so that wrong use
 * gets its own exit code.
 */
export function finishCommands(program: Command): void {
  for (const { command, path } of listCommands(program)) {
    command.exitOverride().showHelpAfterError();
    if (command.commands.length > 0) continue;
    if (path !== 'completion') {
      command.option(JSON_OPTION, 'for programs: one JSON object on each line');
    }
    command.addHelpText('after', `\nExample:\n  momo ${EXAMPLES[path] ?? path}`);
  }
  program.addHelpText('after', `\n${EXIT_CODES}`);
}

const EXIT_CODES = `Exit codes: 0 done; 1 not done, and the error says why; 2 not understood.
Settings come from the environment and .env, as for the service.`;

interface NamedCommand {
  readonly command: Command;
  /** Such as `key issue`; empty for the program itself. */
  readonly path: string;
}

export function listCommands(command: Command, path = ''): readonly NamedCommand[] {
  const below = command.commands.flatMap((one) =>
    listCommands(one, path === '' ? one.name() : `${path} ${one.name()}`),
  );
  return [{ command, path }, ...below];
}
