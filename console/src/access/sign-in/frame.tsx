import type { ReactNode } from 'react';
import { useTitle } from '../../hooks/use-title.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { useWords } from '../../words/words.tsx';

/** The page around every step of signing in. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  const { product, signIn } = useWords();
  useTitle(title ?? signIn.title);
  return (
    <main className="sign-in">
      <header className="sign-in-head">
        <p className="brand">{product}</p>
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
