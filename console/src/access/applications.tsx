import { Button, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type IssuedKey,
  useApplications,
  useIssueKey,
  useRevokeKey,
  useVouchForKey,
} from '../api/admin.ts';
import type { Application } from '../api/types.ts';
import { useWaitingChanges, WaitingChange } from '../changes/waiting-change.tsx';
import { useAsked } from '../hooks/use-asked.ts';
import { useMe } from '../hooks/use-me.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Mark } from '../ui/badges.tsx';
import { Dialog } from '../ui/confirm-dialog.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { StepForm } from '../ui/step-form.tsx';
import { useWords } from '../words/words.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const route = getRouteApi('/applications');

export function Applications() {
  const { actions, empty } = useWords();
  const { keys } = actions;
  const { staff } = useMe();
  const query = useApplications();
  const [isIssuing, setIssuing] = useState(false);
  useAsked(route.useSearch().ask, true, () => {
    if (staff.role === 'admin') setIssuing(true);
  });
  const [asked, setAsked] = useState<Application | null>(null);
  const [secrets, setSecrets] = useState<readonly Secret[]>([]);
  const toSecret = (value: string): Secret => ({ name: keys.secret, value });
  return (
    <>
      <header className="screen-head">
        <h1>{keys.title}</h1>
        {staff.role === 'admin' && (
          <Button size="sm" onClick={() => setIssuing(true)}>
            {keys.issue}
          </Button>
        )}
      </header>
      <Loaded query={query} shape="cards" lines={3}>
        {({ applications }) =>
          applications.length === 0 ? (
            <Empty mark="fresh" text={empty.applications} />
          ) : (
            <div className="stack">
              {applications.map((application) => (
                <ApplicationCard
                  key={application.name}
                  application={application}
                  onNewSecret={() => setAsked(application)}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {isIssuing && (
        <IssueDialog
          onClose={() => setIssuing(false)}
          onIssued={({ key, webhook_secret: secret }) => {
            setIssuing(false);
            setSecrets([
              { name: keys.key, value: key },
              ...(secret === null ? [] : [toSecret(secret)]),
            ]);
          }}
        />
      )}
      {asked !== null && (
        <SecretDialog
          application={asked}
          onClose={() => setAsked(null)}
          onMade={(secret) => setSecrets([toSecret(secret)])}
        />
      )}
      {secrets[0] !== undefined && (
        <ShownOnce title={secrets[0].name} secrets={secrets} onClose={() => setSecrets([])} />
      )}
    </>
  );
}

interface Secret {
  readonly name: string;
  readonly value: string;
}

function IssueDialog({ onClose, onIssued }: IssueDialogProps) {
  const { keys } = useWords().actions;
  const issue = useIssueKey();
  return (
    <Dialog title={keys.issueTitle} onClose={onClose}>
      <StepForm
        error={issue.error}
        onSubmit={(form) =>
          issue.mutate(fieldOf(form, 'application').trim(), { onSuccess: onIssued })
        }
      >
        <TextInput
          label={keys.application}
          description={keys.issueHint}
          name="application"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit" loading={issue.isPending}>
          {keys.issue}
        </Button>
      </StepForm>
    </Dialog>
  );
}

interface IssueDialogProps {
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKey) => void;
}

function ApplicationCard({ application, onNewSecret }: ApplicationCardProps) {
  const { keys } = useWords().actions;
  const { name, has_webhook_secret: hasSecret, former_secret_until: formerUntil } = application;
  const waiting = useWaitingChanges(
    ({ kind, subject_id }) => kind === 'webhook_secret' && subject_id === name,
  );
  return (
    <Section
      title={name}
      {...(hasSecret && waiting.length === 0
        ? {
            tools: (
              <Button size="sm" variant="default" onClick={onNewSecret}>
                {keys.newSecret}
              </Button>
            ),
          }
        : {})}
    >
      <p className="soft">
        {keys.created} <Time at={application.created_at} />
        {hasSecret && ` · ${keys.hasSecret}`}
      </p>
      {formerUntil && (
        <p className="soft">
          {keys.formerSigns} <Time at={formerUntil} />.
        </p>
      )}
      {waiting.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
      {application.keys.length === 0 && <Empty text={keys.none} />}
      <ul className="key-lines">
        {application.keys.map((key) => (
          <KeyRow key={key.prefix} line={key} />
        ))}
      </ul>
    </Section>
  );
}

interface ApplicationCardProps {
  readonly application: Application;
  readonly onNewSecret: () => void;
}

function KeyRow({ line }: { readonly line: Application['keys'][number] }) {
  const { keys, staff } = useWords().actions;
  const revoke = useRevokeKey();
  const vouch = useVouchForKey();
  const { environment } = useMe();
  const [asking, setAsking] = useState<'revoke' | 'vouch' | null>(null);
  const isActive = line.revoked_at === null;
  const isUnvouched = environment === 'live' && isActive && !line.is_vouched;
  const { prefix } = line;
  return (
    <li className="key-line">
      <span className="code">{line.prefix}</span>
      <Mark
        tone={line.revoked_at === null ? 'green' : 'grey'}
        text={line.revoked_at === null ? keys.active : keys.revoked}
      />
      <Time at={line.revoked_at ?? line.created_at} />
      {isUnvouched && <Mark tone="red" text={keys.unvouched} />}
      {isUnvouched && line.may_vouch === false && (
        <span className="soft">{staff.vouchedByAnother}</span>
      )}
      {isUnvouched && line.may_vouch !== false && (
        <Button size="xs" variant="default" onClick={() => setAsking('vouch')}>
          {keys.vouch}
        </Button>
      )}
      {isActive && (
        <Button size="xs" variant="outline" color="red" onClick={() => setAsking('revoke')}>
          {keys.revoke}
        </Button>
      )}
      {asking === 'vouch' && (
        <ActDialog
          title={keys.vouchTitle(prefix)}
          confirmLabel={keys.vouch}
          consequence={keys.vouchMeans}
          onClose={() => setAsking(null)}
          act={(reason) => vouch.mutateAsync({ prefix, reason })}
          done={keys.vouched(prefix)}
        />
      )}
      {asking === 'revoke' && (
        <ActDialog
          title={keys.revokeTitle(prefix)}
          tone="danger"
          confirmLabel={keys.revoke}
          consequence={keys.revokeMeans}
          onClose={() => setAsking(null)}
          act={(reason) => revoke.mutateAsync({ prefix, reason })}
          done={keys.revokedResult(prefix)}
        />
      )}
    </li>
  );
}
