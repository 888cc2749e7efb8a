import { Button, Checkbox } from '@mantine/core';
import { useFactors, useOwnSessions } from '../api/factors.ts';
import { mayDecide } from '../api/roles.ts';
import { useSignOut } from '../api/session.ts';
import { useMe } from '../hooks/use-me.ts';
import { useNews } from '../hooks/use-news.ts';
import { useAnnounce } from '../ui/result-message.tsx';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/words.tsx';
import { OwnSessions } from './factors/own-sessions.tsx';
import { Passkeys } from './factors/passkeys.tsx';
import { RecoveryCodes } from './factors/recovery-codes.tsx';
import { EnrolForm } from './sign-in/enrol.tsx';
import { PasswordForm } from './sign-in/password.tsx';

export function Account() {
  const { actions, factors, signIn, roles, shell } = useWords();
  const query = useFactors();
  const sessions = useOwnSessions();
  const news = useNews();
  const { staff, version } = useMe();
  const announce = useAnnounce();
  const signOut = useSignOut();
  return (
    <>
      <header className="screen-head">
        <h1>{actions.account.title}</h1>
        <span className="soft">
          {staff.name} · {staff.email} · {roles[staff.role]} · {version}
        </span>
      </header>
      <div className="beside">
        <Section title={actions.account.secondFactor}>
          {query.data?.totp !== false ? (
            <p>{actions.account.enrolled}</p>
          ) : (
            <EnrolForm onDone={() => announce({ tone: 'good', text: signIn.enrolDone })} />
          )}
        </Section>
        <Section title={factors.passkeys}>
          <Passkeys />
        </Section>
        <Section title={factors.recovery}>
          <RecoveryCodes />
        </Section>
        <Section title={actions.account.password}>
          <PasswordForm
            hasTokens={sessions.data?.items.some(({ kind }) => kind === 'script') ?? false}
            onDone={() => announce({ tone: 'good', text: signIn.passwordDone })}
          />
        </Section>
        {mayDecide(staff) && (
          <Section title={shell.news.title}>
            <Checkbox
              label={shell.news.label}
              description={shell.news.question}
              checked={news.wish === 'on'}
              onChange={(event) => news.choose(event.currentTarget.checked ? 'on' : 'off')}
            />
          </Section>
        )}
        <Section title={factors.sessions}>
          <OwnSessions />
          <p>{actions.account.everywhereHint}</p>
          <Button variant="default" onClick={() => signOut.mutate({ everywhere: true })}>
            {actions.account.everywhere}
          </Button>
        </Section>
      </div>
    </>
  );
}
