import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  isWaiting,
  type Reset,
  useAddStaff,
  useChangeStaff,
  useResetStaff,
  useVouchForStaff,
} from '../api/admin.ts';
import { ROLES } from '../api/roles.ts';
import type { Role, StaffMember } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { oneOf } from '../search.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ConfirmDialog, Dialog } from '../ui/confirm-dialog.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { useAnnounce } from '../ui/result-message.tsx';
import { StepForm } from '../ui/step-form.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

export function AddDialog({ onClose, onPassword }: PasswordDialogProps) {
  const { actions, changes } = useWords();
  const { staff: words } = actions;
  const announce = useAnnounce();
  const add = useAddStaff();
  const { changes_second_person: waits } = useMe();
  const [role, setRole] = useState<Role>('viewer');
  return (
    <Dialog title={words.add} onClose={onClose}>
      <StepForm
        error={add.error}
        onSubmit={(form) =>
          add.mutate(
            {
              name: fieldOf(form, 'name').trim(),
              email: fieldOf(form, 'email').trim(),
              role: oneOf(ROLES, form.get('role')) ?? 'viewer',
            },
            {
              onSuccess: ({ one_time_password, waiting }) => {
                if (waiting !== undefined) announce({ tone: 'calm', text: changes.adminWaits });
                onPassword(one_time_password);
              },
            },
          )
        }
      >
        <TextInput
          label={words.name}
          name="name"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          label={words.email}
          name="email"
          type="email"
          required
          withAsterisk={false}
          autoComplete="off"
        />
        <RoleSelect initial={role} onChoose={setRole} />
        {waits && role === 'admin' && <p className="approvals-note">{changes.adminAsks}</p>}
        <Button type="submit" loading={add.isPending}>
          {words.add}
        </Button>
      </StepForm>
    </Dialog>
  );
}

interface PasswordDialogProps {
  readonly onClose: () => void;
  readonly onPassword: (password: string) => void;
}

interface PersonDialogProps {
  readonly person: StaffMember;
  readonly onClose: () => void;
}

export function ChangeDialog({ person, onClose }: PersonDialogProps) {
  const { actions, changes } = useWords();
  const words = actions.staff;
  const { changes_second_person: waits } = useMe();
  const change = useChangeStaff();
  const carryOut = useAdminAction();
  const [role, setRole] = useState<Role>(person.role);
  const [disabled, setDisabled] = useState(person.disabled);
  const isAdmin = role === 'admin' && !disabled;
  const wasAdmin = person.role === 'admin' && !person.disabled;
  return (
    <ConfirmDialog
      title={words.changeTitle(person.name)}
      tone={disabled ? 'danger' : 'go'}
      confirmLabel={actions.providers.save}
      asksReason
      asksSecond={isAdmin !== wasAdmin}
      onClose={onClose}
      onConfirm={async (reason) => {
        const parts = {
          ...(role === person.role ? {} : { role }),
          ...(disabled === person.disabled ? {} : { disabled }),
        };
        const answer = await carryOut(
          () => change.mutateAsync({ id: person.id, reason, ...parts }),
          (saved) => (isWaiting(saved) ? changes.waits : words.saved),
        );
        if (answer !== null) onClose();
      }}
    >
      <RoleSelect initial={role} onChoose={setRole} />
      <Switch
        label={words.disable}
        description={words.disableHint}
        color="red"
        checked={disabled}
        onChange={(event) => setDisabled(event.currentTarget.checked)}
      />
      {waits && wasAdmin && !isAdmin && <p className="soft">{changes.atOnce}</p>}
    </ConfirmDialog>
  );
}

export function VouchDialog({ person, onClose }: PersonDialogProps) {
  const { staff: words } = useWords().actions;
  const vouch = useVouchForStaff();
  return (
    <ActDialog
      title={words.vouchTitle(person.name)}
      confirmLabel={words.vouch}
      consequence={words.vouchMeans}
      onClose={onClose}
      act={(reason) => vouch.mutateAsync({ id: person.id, reason })}
      done={words.vouched(person.name)}
    />
  );
}

const RESETS = ['password', 'factors', 'sessions'] as const satisfies readonly Reset[];

export function ResetDialog(props: PersonDialogProps & PasswordDialogProps) {
  const { staff: words } = useWords().actions;
  const reset = useResetStaff();
  const carryOut = useAdminAction();
  const [what, setWhat] = useState<Reset>('password');
  const { id, name } = props.person;
  return (
    <ConfirmDialog
      title={words.resetTitle(name)}
      tone="danger"
      confirmLabel={words.reset}
      consequence={words.resetMeans[what]}
      asksReason
      onClose={props.onClose}
      onConfirm={async (reason) => {
        const answer = await carryOut(
          () => reset.mutateAsync({ id, what, reason }),
          words.resetDone(name),
        );
        const password = answer?.one_time_password ?? null;
        if (password === null) props.onClose();
        else props.onPassword(password);
      }}
    >
      <NativeSelect
        label={words.resetWhat}
        size="md"
        value={what}
        data={RESETS.map((value) => ({ value, label: words.resets[value] }))}
        onChange={(event) => setWhat(oneOf(RESETS, event.currentTarget.value) ?? what)}
      />
    </ConfirmDialog>
  );
}

function RoleSelect({ initial, onChoose }: RoleSelectProps) {
  const { actions, roles, roleMeanings } = useWords();
  const [role, setRole] = useState<Role>(initial);
  return (
    <NativeSelect
      label={actions.staff.role}
      description={roleMeanings[role]}
      name="role"
      size="md"
      value={role}
      data={ROLES.map((value) => ({ value, label: roles[value] }))}
      onChange={(event) => {
        const chosen = oneOf(ROLES, event.currentTarget.value) ?? role;
        setRole(chosen);
        onChoose(chosen);
      }}
    />
  );
}

interface RoleSelectProps {
  readonly initial: Role;
  readonly onChoose: (role: Role) => void;
}
