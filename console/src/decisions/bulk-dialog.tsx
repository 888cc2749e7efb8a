import { useQueries } from '@tanstack/react-query';
import { ApiError, isInDoubt } from '../api/client.ts';
import { useBulkApprove } from '../api/decisions.ts';
import { isSignedOut } from '../api/query-client.ts';
import { transactionOptions } from '../api/reads.ts';
import type { BulkResult, TransactionDetail, TransactionRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { isDangerous, PayeeName, SignsAgainst } from '../provider-requests/payee.tsx';
import { isPossible, whyNot } from '../transactions/actions.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { type Result, useAnnounce } from '../ui/result-message.tsx';
import { formatMsisdn } from '../words/format.ts';
import { formatBalance, formatMoney } from '../words/money.ts';
import { sayRefusal } from '../words/service/say-refusal.ts';
import { useWords, type Words } from '../words/words.tsx';
import { approvalsByOthers, findWaiting } from './deciding/counted-approvals.ts';

/**
 * Repeats every amount and whole number before several transfers are sent. What needs its amount
 * typed is shown with the reasons, and not sent with the others.
 */
export function BulkDialog({ lines, onClose, onDone }: BulkDialogProps) {
  const words = useWords();
  const { bulk } = words.actions;
  const { staff } = useMe();
  const announce = useAnnounce();
  const approve = useBulkApprove();
  const read = useQueries({ queries: lines.map(({ id }) => transactionOptions(id)) });
  const details = read.flatMap(({ data }) => data?.transaction ?? []);
  const isComplete = details.length === lines.length;
  const { notByMe, leftOut, payouts } = splitChosen(details, words);
  const apart = leftOut.length + notByMe.length;
  const count = lines.length - apart;
  const waiting = findWaiting(payouts, staff);
  const groups = [
    { title: bulk.sentNow, payouts: payouts.filter(({ id }) => !waiting.has(id)) },
    { title: bulk.waits, payouts: payouts.filter(({ id }) => waiting.has(id)) },
  ].filter((group) => group.payouts.length > 0);

  async function confirm() {
    announce(null);
    try {
      const { results } = await approve.mutateAsync(
        payouts.map((one) => ({
          id: one.id,
          approvalsSeen: approvalsByOthers(one, staff),
          payeeSeen: one.payee_name,
        })),
      );
      announce(describeResults(results, { payouts, leftOut }, words));
      const refused = results.filter(({ outcome }) => outcome === 'refused');
      onDone([...leftOut, ...refused].map(({ id }) => id));
    } catch (error) {
      if (!(error instanceof ApiError) || isSignedOut(error)) throw error;
      const { noAnswer, refused } = words.actions.results;
      const text = isInDoubt(error) ? noAnswer(listOf(payouts)) : refused(sayRefusal(error, words));
      announce({ tone: 'bad', text });
      onDone(payouts.map(({ id }) => id));
    }
  }

  return (
    <ConfirmDialog
      title={count === 0 ? bulk.nothing : bulk.title(count, lines.length)}
      tone="go"
      confirmLabel={bulk.confirm(count)}
      {...(count === 0 ? {} : { consequence: isComplete ? bulk.means : bulk.loading })}
      asksReason={false}
      isBlocked={!isComplete || count === 0}
      aboveButtons={groups.map((group) => <BulkTotal key={group.title(1)} {...group} />)}
      onClose={onClose}
      onConfirm={confirm}
    >
      {apart > 0 && count > 0 && <p>{bulk.apart(apart)}</p>}
      {groups.map((group) => (
        <BulkGroup key={group.title(1)} {...group} />
      ))}
      {findShort(payouts.filter(({ id }) => !waiting.has(id))).map(({ provider, leftXaf }) => (
        <p key={provider} className="problem-note">
          {words.actions.payout.tooLittleTogether(provider, formatBalance(leftXaf))}
        </p>
      ))}
      <BulkGroup title={bulk.oneByOne} payouts={leftOut} leftOut={[bulk.oneByOneHint]} />
      <BulkGroup
        title={bulk.notByYou}
        payouts={notByMe}
        leftOut={notByMe.flatMap((detail) => whyNotByMe(detail, words) ?? [])}
      />
    </ConfirmDialog>
  );
}

/** What this person sends with the others, alone, or not at all. */
function splitChosen(details: readonly TransactionDetail[], words: Words) {
  const notByMe = details.filter((detail) => whyNotByMe(detail, words) !== null);
  const mine = details.filter((detail) => !notByMe.includes(detail));
  const leftOut = mine.filter(isDangerous);
  return { notByMe, leftOut, payouts: mine.filter((detail) => !isDangerous(detail)) };
}

/** Why this person does not approve what waits for approval: it takes another one. */
function whyNotByMe(detail: TransactionDetail, words: Words): string | null {
  return isPossible('approve', detail) ? whyNot('approve', detail, words) : null;
}

/** Who exactly is paid: every row, with the count; or who is not, and why. */
function BulkGroup({ title, payouts, leftOut }: BulkGroupProps) {
  if (payouts.length === 0) return null;
  const heading = title(payouts.length);
  return (
    <section className="bulk-group" aria-label={heading}>
      <h3>{heading}</h3>
      {/* The dialog scrolls where the window is full, and must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className="bulk-lines" tabIndex={0} aria-label={heading}>
        {payouts.map((payout) => (
          <li key={payout.id}>
            <Money xaf={payout.amount_xaf} />
            <Msisdn value={payout.msisdn} />
            {leftOut === undefined && (
              <span className="soft">
                <PayeeName transaction={payout} />
              </span>
            )}
            <SignsAgainst transaction={payout} />
          </li>
        ))}
      </ol>
      {[...new Set(leftOut)].map((why) => (
        <p key={why} className="soft">
          {why}
        </p>
      ))}
    </section>
  );
}

/** The sum of a group, which stays in sight however many rows there are. */
function BulkTotal({ title, payouts }: Pick<BulkGroupProps, 'title' | 'payouts'>) {
  return (
    <p className="bulk-total">
      {title(payouts.length)}
      <Money xaf={payouts.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)} />
    </p>
  );
}

interface BulkGroupProps {
  readonly title: (count: number) => string;
  readonly payouts: readonly TransactionDetail[];
  /** Why these are not approved with others, where they are not. */
  readonly leftOut?: readonly string[];
}

/** Providers whose balance is less than the sum of these payouts. */
function findShort(payouts: readonly TransactionDetail[]) {
  const byProvider = Map.groupBy(payouts, ({ pays }) => pays?.provider ?? '');
  return [...byProvider].flatMap(([provider, ofIt]) => {
    const leftXaf = ofIt[0]?.provider_balance_xaf ?? null;
    const wantedXaf = ofIt.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
    return leftXaf !== null && leftXaf < wantedXaf ? [{ provider, leftXaf }] : [];
  });
}

interface BulkDialogProps {
  readonly lines: readonly TransactionRow[];
  readonly onClose: () => void;
  /** With what still has to be decided, or looked at. */
  readonly onDone: (left: readonly string[]) => void;
}

function describeResults(
  results: readonly BulkResult[],
  { payouts, leftOut }: Record<'payouts' | 'leftOut', readonly TransactionDetail[]>,
  words: Words,
): Result {
  const { bulk } = words.actions;
  const of = (outcome: BulkResult['outcome']) => results.filter((r) => r.outcome === outcome);
  const refused = of('refused');
  const parts = [bulk.done(of('done').length, results.length)];
  if (of('already_done').length > 0) parts.push(bulk.already(of('already_done').length));
  const waiting = of('waits_for_second_person').length;
  if (waiting > 0) parts.push(bulk.waiting(waiting));
  if (refused.length > 0) {
    const sentences = refused.map(({ id, detail, code, params = {} }) => {
      const what = listOf(payouts.filter((one) => one.id === id));
      return bulk.refusal(what, words.said({ code, params, text: detail }));
    });
    parts.push(bulk.refused(refused.length), ...sentences);
  }
  if (leftOut.length > 0) parts.push(bulk.leftOut(listOf(leftOut)));
  const isWhole = refused.length === 0 && leftOut.length === 0;
  return { tone: isWhole ? 'good' : 'calm', text: parts.join(' ') };
}

/** By amount and number, as people speak of them. */
function listOf(payouts: readonly TransactionDetail[]): string {
  return payouts
    .map(({ amount_xaf, msisdn }) => `${formatMoney(amount_xaf)} · ${formatMsisdn(msisdn)}`)
    .join(', ');
}
