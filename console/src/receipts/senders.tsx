import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useChangeSender } from '../api/decisions.ts';
import { useSenders } from '../api/reads.ts';
import type { AcceptedSender, UnknownSender } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { OperatorMark } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Time } from '../ui/figures.tsx';
import { useAnnounce } from '../ui/result-message.tsx';
import { Section } from '../ui/section.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { sayNumber } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** What is below them waits for them: it would be pushed down when they come. */
export function BelowSenders({ children }: { readonly children: ReactNode }) {
  const { isFetched } = useSenders();
  if (!isFetched) return <Loading shape="texts" />;
  return (
    <>
      <Senders />
      {children}
    </>
  );
}

/** Unknown senders of texts in an operator's form; nothing when there are none. */
function Senders() {
  const { senders: words } = useWords();
  const { data } = useSenders();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (data === undefined || data.unknown.length + data.accepted.length === 0) return null;
  return (
    <>
      {data.unknown.length > 0 && (
        <Section title={words.unknownTitle}>
          <p className="soft">{words.unknownHint}</p>
          <ul className="receipt-lines">
            {data.unknown.map((sender) => (
              <UnknownRow
                key={`${sender.operator} ${sender.sender}`}
                sender={sender}
                onAccept={() => setAsked({ verb: 'accept', sender })}
              />
            ))}
          </ul>
        </Section>
      )}
      {data.accepted.length > 0 && (
        <Section title={words.acceptedTitle}>
          <ul className="receipt-lines">
            {data.accepted.map((sender) => (
              <AcceptedRow
                key={`${sender.operator} ${sender.sender}`}
                sender={sender}
                onWithdraw={() => setAsked({ verb: 'withdraw', sender })}
              />
            ))}
          </ul>
        </Section>
      )}
      {asked !== null && <SenderDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

type Asked =
  | { readonly verb: 'accept'; readonly sender: UnknownSender }
  | { readonly verb: 'withdraw'; readonly sender: AcceptedSender };

function UnknownRow({ sender, onAccept }: UnknownRowProps) {
  const { senders: words } = useWords();
  const { staff } = useMe();
  return (
    <li className="receipt-line">
      <p>
        <strong className="long-text">{sayNumber(sender.spelled)}</strong>{' '}
        <OperatorMark operator={sender.operator} /> {words.texts(sender.texts)} ·{' '}
        <Time at={sender.last_at} />
      </p>
      <p className="soft long-text">{sender.last_text}</p>
      {sender.refusal !== null && <p className="soft">{words.refusals[sender.refusal]}</p>}
      {sender.refusal === null && staff.role === 'admin' && (
        <Button variant="default" size="sm" onClick={onAccept}>
          {words.accept}
        </Button>
      )}
    </li>
  );
}

interface UnknownRowProps {
  readonly sender: UnknownSender;
  readonly onAccept: () => void;
}

function AcceptedRow({ sender, onWithdraw }: AcceptedRowProps) {
  const { senders: words } = useWords();
  const { staff } = useMe();
  return (
    <li className="receipt-line">
      <p>
        <strong className="long-text">{sayNumber(sender.sender)}</strong>{' '}
        <OperatorMark operator={sender.operator} /> {sender.accepted_by} ·{' '}
        <Time at={sender.accepted_at} />
      </p>
      {staff.role === 'admin' && (
        <Button variant="default" size="sm" onClick={onWithdraw}>
          {words.withdraw}
        </Button>
      )}
    </li>
  );
}

interface AcceptedRowProps {
  readonly sender: AcceptedSender;
  readonly onWithdraw: () => void;
}

function SenderDialog({ verb, sender, onClose }: Asked & { readonly onClose: () => void }) {
  const { senders: words } = useWords();
  const change = useChangeSender();
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  const { operator, sender: name } = sender;
  return (
    <ConfirmDialog
      title={words.questions[verb](name)}
      tone={verb === 'accept' ? 'go' : 'danger'}
      confirmLabel={words[verb]}
      consequence={words.consequences[verb]}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        const asked = { verb, operator, sender: name, reason };
        const answer = await carryOut(() => change.mutateAsync(asked), null);
        if (answer !== null) {
          const { read = 0, payments = 0 } = answer;
          const text = verb === 'accept' ? words.accepted(read, payments) : words.withdrawn;
          announce({ tone: 'good', text });
        }
        onClose();
      }}
    >
      {'last_text' in sender && <pre className="answer sms-text">{sender.last_text}</pre>}
    </ConfirmDialog>
  );
}
