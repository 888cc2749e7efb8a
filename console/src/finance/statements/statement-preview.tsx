import type { StatementPreview } from '../../api/types.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/figures.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { sayNumber } from '../../words/format.ts';
import { formatBalance } from '../../words/money.ts';
import { sayMovement } from '../../words/movement.ts';
import { useWords, type Words } from '../../words/words.tsx';

/** A column of fees, where the lines have any. */
export function feeColumn<Line extends { readonly fee_xaf: number }>(
  lines: readonly Line[],
  words: Words['finance'],
) {
  if (lines.every(({ fee_xaf: fee }) => fee === 0)) return [];
  const cell = ({ fee_xaf: fee }: Line) => (fee === 0 ? '–' : formatBalance(fee));
  return [{ head: words.fees, kind: 'figure', cell } as const];
}

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
        <Fact name={words.fees}>{formatBalance(preview.fees_xaf)}</Fact>
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
      <Table
        label={words.firstLines}
        rows={preview.first}
        keyOf={({ row }) => String(row)}
        columns={[
          { head: words.when, cell: ({ at }) => <Time at={at} /> },
          {
            head: words.other,
            from: 2,
            cell: ({ other }) => (other === null ? '–' : sayNumber(other)),
          },
          {
            head: words.operatorId,
            kind: 'id',
            from: 2,
            cell: ({ operator_tx_id: id }) => <span className="code">{id}</span>,
          },
          { head: words.amount, kind: 'figure', cell: (line) => sayMovement(line, words) },
          ...feeColumn(preview.first, words),
        ]}
      />
    </>
  );
}
