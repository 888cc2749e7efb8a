import type { DetailAnswer, EvidenceRow, PayoutReport, ProviderRequest } from '../api/types.ts';
import { useProviderName } from '../hooks/use-provider-name.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Mark, type Tone } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { CopyText, Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { asTechnical } from '../words/service/say.ts';
import { useWords } from '../words/words.tsx';
import { notePayout } from './payout-note.ts';
import { ProviderStatus } from './provider-status.tsx';

/** Says of a payout that is not settled what it waits for, and what is wrong, before anything else. */
export function PayoutNote({ detail }: { readonly detail: DetailAnswer }) {
  const words = useWords();
  const note = notePayout(detail, words);
  if (note === null) return null;
  return (
    <div className={note.problem === null ? 'approvals-note' : 'problem-note'}>
      {note.text !== null && <p>{note.text}</p>}
      {note.problem !== null && (
        <p>
          {words.submission.problem}
          {words.colon} <strong>{words.said(note.problem)}</strong>
        </p>
      )}
    </div>
  );
}

/** A separate section, if there was any exchange with a provider. */
export function ProviderTalk({ detail }: { readonly detail: DetailAnswer }) {
  const { submission: words } = useWords();
  if (detail.submission === null && detail.evidence.length === 0) return null;
  return (
    <Section title={words.title}>
      <ProviderFacts detail={detail} />
    </Section>
  );
}

/** What was sent and when, and the answers. */
export function ProviderFacts({ detail }: { readonly detail: DetailAnswer }) {
  const { submission: words } = useWords();
  const { submission: request, evidence } = detail;
  if (request === null && evidence.length === 0) return null;
  return (
    <>
      {request !== null && request.sent_at !== null && <ProviderStatus request={request} />}
      {request !== null && <RequestFacts request={request} detail={detail} />}
      <PayoutReports reports={detail.reports ?? []} />
      <h3>{words.said}</h3>
      {evidence.length === 0 && <Empty text={words.nothingSaid} />}
      <div className="evidence">
        {numbered(evidence).map(({ key, line }) => (
          <EvidenceItem key={key} line={line} />
        ))}
      </div>
    </>
  );
}

function RequestFacts({ request, detail }: RequestFactsProps) {
  const all = useWords();
  const { submission: words, fields, said } = all;
  const providerName = useProviderName();
  // The note about the payout says it already.
  const isSaid = Boolean(notePayout(detail, all)?.problem);
  const { provider_id, reference, sent_at, asked, next_step_at, problem, tried } = request;
  return (
    <Facts>
      <Fact name={fields.provider}>{providerName(provider_id)}</Fact>
      <Fact name={words.reference}>
        <span className="code">{reference}</span>{' '}
        <CopyText value={reference} label={words.reference} />
      </Fact>
      <Fact name={words.sent}>{sent_at === null ? words.notSent : <Time at={sent_at} />}</Fact>
      <Fact name={words.asked}>{words.times(asked)}</Fact>
      <Fact name={words.nextStep}>
        {next_step_at === null ? words.noStep : <Time at={next_step_at} />}
      </Fact>
      {tried.length > 0 && <Fact name={words.tried}>{tried.map(providerName).join(', ')}</Fact>}
      {problem !== null && !isSaid && <Fact name={words.problem}>{said(problem)}</Fact>}
    </Facts>
  );
}

interface RequestFactsProps {
  readonly request: ProviderRequest;
  readonly detail: DetailAnswer;
}

/** Texts and statement lines that report the money as gone, by the operator's id. */
function PayoutReports({ reports }: { readonly reports: readonly PayoutReport[] }) {
  const { submission: words } = useWords();
  const walletName = useWalletName();
  if (reports.length === 0) return null;
  return (
    <>
      <h3>{words.reports}</h3>
      {reports.map(({ operator_tx_id: id, wallet, sms_id, at }) => (
        <p key={id}>
          <span className="code">{id}</span> <CopyText value={id} label={words.reports} />{' '}
          {walletName(wallet)}, {words.reportedBy[sms_id === null ? 'statement' : 'text']},{' '}
          <Time at={at} />
        </p>
      ))}
      <p className="soft">{words.mayBeOther}</p>
    </>
  );
}

/** One exchange with its answer collapsed. */
function EvidenceItem({ line }: { readonly line: EvidenceRow }) {
  const { submission: words, transaction, said } = useWords();
  const providerName = useProviderName();
  return (
    <details className="webhook">
      <summary className="webhook-head" data-row>
        {/* A callback comes from the provider, so there is no answer to it. */}
        {line.kind === 'exchange' && (
          <Mark tone={toneOf(line.status)} text={String(line.status ?? transaction.noAnswer)} />
        )}
        <span className="soft">{words.kinds[line.kind]}</span>
        <span className="code">{line.request}</span>
        <Time at={line.at} />
      </summary>
      <p className="soft">{providerName(line.provider_id)}</p>
      {line.error !== null && <p>{said(asTechnical(line.error))}</p>}
      {line.answer !== null && <pre className="answer">{line.answer}</pre>}
    </details>
  );
}

function toneOf(status: number | null): Tone {
  if (status === null) return 'amber';
  return status < 400 ? 'green' : 'red';
}

/** Entries are only ever added at the end, so their position identifies them. */
function numbered(evidence: readonly EvidenceRow[]) {
  return evidence.map((line, index) => ({ key: `${line.at} ${index}`, line }));
}
