import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useFound } from '../../api/reads.ts';
import { RIGHTS } from '../../api/roles.ts';
import { useMe } from '../../hooks/use-me.ts';
import { hideSearched } from '../../search.ts';
import { useWords } from '../../words/words.tsx';
import { type FoundGroup, useFoundGroups } from './found-options.tsx';

/** The field that Ctrl-K goes to from everywhere. */
export const FIND_FIELD = 'find-everything';

/**
 * Finds what a player on the phone or a colleague reads out, while it is typed: payments, players,
 * numbers, texts, staff and screens. Enter alone searches all transactions.
 */
export function Find() {
  const { shell, palette } = useWords();
  const { role } = useMe().staff;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const listId = useId();
  const { found, isWaiting, isRefused } = useSearchAsTyped(isOpen ? text : '');
  const groups = useFoundGroups(text, found);
  const isOfNumber = !RIGHTS[role].seesNumbers && HAS_PART_OF_NUMBER.test(text);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const close = () => {
    setOpen(false);
    setAt(null);
  };
  const type = (typed: string) => {
    setText(typed);
    setOpen(true);
    setAt(null);
  };

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      if (isOpen) event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setAt(stepped(at, count, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && isOpen && at !== null) {
      event.preventDefault();
      document.getElementById(optionId(listId, at))?.click();
    }
  }

  return (
    <form
      role="search"
      className="find"
      onSubmit={(event) => {
        event.preventDefault();
        const q = text.trim();
        close();
        if (q !== '') void navigate(hideSearched('/transactions', { q }));
      }}
      onBlur={close}
    >
      <input
        id={FIND_FIELD}
        type="search"
        role="combobox"
        aria-label={palette.label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={at === null ? undefined : optionId(listId, at)}
        aria-autocomplete="list"
        placeholder={shell.search}
        autoComplete="off"
        data-search
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={onKey}
      />
      {isOpen && (
        // A press here must not take the focus from the field, which would close the list.
        <div className="found" onMouseDown={(event) => event.preventDefault()}>
          <FoundList id={listId} groups={groups} at={at} onChosen={close} />
          <p className="found-hint" role="status">
            {text.trim().length < SHORTEST
              ? palette.hint
              : said({ isWaiting, isRefused, isOfNumber, count }, palette)}
          </p>
        </div>
      )}
    </form>
  );
}

function FoundList({ id, groups, at, onChosen }: FoundListProps) {
  const { palette } = useWords();
  let index = -1;
  return (
    <div id={id} role="listbox" aria-label={palette.results} className="found-list">
      {groups.map(({ title, options }) => (
        <div key={`${title} ${options[0]?.key}`} role="group" aria-label={title}>
          <p className="found-title" aria-hidden="true">
            {title}
          </p>
          {options.map(({ key, name, link }) => {
            index += 1;
            return (
              <Link
                key={key}
                {...link}
                id={optionId(id, index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className="found-option"
                activeProps={{}}
                onClick={onChosen}
              >
                {name}
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface FoundListProps {
  readonly id: string;
  readonly groups: readonly FoundGroup[];
  readonly at: number | null;
  readonly onChosen: () => void;
}

const SHORTEST = 2;
/** The last digits of a number, with or without an amount: no name and no id is like this. */
const HAS_PART_OF_NUMBER = /^[\d\s.…*+-]*\d[\d\s.…*+-]*(?:XAF|FCFA|CFA|F)?\s*$/i;
const AFTER_LAST_KEY_MS = 200;

/** Asks 200 ms after the last key, and never while an earlier question is open. */
function useSearchAsTyped(text: string) {
  const [settled, setSettled] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), AFTER_LAST_KEY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useFound(asked.length < SHORTEST ? null : asked);
  const { isFetching } = query;
  useEffect(() => {
    if (!isFetching) setAsked(settled);
  }, [settled, isFetching]);
  const isOfText = asked === text.trim();
  return {
    found: isOfText ? query.data : undefined,
    isWaiting: !isOfText || query.isFetching,
    isRefused: isOfText && query.isError,
  };
}

function said(
  state: {
    readonly isWaiting: boolean;
    readonly isRefused: boolean;
    readonly isOfNumber: boolean;
    readonly count: number;
  },
  palette: ReturnType<typeof useWords>['palette'],
): string {
  if (state.isWaiting) return palette.waiting;
  if (state.isOfNumber && (state.isRefused || state.count === 0)) return palette.notByNumber;
  if (state.isRefused) return palette.refused;
  return state.count === 0 ? palette.nothing : palette.found(state.count);
}

function stepped(at: number | null, count: number, step: 1 | -1): number | null {
  if (count === 0) return null;
  if (at === null) return step === 1 ? 0 : count - 1;
  return (at + step + count) % count;
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
