import type {
  BookFault,
  ChangedField,
  PendingChange,
  PolicyName,
  ShownLine,
  Subject,
} from '../api/types.ts';
import { useAccountName } from '../hooks/use-account-name.ts';
import { useOperatorLabel } from '../hooks/use-operators.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { type Column, Table } from '../ui/lists/table.tsx';
import { formatTime, sayNumber } from '../words/format.ts';
import { formatBalance, formatMoney } from '../words/money.ts';
import { sayMovement } from '../words/movement.ts';
import { useWords, type Words } from '../words/words.tsx';
import { MappingInWords } from './mapping-in-words.tsx';
import { SubjectName, useSaySubject } from './subject-name.tsx';

/** Everything that a change does, before and after, side by side. */
export function Differences({ change }: { readonly change: PendingChange }) {
  const { changes: own } = useWords();
  const sayValue = useSayValue();
  const isNew = !EDITS.has(change.kind) && change.differences.every((one) => one.before === null);
  const before: Column<ChangedValue> = {
    head: own.before,
    from: 2,
    cell: ({ field, before }) => sayValue(field, before),
  };
  return (
    <Table
      label={own.what}
      rows={withoutRepeats(change.differences)}
      keyOf={({ field }) => field}
      columns={[
        { head: own.what, cell: ({ field }) => own.field[field] },
        ...(isNew ? [] : [before]),
        {
          head: isNew ? own.value : own.after,
          cell: ({ field, after }) => {
            if (field === 'mapping' && after !== null) return <MappingInWords json={after} />;
            if (field === 'repairs' && after !== null)
              return <Repairs {...{ change, json: after }} />;
            if (field === 'first_lines' && after !== null) return <FirstLines json={after} />;
            return <strong>{sayValue(field, after)}</strong>;
          },
        },
      ]}
    />
  );
}

type ChangedValue = PendingChange['differences'][number];

/** The account of a correction names its wallet, and its evidence is often the operator's id. */
function withoutRepeats(differences: readonly ChangedValue[]): readonly ChangedValue[] {
  const valueOf = (wanted: ChangedField) =>
    differences.find(({ field }) => field === wanted)?.after ?? null;
  return differences.filter(({ field, after }) => {
    if (field === 'wallet') return valueOf('account') !== `wallet:${after}`;
    return field !== 'operator_tx_id' || valueOf('evidence') !== after;
  });
}

/** Of these nothing before is a value too: no limit, or no number. */
const EDITS: ReadonlySet<PendingChange['kind']> = new Set(['channel', 'policy', 'credit_line']);

/** What a mapping makes of a file, so that who agrees can compare it with the operator's own. */
function FirstLines({ json }: { readonly json: string }) {
  const { finance: words, colon } = useWords();
  return (
    <ul className="mapping-said">
      {(JSON.parse(json) as readonly ShownLine[]).map((line) => (
        <li key={line.row}>
          {words.line(line.row)}
          {colon} <Time at={line.at} /> · {sayMovement(line, words)}
          {line.fee_xaf !== 0 && ` · ${words.fees}${colon} ${formatBalance(line.fee_xaf)}`}
          {line.other_masked !== null && ` · ${sayNumber(line.other_masked)}`} ·{' '}
          <span className="code">{line.operator_tx_id}</span>
        </li>
      ))}
    </ul>
  );
}

function isRule(field: ChangedField, words: Words): field is PolicyName {
  return field in words.rules.names;
}

/** What it means for each rule that it is off; one that cannot be has the word of a limit. */
function offOf(name: PolicyName): keyof Words['rules']['off'] {
  if (name === 'float_low_xaf') return 'alert';
  if (name === 'payout_duplicate_minutes') return 'duplicate';
  if (name === 'archive_after_months') return 'never';
  return name.startsWith('keep_') ? 'kept' : 'limit';
}

/** A value of the rules, or `null` if it is off. */
export function useSayRule(): (name: PolicyName, value: string | null) => string {
  const words = useWords();
  const labelOf = useOperatorLabel();
  const { yes, no } = words.actions.staff;
  return (name, value) => {
    if (value === null) return words.rules.off[offOf(name)];
    if (value === 'true' || value === 'false') return value === 'true' ? yes : no;
    if (name === 'operator_prefixes') return sayPrefixes(value, labelOf, words);
    return name.endsWith('_xaf') && /^\d+$/.test(value) ? formatMoney(Number(value)) : value;
  };
}

/** Each operator as staff call it, with its prefixes behind it. */
function sayPrefixes(
  value: string,
  labelOf: (operator: string) => string,
  { colon }: Pick<Words, 'colon'>,
): string {
  return value
    .split(';')
    .map((part) => part.split('='))
    .map(([operator = '', prefixes = '']) => {
      return `${labelOf(operator.trim())}${colon} ${prefixes.split(',').join(', ')}`;
    })
    .join(' · ');
}

