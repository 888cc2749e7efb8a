import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { RecoveryOffer } from '../access/factors/recovery-codes.tsx';
import { useLiveUpdates } from '../api/live-updates.ts';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { useMe } from '../hooks/use-me.ts';
import { titleOf, useTitle } from '../hooks/use-title.ts';
import { fetchScreensAhead } from '../lazy-screen.ts';
import { useWords } from '../words/words.tsx';
import { Keyboard } from './keyboard.tsx';
import { Nav } from './nav.tsx';
import { NewsProvider, NewsQuestion } from './news.tsx';
import { QuarantineBar } from './quarantine-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { sumOf, useWaiting } from './waiting.ts';

/** What the person came for is loaded before the other screens. */
const AFTER_FIRST_LOAD_MS = 3_000;

/** What surrounds every screen. */
export function Shell() {
  const { nav, shell } = useWords();
  const { environment } = useMe();
  const live = useLiveUpdates();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useTitle(titleOf(pathname, nav), sumOf(useWaiting()));
  useKeptFocus(main);
  useEffect(() => {
    const timer = setTimeout(fetchScreensAhead, AFTER_FIRST_LOAD_MS);
    return () => clearTimeout(timer);
  }, []);

  // A new screen is announced and read from its top, as a new page would be.
  useEffect(() => {
    setMenuOpen(false);
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [pathname]);

  return (
    <NewsProvider>
      <div className="shell">
        <a href="#main" className="skip">
          {nav.skip}
        </a>
        <aside className={`banner banner-${environment}`} aria-label={shell.environment}>
          {shell.banners[environment]}
        </aside>
        <QuarantineBar />
        <RecoveryOffer />
        <NewsQuestion />
        <TopBar live={live} isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
        <div className="shell-body">
          <Nav isOpen={isMenuOpen} />
          {/* It scrolls, so a keyboard must reach it where nothing in it takes the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <main id="main" className="main" tabIndex={0} ref={main}>
            <Outlet />
          </main>
        </div>
        <Keyboard />
      </div>
    </NewsProvider>
  );
}
