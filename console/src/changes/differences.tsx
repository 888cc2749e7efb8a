import type {
  BookFault,
  ChangedField,
  PendingChange,
  PolicyName,
  ShownLine,
} from '../api/types.ts';
import { useAccountName } from '../hooks/use-account-name.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { type Column, Table } from '../ui/lists/table.tsx';
import { formatTime, sayNumber } from '../words/format.ts';
import { formatBalance, formatMoney } from '../words/money.ts';
import { sayMovement } from '../words/movement.ts';
import { useWords, type Words } from '../words/words.tsx';
import { MappingInWords } from './mapping-in-words.tsx';

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
      rows={change.differences}
      keyOf={({ field }) => field}
      columns={[
        { head: own.what, cell: ({ field }) => own.field[field] },
        ...(isNew ? [] : [before]),
        {
          head: isNew ? own.value : own.after,
          cell: ({ field, after }) => {
            if (field === 'mapping' && after !== null) return <MappingInWords json={after} />;
            if (field === 'first_lines' && after !== null) return <FirstLines json={after} />;
            return <strong>{sayValue(field, after)}</strong>;
          },
        },
      ]}
    />
  );
}

type ChangedValue = PendingChange['differences'][number];

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
export function sayRule(name: PolicyName, value: string | null, words: Words): string {
  const { yes, no } = words.actions.staff;
  if (value === null) return words.rules.off[offOf(name)];
  if (value === 'true' || value === 'false') return value === 'true' ? yes : no;
  return name.endsWith('_xaf') && /^\d+$/.test(value) ? formatMoney(Number(value)) : value;
}

/** Values as people call them: names of accounts and operators, and numbers in their groups. */
function useSayValue(): (field: ChangedField, value: string | null) => string {
  const words = useWords();
  const walletName = useWalletName();
  const accountName = useAccountName();
  return (field, value) => {
    if (isRule(field, words)) return sayRule(field, value, words);
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
  const { yes, no } = words.actions.staff;
  const nameIn = (names: Readonly<Record<string, string>>) => names[value] ?? value;
  switch (field) {
    case 'enabled':
    case 'disabled':
    case 'tells_balances':
    case 'expects_fees':
    case 'is_computed':
    case 'only_sim':
      return value === 'true' ? yes : no;
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
    case 'change_xaf':
    case 'amount_xaf':
    case 'in_xaf':
    case 'out_xaf':
    case 'credit_xaf':
      return formatMoney(Number(value));
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
    case 'repairs':
      return sayRepairs(value, words);
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
    case 'application':
    case 'reference':
    case 'sim':
      return value;
  }
}

/** What a change is about, as people call it: its own id says nothing to them. */
export function useSubject(): (change: PendingChange) => string {
  const { rules } = useWords();
  const walletName = useWalletName();
  const accountName = useAccountName();
  const sayValue = useSayValue();
  return ({ kind, subject, differences }) => {
    switch (kind) {
      case 'policy':
        return rules.title;
      case 'adjustment':
        return accountName(subject);
      case 'statement_line':
      case 'explanation':
        return walletName(subject);
      case 'statement_mapping':
        // After the operator, whom the name of a mapping often names again.
        return subject.slice(subject.indexOf(':') + 1);
      case 'dismissal':
      case 'receipt':
      case 'reversal':
        return differences
          .filter(({ field }) => field === 'amount_xaf' || field === 'other')
          .map(({ field, after }) => sayValue(field, after))
          .join(' · ');
      case 'line':
        return sayNumber(subject);
      case 'settlement':
      case 'credit_line':
        return [
          subject,
          ...differences
            .filter(({ field }) => field === 'amount_xaf' || field === 'credit_xaf')
            .map(({ field, after }) => sayValue(field, after)),
        ].join(' · ');
      case 'channel':
      case 'staff':
      case 'gateway':
      case 'repair':
      case 'webhook_secret':
        return subject;
    }
  };
}

/** What is wrong about each payment, so that a second person can compare it. */
function sayRepairs(json: string, { changes, colon }: Words): string {
  const { repairs } = JSON.parse(json) as { readonly repairs: readonly FoundFault[] };
  return repairs
    .map(({ subject, fault }) => `${subject}${colon} ${changes.faults[fault.kind]}`)
    .join(' · ');
}

interface FoundFault {
  readonly subject: string;
  readonly fault: BookFault;
}
