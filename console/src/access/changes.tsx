import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApproveChange, useChanges } from '../api/admin.ts';
import type { PendingChange } from '../api/types.ts';
import { Differences, useSubject } from '../changes/differences.tsx';
import { WithdrawDialog } from '../changes/withdraw-dialog.tsx';
import { Mark, OperatorMark, type Tone } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

type Asked = { readonly act: 'approve' | 'withdraw'; readonly change: PendingChange };

/** Changes of who gets the money, or of who may decide: a second person approves them. */
export function Changes() {
  const { changes: words, empty, nav } = useWords();
  const query = useChanges();
  // The dialog keeps the change as it was read, although the list may go on.
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <p className="soft">{words.about}</p>
      <Loaded query={query} shape="cards" lines={2}>
        {({ items }) => (
          <>
            {items.every(({ state }) => state !== 'open') && (
              <Empty mark="done" text={empty.changes}>
                <Link to="/audit" className="quiet-button">
                  {empty.goTo(nav.audit)}
                </Link>
              </Empty>
            )}
            {items.map((change) => (
              <Change key={change.id} change={change} onAsk={setAsked} />
            ))}
          </>
        )}
      </Loaded>
      {asked?.act === 'approve' && <ApproveDialog change={asked.change} onClose={close} />}
      {asked?.act === 'withdraw' && <WithdrawDialog change={asked.change} onClose={close} />}
    </>
  );
}

const TONES = {
  open: 'amber',
  approved: 'green',
  withdrawn: 'grey',
  expired: 'grey',
} as const satisfies Record<PendingChange['state'], Tone>;

function Change({ change, onAsk }: ChangeProps) {
  const { changes: words, colon, fields } = useWords();
  const sayOf = useSubject();
  const { kind, about, state } = change;
  const isOpen = state === 'open';
  return (
    <Section title={`${words.kinds[kind]}${colon} ${sayOf(change)}`}>
      <p className="head-kind">
        <Mark tone={TONES[state]} text={words.states[state]} />
        {about?.operator && <OperatorMark operator={about.operator} />}
      </p>
      <Differences change={change} />
      <Facts>
        <Fact name={words.askedBy}>
          {change.asked_by} · <Time at={change.asked_at} />
        </Fact>
        {change.reason !== null && <Fact name={fields.reason}>{change.reason}</Fact>}
        {isOpen && (
          <Fact name={words.until}>
            <Time at={change.expires_at} />
          </Fact>
        )}
        {change.decided_by !== null && change.decided_at !== null && (
          <Fact name={words.decidedBy}>
            {change.decided_by} · <Time at={change.decided_at} />
          </Fact>
        )}
      </Facts>
      {isOpen && <Buttons change={change} onAsk={onAsk} />}
    </Section>
  );
}

function Buttons({ change, onAsk }: ChangeProps) {
  const { changes: words } = useWords();
  const isOwn = change.refusal === 'own_change';
  return (
    <>
      {isOwn && <p className="approvals-note">{words.own}</p>}
      <div className="change-buttons">
        {change.refusal !== 'role_required' && (
          <Button variant="default" size="sm" onClick={() => onAsk({ act: 'withdraw', change })}>
            {isOwn ? words.withdraw : words.reject}
          </Button>
        )}
        {change.refusal === null && (
          <Button size="sm" onClick={() => onAsk({ act: 'approve', change })}>
            {words.approve}
          </Button>
        )}
      </div>
    </>
  );
}

interface ChangeProps {
  readonly change: PendingChange;
  readonly onAsk: (asked: Asked) => void;
}

function ApproveDialog({ change, onClose }: DialogProps) {
  const { changes: words, fields } = useWords();
  const approve = useApproveChange();
  const sayOf = useSubject();
  const carryOut = useAdminAction();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    const name = words.secretOf(change.subject);
    return <ShownOnce title={name} secrets={[{ name, value: secret }]} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={words.approveTitle}
      tone="go"
      confirmLabel={words.approve}
      consequence={words.approveMeans}
      asksReason={false}
      onClose={onClose}
      onConfirm={async () => {
        const made = await carryOut(() => approve.mutateAsync(change.id), words.approved);
        if (made?.secret) setSecret(made.secret);
        else onClose();
      }}
    >
      <p>
        <strong>{sayOf(change)}</strong>
      </p>
      <Differences change={change} />
      <Facts>
        <Fact name={words.askedBy}>
          {change.asked_by} · <Time at={change.asked_at} />
        </Fact>
        {change.reason !== null && <Fact name={fields.reason}>{change.reason}</Fact>}
      </Facts>
    </ConfirmDialog>
  );
}

interface DialogProps {
  readonly change: PendingChange;
  readonly onClose: () => void;
}
