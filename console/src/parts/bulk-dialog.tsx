import { useQueries } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';
import { useBulkApprove } from '../api/decisions.ts';
import { transactionOptions } from '../api/reads.ts';
import type { BulkResult, TransactionLine } from '../api/types.ts';
import { useWords, type Words } from '../words/words.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Money, Msisdn } from './figures.tsx';
import { type Result, useAnnounce } from './result-line.tsx';

/** Repeats every amount and whole number before several transfers are sent. */
export function BulkDialog({ lines, onClose, onDone }: BulkDialogProps) {
  const words = useWords();
  const { bulk } = words.actions;
  const announce = useAnnounce();
  const approve = useBulkApprove();
  const details = useQueries({ queries: lines.map(({ id }) => transactionOptions(id)) });
  const isComplete = details.every(({ data }) => data !== undefined);
  const sumXaf = lines.reduce((sum, line) => sum + line.amount_xaf, 0);

  async function confirm() {
    announce(null);
    try {
      const { results } = await approve.mutateAsync(lines.map(({ id }) => id));
      announce(describeResults(results, words));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isUnknown = error.status === 0 || error.status >= 500;
      const { unknown, refused } = words.actions.results;
      announce({ tone: 'bad', text: isUnknown ? unknown : refused(error.detail) });
    }
    onDone();
  }

  return (
    <ConfirmDialog
      title={bulk.title(lines.length)}
      tone="go"
      confirmLabel={bulk.confirm(lines.length)}
      consequence={words.actions.consequences.approve}
      asksReason={false}
      isBlocked={!isComplete || lines.length === 0}
      onClose={onClose}
      onConfirm={confirm}
    >
      <ol className="bulk-lines">
        {lines.map((line, index) => {
          const detail = details[index]?.data?.transaction;
          return (
            <li key={line.id}>
              <Money xaf={line.amount_xaf} />
              <span>{detail === undefined ? bulk.loading : <Msisdn value={detail.msisdn} />}</span>
              <span className="soft">{detail?.payee_name ?? ''}</span>
            </li>
          );
        })}
      </ol>
      <p className="bulk-total">
        {bulk.total}
        <Money xaf={sumXaf} />
      </p>
    </ConfirmDialog>
  );
}

interface BulkDialogProps {
  readonly lines: readonly TransactionLine[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function describeResults(results: readonly BulkResult[], { actions: { bulk } }: Words): Result {
  const of = (outcome: BulkResult['outcome']) => results.filter((r) => r.outcome === outcome);
  const refused = of('refused');
  const parts = [bulk.done(of('done').length, results.length)];
  if (of('already_done').length > 0) parts.push(bulk.already(of('already_done').length));
  const waiting = of('waits_for_second_person').length;
  if (waiting > 0) parts.push(bulk.waiting(waiting));
  if (refused.length > 0) {
    const sentences = [...new Set(refused.map(({ detail }) => detail))];
    parts.push(bulk.refused(refused.length), ...sentences);
  }
  return { tone: refused.length > 0 ? 'calm' : 'good', text: parts.join(' ') };
}