/** Values as people call them: names of accounts and operators, and numbers in their groups. */
function useSayValue(): (field: ChangedField, value: string | null) => string {
  const words = useWords();
  const walletName = useWalletName();
  const accountName = useAccountName();
  const sayRule = useSayRule();
  return (field, value) => {
    if (isRule(field, words)) return sayRule(field, value);
    if (value === null && field === 'credit_xaf') return words.finance.applications.noLimit;
    if (value === null) return field.startsWith('mapping') ? '–' : words.fields.none;
    if (field === 'account') return accountName(value);
    if (field === 'wallet' || field === 'operator') return walletName(value);
    if (field === 'other' || field === 'line') return sayNumber(value);
    if (field === 'merchant_number' || field === 'paid_to') return sayNumber(value);
    if (field === 'line_at') return formatTime(value, words.language);
    return sayPlain(field, value, words);
  };
}

type Named =
  | PolicyName
  | 'account'
  | 'wallet'
  | 'operator'
  | 'other'
  | 'line'
  | 'paid_to'
  | 'line_at';

function sayPlain(
  field: Exclude<ChangedField, Named | 'merchant_number'>,
  value: string,
  words: Words,
): string {
  const nameIn = (names: Readonly<Record<string, string>>) => names[value] ?? value;
  switch (field) {
    case 'enabled':
    case 'disabled':
    case 'tells_balances':
    case 'expects_fees':
    case 'is_computed':
    case 'only_sim':
      return words.actions.staff[value === 'true' ? 'yes' : 'no'];
    case 'dialect':
      return nameIn(words.gateways.dialects);
    case 'overlap_hours':
      return nameIn(words.actions.keys.overlaps);
    case 'gateway_key':
      return nameIn(words.changes.gatewayKeys);
    case 'role':
      return nameIn(words.roles);
    case 'collection_mode':
      return nameIn(words.modes);
    case 'min_amount_xaf':
    case 'max_amount_xaf':
    case 'amount_xaf':
    case 'in_xaf':
    case 'out_xaf':
    case 'credit_xaf':
      return formatMoney(Number(value));
    case 'change_xaf':
      return `${Number(value) > 0 ? '+' : ''}${formatMoney(Number(value))}`;
    case 'booked_xaf':
    case 'becomes_xaf':
    case 'ours_xaf':
    case 'theirs_xaf':
    case 'fee_xaf':
      return formatBalance(Number(value));
    case 'ruling':
      return nameIn(words.changes.rulings);
    case 'line_direction':
      return value === 'in' ? words.finance.cameIn : words.finance.wentOut;
    case 'recorded_as':
      return nameIn(words.changes.records);
    case 'difference':
      return nameIn(words.finance.kinds);
    case 'dismissed_as':
      return nameIn(words.heldPayment.meanings);
    case 'merchant_display_name':
    case 'ussd_template':
    case 'illustration_url':
    case 'illustration_alt':
    case 'evidence':
    case 'operator_tx_id':
    case 'deposit':
    case 'mapping_version':
    case 'lines':
    case 'file_name':
    case 'failed':
    case 'mapping':
    case 'first_lines':
    case 'repairs':
    case 'application':
    case 'reference':
    case 'sim':
      return value;
  }
}

/** What a change is about, as people call it: its own id says nothing to them. */
export function useSubject(): (change: PendingChange) => string {
  const walletName = useWalletName();
  const sayOf = useSaySubject();
  const sayValue = useSayValue();
  return ({ kind, subject_id: id, subject, about, differences }) => {
    const named = { kind, id, amount_xaf: null, name: about?.name ?? subject };
    switch (kind) {
      case 'statement_line':
      case 'explanation':
        return walletName(subject);
      case 'dismissal':
      case 'receipt':
      case 'reversal':
        return differences
          .filter(({ field }) => field === 'amount_xaf' || field === 'other')
          .map(({ field, after }) => sayValue(field, after))
          .join(' · ');
      case 'settlement':
      case 'credit_line':
        return [
          sayOf(named),
          ...differences
            .filter(({ field }) => field === 'amount_xaf' || field === 'credit_xaf')
            .map(({ field, after }) => sayValue(field, after)),
        ].join(' · ');
      case 'staff':
        // With the address, which tells two people of one name apart.
        return subject;
      case 'policy':
      case 'adjustment':
      case 'statement_mapping':
      case 'line':
      case 'channel':
      case 'gateway':
      case 'repair':
      case 'webhook_secret':
        return sayOf(named);
    }
  };
}

/** What is wrong about each payment, so that a second person can compare it. */
function Repairs({ change, json }: { readonly change: PendingChange; readonly json: string }) {
  const { changes: words, colon } = useWords();
  const { repairs } = JSON.parse(json) as { readonly repairs: readonly FoundFault[] };
  return (
    <ul className="mapping-said">
      {repairs.map(({ subject, fault }, index) => (
        <li key={subject}>
          <SubjectName subject={change.repaired?.[index] ?? toSubject(subject)} />
          {colon} {words.faults[fault.kind]}
        </li>
      ))}
    </ul>
  );
}

function toSubject(subject: string): Subject {
  const [kind = '', ...id] = subject.split(':');
  return { kind, id: id.join(':'), name: null, amount_xaf: null };
}

interface FoundFault {
  readonly subject: string;
  readonly fault: BookFault;
}
