import { Kbd } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../ui/confirm-dialog.tsx';
import { useWords } from '../words/words.tsx';
import { FIND_FIELD } from './find/find.tsx';

/** The keys that work everywhere: Ctrl-K finds anything, `/` searches, j and k walk the rows, `?` explains. */
export function Keyboard() {
  const { help } = useWords();
  const [showsHelp, setShowsHelp] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isFindKey(event) && !isDialogOpen()) goToFind(event);
      if (isTyping(event)) return;
      if (event.key === '?') setShowsHelp((shown) => !shown);
      else if (isDialogOpen()) return;
      else if (event.key === '/') focusSearch(event);
      else if (event.key === 'j') moveAlongRows('next');
      else if (event.key === 'k') moveAlongRows('previous');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!showsHelp) return null;
  const keys = [
    ['Ctrl+K', help.find],
    ['/', help.search],
    ['j', help.down],
    ['k', help.up],
    ['Enter', help.open],
    ['a', help.approve],
    ['r', help.reject],
    ['Ctrl+Enter', help.confirm],
    ['Esc', help.close],
    ['?', help.help],
  ] as const;
  return (
    <Dialog title={help.title} onClose={() => setShowsHelp(false)}>
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function isFindKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'k';
}

function goToFind(event: KeyboardEvent): void {
  const field = document.getElementById(FIND_FIELD);
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** A screen with a search field of its own is searched there, any other at the top. */
function focusSearch(event: KeyboardEvent): void {
  const field =
    document.querySelector<HTMLElement>('main [data-search]') ??
    document.querySelector<HTMLElement>('[data-search]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

function moveAlongRows(where: 'next' | 'previous'): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const focused = rows.findIndex((row) => row === document.activeElement);
  // After a row was opened the keys continue from it, although the focus is now beside the list.
  const open = rows.findIndex((row) => row.hasAttribute('aria-current'));
  const here = focused < 0 ? open : focused;
  const start = where === 'next' ? 0 : rows.length - 1;
  const next = rows[here < 0 ? start : here + (where === 'next' ? 1 : -1)];
  next?.focus();
  // Beside a list the row that is marked is the one that is decided.
  if (open >= 0) next?.click();
}
