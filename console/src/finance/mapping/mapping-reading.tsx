import { Check, TriangleAlert } from 'lucide-react';
import type { StatementLook } from '../../api/types.ts';
import { Time } from '../../ui/figures.tsx';
import { ScrollingTable } from '../../ui/lists/scrolling-table.tsx';
import { formatBalance } from '../../words/money.ts';
import { useWords } from '../../words/words.tsx';
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
              {said(problem)}
            </li>
          ))}
        </ul>
      </Sign>
    );
  }
  if (proof === null) return <Sign tone="caution" text={`${words.unproven(count)}${beginning}`} />;
  return <Sign tone="good" text={`${words.proven[proof](count)}${beginning}`} />;
}

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
    <ScrollingTable label={words.readAs}>
      <table className="table">
        <caption>{words.readAs}</caption>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            <th scope="col" className="text-cell">
              {finance.when}
            </th>
            <th scope="col">{finance.amount}</th>
            <th scope="col" className="text-cell">
              {finance.other}
            </th>
            <th scope="col" className="text-cell">
              {finance.operatorId}
            </th>
            <th scope="col">{words.columns.balance}</th>
          </tr>
        </thead>
        <tbody>
          {look.lines.map((line) => (
            <ReadLine key={line.row} line={line} />
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}

function ReadLine({ line }: { readonly line: StatementLook['lines'][number] }) {
  const { mapping: words, finance } = useWords();
  const isIn = line.direction === 'in';
  return (
    <tr>
      <td>{line.row}</td>
      <td className="text-cell">
        <Time at={line.at} />
      </td>
      <td>
        {isIn ? '+' : '−'}
        {formatBalance(line.amount_xaf)}
        {line.is_failed && ` (${finance.failed})`}
        {line.is_computed && ` (${finance.formula})`}
      </td>
      <td className="text-cell">{line.other ?? '–'}</td>
      <td className="text-cell code">{line.operator_tx_id}</td>
      <td>
        {line.balance_xaf !== null && (
          <span className={line.breaks ? 'balance-breaks' : 'balance-fits'}>
            {formatBalance(line.balance_xaf)}{' '}
            {line.breaks ? (
              <TriangleAlert size={16} role="img" aria-label={words.breaks} />
            ) : (
              <Check size={16} role="img" aria-label={words.follows} />
            )}
          </span>
        )}
      </td>
    </tr>
  );
}
