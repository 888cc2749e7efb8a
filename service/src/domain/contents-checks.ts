import {
  ageOf,
  type Contents,
  type Installation,
  type InstallationCheck,
  when,
} from './installation.ts';

const HOUR = 3_600;

/** Of a provider that names its payments itself. */
export const LACKS_ADDRESS =
  'has no address for callbacks: a deposit whose answer is lost is found only in the statement.';

/** What a database contains, and for which environment. */
type Checked = Contents & { readonly at: Installation['environment'] };

const waitsFor = (kind: string, seconds: number, say: (count: number, age: string) => string) => {
  return ({ waiting }: Contents): readonly string[] => {
    const { count = 0, seconds: age = 0 } = waiting[kind] ?? {};
    return when(count > 0 && age >= seconds, say(count, ageOf(age)));
  };
};

export const CONTENTS_CHECKS: readonly InstallationCheck<Checked>[] = [
  {
    code: 'writes',
    severity: 'wrong',
    look: ({ writeProblem }) =>
      when(writeProblem !== null, `The database takes no writes: ${writeProblem}.`),
    remedy: 'Free its disk, bring its synchronous standby back, or find the primary.',
  },
  {
    code: 'quarantine',
    severity: 'wrong',
    look: ({ quarantine }) => (quarantine === null ? [] : [`Nothing leaves: ${quarantine}`]),
    remedy: '`momo db accept-restore --look`, then as docs/operations.md says.',
  },
  {
    code: 'policy',
    severity: 'wrong',
    look: ({ policyProblem }) =>
      policyProblem === null ? [] : [`The stored policy is not used: ${policyProblem}.`],
    remedy: '`momo policy history` and `momo audit all`; `momo policy apply FILE` replaces it.',
  },
  {
    code: 'short_retention',
    severity: 'warning',
    look: ({ shortRetention, at }) =>
      at === 'live'
        ? shortRetention.map((name) => `${name} keeps proofs of the accounts below ten years.`)
        : [],
    remedy:
      '`momo policy set NAME=120 --reason "…"`, unless a lawyer has agreed (docs/compliance.md).',
  },
  {
    code: 'seals',
    severity: 'wrong',
    look: ({ sealProblems }) => sealProblems.map((one) => `${one}.`),
    remedy:
      'As docs/operations.md says under "A broken seal"; `momo seal accept` takes two people.',
  },
  {
    code: 'months_detached',
    severity: 'wrong',
    look: ({ months: { detached } }) =>
      detached.map((part) => `${part} is no part of its table: what is in it is not found.`),
    remedy:
      '`alter table … attach partition … for values from (from_id) to (to_id)`, as its row of `months` has them.',
  },
  {
    code: 'months_missing',
    severity: 'wrong',
    look: ({ months: { missing } }) =>
      missing.map((table) => `${table} has no part for the next month.`),
    remedy: 'A process with ROLE=all or worker must run; or `select open_months(3)` by psql.',
  },
  {
    code: 'former_setting',
    severity: 'warning',
    look: ({ formerSettings }) => formerSettings.map((one) => `${one}.`),
    remedy: 'Remove the name from the settings; `momo policy set` changes the policy.',
  },
  {
    code: 'http_callbacks',
    severity: 'warning',
    look: ({ httpApplications, at }) =>
      at === 'live'
        ? httpApplications.map((name) => `Webhooks of ${name} go to an http address.`)
        : [],
    remedy: 'Ask the platform for an https address, then `momo policy set http_callbacks=false`.',
  },
  {
    code: 'unsealed',
    severity: 'warning',
    look: ({ unsealed, at }) =>
      when(at === 'live' && unsealed > 0, `${unsealed} secrets are stored as they are.`),
    remedy: 'Set SECRETS_KEY (openssl rand -hex 32), then `momo secrets seal`, then start.',
  },
  {
    code: 'administrators',
    severity: 'warning',
    look: ({ administrators: count, at }) =>
      when(
        at === 'live' && count < 2,
        `There is ${count === 0 ? 'no' : 'only one'} administrator.`,
      ),
    remedy: '`momo staff add … --role admin`: some changes take two people.',
  },
  {
    code: 'no_provider',
    severity: 'wrong',
    look: ({ providers }) =>
      when(providers.length === 0, 'There is no enabled provider: every payment is a 503.'),
    remedy: '`momo provider add`, `momo channel add`, or `momo provider enable`.',
  },
  {
    code: 'provider',
    severity: 'wrong',
    look: ({ providers }) =>
      providers.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${problem}`])),
    remedy: '`momo provider check <id>` signs in and shows each exchange.',
  },
  {
    code: 'credentials',
    severity: 'wrong',
    look: ({ providers }) =>
      providers.flatMap(({ id, refusal }) => (refusal === null ? [] : [`${id}: ${refusal}`])),
    remedy:
      '`momo provider set <id> --secrets-file -` with new ones, then `momo provider check <id>`.',
  },
  {
    code: 'callback_address',
    severity: 'warning',
    look: ({ lackingAddress }) => lackingAddress.map((id) => `${id} ${LACKS_ADDRESS}`),
    remedy:
      '`momo provider callback-address <id> --reason "…"`, then type it into the page of its app.',
  },
  {
    code: 'line',
    severity: 'wrong',
    look: ({ lines }) =>
      lines.flatMap(({ line, problem }) => (problem === null ? [] : [`Line ${line}: ${problem}`])),
    remedy: '`momo gateway list`; docs/gateways.md. Meanwhile it takes no deposits.',
  },
  {
    code: 'payouts_stopped',
    severity: 'wrong',
    look: ({ payoutStops }) => payoutStops,
    remedy: 'docs/sim-gateway.md. Meanwhile its payouts take another provider or wait.',
  },
  {
    code: 'line_in_doubt',
    severity: 'wrong',
    look: waitsFor(
      'lines_in_doubt',
      0,
      (count) => `${count} lines have texts that do not connect.`,
    ),
    remedy: 'Console, "SIM lines": say what the operator tells as the balance.',
  },
  {
    code: 'float',
    severity: 'warning',
    look: ({ lowWallets }) => lowWallets.map((wallet) => `Little is free in ${wallet}.`),
    remedy: 'Refill it before payouts are refused.',
  },
  {
    code: 'unknown_wallet',
    severity: 'warning',
    look: ({ unknownWallets }) =>
      unknownWallets.map((wallet) => `float_low_xaf names ${wallet}, and there is no such wallet.`),
    remedy: '`momo books balances` lists the wallets; `momo policy set float_low_xaf=…` names one.',
  },
  {
    code: 'contradictions',
    severity: 'wrong',
    look: waitsFor('contradictions_open', 0, (count) => `${count} contradictions are open.`),
    remedy: 'Console, "Contradictions": compare with the statement and close each.',
  },
  {
    code: 'held',
    severity: 'warning',
    look: waitsFor(
      'transactions_held',
      4 * HOUR,
      (count, age) => `${count} transactions are held, the oldest for ${age}.`,
    ),
    remedy: 'Console, "On hold": compare with the statement, confirm or reject.',
  },
  {
    code: 'steps',
    severity: 'wrong',
    look: waitsFor(
      'provider_steps_overdue',
      0,
      (count) => `${count} steps with providers are overdue.`,
    ),
    remedy: 'A process with ROLE=all or worker must run; its log says what fails.',
  },
  {
    code: 'texts',
    severity: 'wrong',
    look: waitsFor('sms_not_read', 300, (count) => `${count} texts are stored and not read.`),
    remedy: 'A process with ROLE=all or worker must run; its log says what fails.',
  },
  {
    code: 'webhooks_pending',
    severity: 'wrong',
    look: waitsFor('webhooks_pending', 120, (count) => `${count} webhooks wait for too long.`),
    remedy: 'A process with ROLE=all or worker must run; its log says what fails.',
  },
  {
    code: 'webhooks_undelivered',
    severity: 'warning',
    look: ({ undelivered }) => when(undelivered > 0, `${undelivered} webhooks were not taken.`),
    remedy: '`momo webhook list --undelivered`, then `momo webhook replay --undelivered`.',
  },
];
