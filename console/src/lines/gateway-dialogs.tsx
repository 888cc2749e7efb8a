import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isWaiting, useIssueGatewayKey, usePlaceSim } from '../api/admin.ts';
import type { Gateway, GatewayKey } from '../api/types.ts';
import { useOperators } from '../hooks/use-operators.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAnnounce } from '../ui/result-message.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

const DIALECTS = ['android', 'kannel', 'signed'] as const satisfies readonly Gateway['dialect'][];

/** Adds a gateway, or gives one that is there a new secret. */
export function KeyDialog({ gateway, onClose, onIssued }: KeyDialogProps) {
  const { gateways: words, changes } = useWords();
  const issue = useIssueGatewayKey();
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  const [name, setName] = useState(gateway?.gateway ?? '');
  const [dialect, setDialect] = useState<Gateway['dialect']>(gateway?.dialect ?? 'android');
  return (
    <ConfirmDialog
      title={gateway === null ? words.addTitle : words.newSecretTitle(gateway.gateway)}
      tone="go"
      confirmLabel={gateway === null ? words.add : words.newSecret}
      {...(gateway === null ? {} : { consequence: words.newSecretMeans })}
      asksReason
      asksSecond
      isBlocked={name === ''}
      onClose={onClose}
      onConfirm={async (reason) => {
        const asked = { gateway: name.trim(), dialect, reason };
        const answer = await carryOut(() => issue.mutateAsync(asked), null);
        if (answer === null) return onClose();
        if (isWaiting(answer)) announce({ tone: 'calm', text: changes.waits });
        else onIssued(answer);
        onClose();
      }}
    >
      {gateway === null && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <NativeSelect
        size="md"
        label={words.dialect}
        value={dialect}
        data={DIALECTS.map((value) => ({ value, label: words.dialects[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setDialect(DIALECTS.find((one) => one === value) ?? dialect)
        }
      />
    </ConfirmDialog>
  );
}

interface KeyDialogProps {
  /** `null` for a new one. */
  readonly gateway: Gateway | null;
  readonly onClose: () => void;
  readonly onIssued: (key: GatewayKey) => void;
}

/** Says which of our lines a SIM of the gateway is. */
export function SimDialog({ gateway: { gateway }, onClose }: SimDialogProps) {
  const { gateways: words } = useWords();
  const place = usePlaceSim();
  const operators = useOperators();
  const [sim, setSim] = useState('');
  const [line, setLine] = useState('');
  const [operator, setOperator] = useState<string>(operators[0]?.name ?? '');
  const [isOnly, setOnly] = useState(false);
  return (
    <ActDialog
      title={words.placeTitle(gateway)}
      confirmLabel={words.placeSim}
      consequence={words.placeMeans}
      asksSecond
      isBlocked={sim.trim() === '' || line.trim().length < 4}
      onClose={onClose}
      act={(reason) => {
        const asked = { gateway, sim: sim.trim(), operator, line: line.trim(), is_only: isOnly };
        return place.mutateAsync({ ...asked, reason });
      }}
      done={words.placed}
    >
      <TextInput
        label={words.sim}
        value={sim}
        maxLength={100}
        onChange={(event) => setSim(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        size="md"
        label={words.operator}
        value={operator}
        data={operators.map(({ name: value, label }) => ({ value, label }))}
        onChange={(event) => setOperator(event.currentTarget.value)}
      />
      <TextInput
        label={words.line}
        value={line}
        maxLength={20}
        onChange={(event) => setLine(event.currentTarget.value)}
      />
      <Checkbox
        label={words.isOnly}
        checked={isOnly}
        onChange={(event) => setOnly(event.currentTarget.checked)}
      />
    </ActDialog>
  );
}

interface SimDialogProps {
  readonly gateway: Gateway;
  readonly onClose: () => void;
}
