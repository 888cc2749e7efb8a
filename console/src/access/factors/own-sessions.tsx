import { useEndSession, useOwnSessions } from '../../api/factors.ts';
import type { OwnSession } from '../../api/types.ts';
import { Mark } from '../../ui/badges.tsx';
import { Time } from '../../ui/figures.tsx';
import { Unloaded } from '../../ui/states/loaded.tsx';
import { ignoreEnd, useAdminAction } from '../../ui/use-admin-action.ts';
import { useWords, type Words } from '../../words/words.tsx';

/** Where this person is signed in, with a button to end each of the others. */
export function OwnSessions() {
  const words = useWords();
  const { factors } = words;
  const query = useOwnSessions();
  const end = useEndSession();
  const carryOut = useAdminAction();
  if (query.data === undefined) return <Unloaded query={query} shape="short" lines={2} />;
  return (
    <ul className="key-lines" aria-label={factors.sessions}>
      {query.data.items.map((session) => (
        <li key={session.id} className="key-line">
          <strong>{nameOf(session, words)}</strong>
          {session.is_here && <Mark tone="green" text={factors.here} />}
          <span className="soft">
            {session.ip} · {factors.since} <Time at={session.created_at} /> · {factors.lastSeen}{' '}
            <Time at={session.last_seen_at} />
          </span>
          {!session.is_here && (
            <button
              type="button"
              className="quiet-button"
              onClick={() =>
                void carryOut(() => end.mutateAsync(session.id), factors.ended).catch(ignoreEnd)
              }
            >
              {factors.end}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, label, user_agent: agent }: OwnSession, { factors }: Words): string {
  if (kind === 'script') return label === null ? factors.script : `${factors.script} ${label}`;
  return browserOf(agent ?? '') ?? factors.unknownBrowser;
}

const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Enough of the name that browsers give themselves: “Chrome, Windows”. */
function browserOf(agent: string): string | null {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser}, ${system}`;
}
