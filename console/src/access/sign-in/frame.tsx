import type { ReactNode } from 'react';
import { useTitle } from '../../hooks/use-title.ts';
import { Brand } from '../../ui/brand/brand.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { useWords } from '../../words/words.tsx';

/** The page around every step of signing in. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  const { signIn, shell } = useWords();
  const environment = environmentOfPage();
  useTitle(title ?? signIn.title);
  return (
    <>
      {environment !== null && (
        <aside className={`banner banner-${environment}`} aria-label={shell.environment}>
          {shell.banners[environment]}
        </aside>
      )}
      <main className="sign-in">
        <header className="sign-in-head">
          <p className="brand">
            <Brand />
          </p>
          <LanguageSwitch />
        </header>
        <div className="card">
          {title !== undefined && <h1>{title}</h1>}
          {children}
        </div>
      </main>
    </>
  );
}

/** As the service wrote it into the page, since nobody is signed in yet. */
function environmentOfPage(): 'sandbox' | 'live' | null {
  const written = document.documentElement.dataset['environment'];
  return written === 'sandbox' || written === 'live' ? written : null;
}

interface SignInFrameProps {
  readonly title?: string;
  readonly children: ReactNode;
}
