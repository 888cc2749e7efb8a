import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useStaff } from '../api/admin.ts';
import type { StaffMember } from '../api/types.ts';
import { showInView } from '../hooks/show-in-view.ts';
import { useAsked } from '../hooks/use-asked.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark } from '../ui/badges.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';
import { AddDialog, ChangeDialog, ResetDialog, VouchDialog } from './staff-dialogs.tsx';

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'change'; readonly person: StaffMember }
  | { readonly kind: 'reset'; readonly person: StaffMember }
  | { readonly kind: 'vouch'; readonly person: StaffMember }
  | { readonly kind: 'password'; readonly password: string };

const route = getRouteApi('/staff');

export function Staff() {
  const { staff: words } = useWords().actions;
  const { staff } = useMe();
  const query = useStaff();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { id, ask } = route.useSearch();
  useAsked(ask, true, () => {
    if (staff.role === 'admin') setOpen({ kind: 'add' });
  });
  const showPassword = (password: string) => setOpen({ kind: 'password', password });
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
        {staff.role === 'admin' && (
          <Button size="sm" onClick={() => setOpen({ kind: 'add' })}>
            {words.add}
          </Button>
        )}
      </header>
      <Loaded query={query} shape="texts">
        {({ staff: people }) => (
          <ul className="rows">
            {people.map((person) => (
              <Person
                key={person.id}
                person={person}
                isWanted={person.id === id}
                onOpen={setOpen}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {open?.kind === 'add' && <AddDialog onClose={close} onPassword={showPassword} />}
      {open?.kind === 'change' && <ChangeDialog person={open.person} onClose={close} />}
      {open?.kind === 'reset' && (
        <ResetDialog person={open.person} onClose={close} onPassword={showPassword} />
      )}
      {open?.kind === 'vouch' && <VouchDialog person={open.person} onClose={close} />}
      {open?.kind === 'password' && (
        <ShownOnce
          title={words.password}
          secrets={[{ name: words.password, value: open.password }]}
          onClose={close}
        />
      )}
    </>
  );
}

function Person({ person, isWanted, onOpen }: PersonProps) {
  const { actions, roles, colon } = useWords();
  const words = actions.staff;
  const me = useMe();
  const isMe = person.id === me.staff.id;
  const isUnvouched = me.environment === 'live' && !person.is_vouched;
  return (
    <li
      className="row person"
      ref={isWanted ? showInView : undefined}
      data-here={isWanted || undefined}
    >
      <div className="person-who">
        <p>
          <strong>{person.name}</strong> {isMe && <Mark tone="grey" text={words.you} />}
        </p>
        <p className="soft long-text">{person.email}</p>
      </div>
      <Mark tone="blue" text={roles[person.role]} />
      <span className="soft">
        {words.secondFactor}
        {colon} {person.second_factor ? words.yes : words.no}
      </span>
      <Mark
        tone={person.disabled ? 'red' : 'green'}
        text={person.disabled ? words.disabled : words.active}
      />
      {isUnvouched && <Mark tone="red" text={words.unvouched} />}
      {!isMe && (
        <div className="person-buttons">
          {isUnvouched && (
            <Button
              size="xs"
              variant="default"
              aria-label={words.vouchTitle(person.name)}
              onClick={() => onOpen({ kind: 'vouch', person })}
            >
              {words.vouch}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={words.changeTitle(person.name)}
            onClick={() => onOpen({ kind: 'change', person })}
          >
            {words.change}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`${words.reset}: ${person.name}`}
            onClick={() => onOpen({ kind: 'reset', person })}
          >
            {words.reset}
          </Button>
        </div>
      )}
    </li>
  );
}

interface PersonProps {
  readonly person: StaffMember;
  /** A search led to this person. */
  readonly isWanted: boolean;
  readonly onOpen: (open: Open) => void;
}
