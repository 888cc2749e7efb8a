import type { ReactNode } from 'react';
import { useTitle } from '../../hooks/use-title.ts';
import { Brand } from '../../ui/brand/brand.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { useWords } from '../../words/words.tsx';

/** The page around every step of signing in. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  const { signIn } = useWords();
  useTitle(title ?? signIn.title);
  return (
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
  );
}

interface SignInFrameProps {
  readonly title?: string;
  readonly children: ReactNode;
}
