import { Check, TriangleAlert } from 'lucide-react';
import type { StatementLook } from '../../api/types.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/figures.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { sayNumber } from '../../words/format.ts';
import { formatBalance } from '../../words/money.ts';
import { sayMovement } from '../../words/movement.ts';
import { useWords } from '../../words/words.tsx';
import { feeColumn } from '../statements/statement-preview.tsx';
import { useColumnNames } from './column-table.tsx';

const PROBLEMS_SHOWN = 5;

/** Whether the file is read right, as far as the file itself can show it. */
export function Verdict({ look }: { readonly look: StatementLook }) {
  const { mapping: words, finance, said, colon } = useWords();
  const missing = useColumnNames(look.missing);
  const { problems, proof, count } = look;
  const beginning = look.is_whole ? '' : ` ${words.beginning}`;
  if (missing !== '') return <Sign tone="caution" text={words.missing(missing)} />;
  if (problems.length > 0) {
    return (
      <Sign tone="danger" text={words.unread(problems.length, count)}>
        <ul>
          {problems.slice(0, PROBLEMS_SHOWN).map(({ row, problem }) => (
            <li key={`${row} ${problem.code}`}>
              {row > 0 && `${finance.line(row)}${colon} `}
              {said(sayFields(problem, words.wrongFields))}
            </li>
          ))}
        </ul>
      </Sign>
    );
  }
  const open = look.agrees === null ? words.unproven : words.feesUnproven;
  const text = proof === null ? open(count) : words.proven[proof](count);
  return (
    <>
      <Sign tone={proof === null ? 'caution' : 'good'} text={`${text}${beginning}`} />
      {look.doubts.map((doubt) => (
        <Sign key={doubt.code} tone="caution" text={said(doubt)} />
      ))}
    </>
  );
}

/** The service names fields of a mapping; the screen calls them otherwise. */
function sayFields(problem: Problem, names: Readonly<Record<string, string>>): Problem {
  const text = problem.params?.['text'];
  if (problem.code !== 'mapping_wrong' || typeof text !== 'string') return problem;
  const said = text.split(', ').map((field) => names[field] ?? field);
  return { ...problem, params: { ...problem.params, text: said.join(', ') } };
}

type Problem = StatementLook['problems'][number]['problem'];

function Sign({ tone, text, children }: SignProps) {
  const Icon = tone === 'good' ? Check : TriangleAlert;
  return (
    <div className={`sign sign-${tone} verdict`} role="status">
      <Icon size={20} aria-hidden />
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

interface SignProps {
  readonly tone: 'good' | 'caution' | 'danger';
  readonly text: string;
  readonly children?: React.ReactNode;
}

/** The lines that the mapping makes of the file. */
export function ReadLines({ look }: { readonly look: StatementLook }) {
  const { mapping: words, finance } = useWords();
  if (look.lines.length === 0) return null;
  return (
    <>
      <Facts>
        <Fact name={finance.lines}>{finance.linesOf(look.count, look.failed)}</Fact>
        <Fact name={finance.cameIn}>{formatBalance(look.in_xaf)}</Fact>
        <Fact name={finance.wentOut}>{formatBalance(look.out_xaf)}</Fact>
        <Fact name={finance.fees}>{formatBalance(look.fees_xaf)}</Fact>
      </Facts>
      <Table
        label={words.readAs}
        caption={words.readAs}
        rows={look.lines}
        keyOf={({ row }) => String(row)}
        columns={[
          { head: words.row, cell: ({ row }) => row },
          { head: finance.when, cell: ({ at }) => <Time at={at} /> },
          {
            head: finance.other,
            from: 2,
            cell: ({ other }) => (other === null ? '–' : sayNumber(other)),
          },
          {
            head: finance.operatorId,
            kind: 'id',
            from: 2,
            cell: ({ operator_tx_id: id }) => <span className="code">{id}</span>,
          },
          { head: finance.amount, kind: 'figure', cell: (line) => sayMovement(line, finance) },
          ...feeColumn(look.lines, finance),
          {
            head: words.columns.balance,
            kind: 'figure',
            from: 2,
            cell: (line) => <Balance line={line} />,
          },
        ]}
      />
    </>
  );
}

/** Whether it follows from the line before. */
function Balance({ line }: { readonly line: StatementLook['lines'][number] }) {
  const { mapping: words } = useWords();
  if (line.balance_xaf === null) return '–';
  return (
    <span className={line.breaks ? 'balance-breaks' : 'balance-fits'}>
      {formatBalance(line.balance_xaf)}{' '}
      {line.breaks ? (
        <TriangleAlert size={16} role="img" aria-label={words.breaks} />
      ) : (
        <Check size={16} role="img" aria-label={words.follows} />
      )}
    </span>
  );
}
