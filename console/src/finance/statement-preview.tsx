import type { StatementPreview } from '../api/types.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

type Preview = NonNullable<StatementPreview['preview']>;

/** Why a file cannot be imported, with the line of each reason. */
export function Problems({ problems }: Pick<StatementPreview, 'problems'>) {
  const { finance: words, said, colon } = useWords();
  if (problems.length === 0) return null;
  return (
    <div className="problem-note" role="alert">
      <p>{words.refused}</p>
      <ul>
        {problems.map(({ row, problem }) => (
          <li key={`${row} ${problem.code}`}>
            {row > 0 && `${words.line(row)}${colon} `}
            {said(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What is in a file, and what importing it would give. */
export function PreviewFacts({ preview }: { readonly preview: Preview }) {
  const { finance: words } = useWords();
  const { outcome } = preview;
  return (
    <>
      <Facts>
        <Fact name={words.mapping}>{preview.mapping}</Fact>
        <Fact name={words.lines}>{words.linesOf(preview.lines, preview.failed)}</Fact>
        {preview.computed > 0 && (
          <Fact name={words.computed}>
            {preview.computed}. {words.computedHint}
          </Fact>
        )}
        <Fact name={words.period}>
          <Time at={preview.first_at} /> – <Time at={preview.last_at} />
        </Fact>
        <Fact name={words.cameIn}>{formatBalance(preview.in_xaf)}</Fact>
        <Fact name={words.wentOut}>{formatBalance(preview.out_xaf)}</Fact>
        {outcome === null ? (
          <Fact name={words.wouldGive}>{words.known}</Fact>
        ) : (
          <>
            <Fact name={words.wouldGive}>{words.wouldAgree(outcome.fresh, outcome.agreed)}</Fact>
            {outcome.differences.map(({ kind, count }) => (
              <Fact key={kind} name={words.kinds[kind]}>
                {count}
              </Fact>
            ))}
          </>
        )}
      </Facts>
      <ScrollingTable label={words.firstLines}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.other}</th>
              <th scope="col">{words.amount}</th>
              <th scope="col">{words.operatorId}</th>
            </tr>
          </thead>
          <tbody>
            {preview.first.map((line) => (
              <tr key={line.row}>
                <td>
                  <Time at={line.at} />
                </td>
                <td>{line.other ?? '–'}</td>
                <td>
                  {line.direction === 'in' ? '+' : '−'}
                  {formatBalance(line.amount_xaf)}
                  {line.is_failed && ` (${words.failed})`}
                  {line.is_computed && ` (${words.formula})`}
                </td>
                <td className="code">{line.operator_tx_id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </>
  );
}
