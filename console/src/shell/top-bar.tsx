import { useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moon, Sun, SunMoon } from 'lucide-react';
import type { LiveStatus } from '../api/live-updates.ts';
import { useSignOut } from '../api/session.ts';
import { useMe } from '../hooks/use-me.ts';
import { Brand } from '../ui/brand/brand.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { formatHour } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { Find } from './find/find.tsx';

export function TopBar({ live, isMenuOpen, onMenu }: TopBarProps) {
  const { nav } = useWords();
  return (
    <header className="top">
      <button
        type="button"
        className="menu-button quiet-button"
        aria-expanded={isMenuOpen}
        aria-controls="nav"
        onClick={onMenu}
      >
        {nav.menu}
      </button>
      <Link to="/" className="brand">
        <Brand />
      </Link>
      <Find />
      <Live status={live} />
      <div className="top-tools">
        <PersonTools />
      </div>
    </header>
  );
}

/** At the top, or in the menu of a phone. */
export function PersonTools() {
  const { shell } = useWords();
  const { staff } = useMe();
  const signOut = useSignOut();
  return (
    <>
      <LanguageSwitch />
      <SchemeSwitch />
      <Link to="/account" className="who" title={staff.email}>
        {staff.name}
      </Link>
      <button
        type="button"
        className="quiet-button"
        onClick={() => signOut.mutate({ everywhere: false })}
      >
        {shell.signOut}
      </button>
    </>
  );
}

interface TopBarProps {
  readonly live: LiveStatus;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

function Live({ status }: { readonly status: LiveStatus }) {
  const { shell } = useWords();
  const text =
    status.kind === 'lost'
      ? shell.lost(formatHour(new Date(status.since).toISOString()))
      : shell[status.kind];
  return (
    <span className={`live live-${status.kind}`} role="status">
      <span>{text}</span>
    </span>
  );
}

const SCHEMES = ['light', 'dark', 'auto'] as const;

const SCHEME_ICONS = { light: Sun, dark: Moon, auto: SunMoon } as const;

function SchemeIcon({ scheme }: { readonly scheme: keyof typeof SCHEME_ICONS }) {
  const Icon = SCHEME_ICONS[scheme];
  return <Icon className="icon" aria-hidden="true" />;
}

function SchemeSwitch() {
  const { shell } = useWords();
  // Switching transitions off adds a style element, which the security policy does not allow.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <div className="switch" role="group" aria-label={shell.schemeLabel}>
      {SCHEMES.map((scheme) => (
        <button
          key={scheme}
          type="button"
          title={shell.scheme[scheme]}
          aria-label={shell.scheme[scheme]}
          aria-pressed={scheme === colorScheme}
          onClick={() => setColorScheme(scheme)}
        >
          <SchemeIcon scheme={scheme} />
        </button>
      ))}
    </div>
  );
}
