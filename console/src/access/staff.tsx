import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStaff } from '../api/admin.ts';
import type { StaffMember } from '../api/types.ts';
import { useWaitingChanges } from '../changes/waiting-change.tsx';
import { useAsked } from '../hooks/use-asked.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark } from '../ui/badges.tsx';
import { ActsMenu } from '../ui/lists/acts-menu.tsx';
import { Table } from '../ui/lists/table.tsx';
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
        {({ staff: people }) => <People people={people} wantedId={id} onOpen={setOpen} />}
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

function People({ people, wantedId, onOpen }: PeopleProps) {
  const { actions, changes, roles } = useWords();
  const words = actions.staff;
  const me = useMe();
  const waiting = useWaitingChanges(({ kind }) => kind === 'staff');
  const isUnvouched = (person: StaffMember) => me.environment === 'live' && !person.is_vouched;
  return (
    <Table
      label={words.title}
      rows={people}
      keyOf={({ id }) => id}
      isWanted={({ id }) => id === wantedId}
      columns={[
        {
          head: words.name,
          cell: ({ id, name, email }) => (
            <>
              {name} {id === me.staff.id && <Mark tone="grey" text={words.you} />}
              <p className="soft long-text">{email}</p>
            </>
          ),
        },
        { head: words.role, from: 2, cell: ({ role }) => roles[role] },
        {
          head: words.secondFactor,
          from: 3,
          cell: (person) => (person.second_factor ? words.yes : words.no),
        },
        {
          head: words.state,
          from: 2,
          cell: (person) => (
            <span className="change-buttons">
              <Mark
                tone={person.disabled ? 'red' : 'green'}
                text={person.disabled ? words.disabled : words.active}
              />
              {isUnvouched(person) && <Mark tone="red" text={words.unvouched} />}
              {isUnvouched(person) && person.may_vouch === false && (
                <span className="soft">{words.vouchedByAnother}</span>
              )}
              {waiting.some(({ subject_id }) => subject_id === person.id) && (
                <Link to="/changes" className="inline-link">
                  {changes.states.open}
                </Link>
              )}
            </span>
          ),
        },
        {
          head: words.acts,
          kind: 'acts',
          cell: (person) =>
            person.id !== me.staff.id && (
              <PersonActs person={person} isUnvouched={isUnvouched(person)} onOpen={onOpen} />
            ),
        },
      ]}
    />
  );
}

interface PeopleProps {
  readonly people: readonly StaffMember[];
  /** A search led to this person. */
  readonly wantedId: string | undefined;
  readonly onOpen: (open: Open) => void;
}

function PersonActs({ person, isUnvouched, onOpen }: PersonActsProps) {
  const { actions, colon, list } = useWords();
  const words = actions.staff;
  return (
    <span className="row-acts">
      {isUnvouched && person.may_vouch !== false && (
        <button
          type="button"
          className="quiet-button"
          aria-label={words.vouchTitle(person.name)}
          onClick={() => onOpen({ kind: 'vouch', person })}
        >
          {words.vouch}
        </button>
      )}
      <ActsMenu label={`${list.otherActs}${colon} ${person.name}`}>
        <button
          type="button"
          aria-label={words.changeTitle(person.name)}
          onClick={() => onOpen({ kind: 'change', person })}
        >
          {words.change}
        </button>
        <button
          type="button"
          aria-label={`${words.reset}: ${person.name}`}
          onClick={() => onOpen({ kind: 'reset', person })}
        >
          {words.reset}
        </button>
      </ActsMenu>
    </span>
  );
}

interface PersonActsProps {
  readonly person: StaffMember;
  readonly isUnvouched: boolean;
  readonly onOpen: (open: Open) => void;
}
