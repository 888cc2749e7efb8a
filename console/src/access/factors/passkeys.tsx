import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { knowsPasskeys, NoPasskey, useFactors, useRemovePasskey } from '../../api/factors.ts';
import { useSessionStep } from '../../api/session.ts';
import { fieldOf } from '../../ui/field-of.ts';
import { Time } from '../../ui/figures.tsx';
import { useAnnounce } from '../../ui/result-message.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Unloaded } from '../../ui/states/loaded.tsx';
import { StepForm } from '../../ui/step-form.tsx';
import { ignoreEnd, useAdminAction } from '../../ui/use-admin-action.ts';
import { useWords } from '../../words/words.tsx';

/** The passkeys of this person, and a new one. */
export function Passkeys() {
  const { factors: words, empty } = useWords();
  const query = useFactors();
  const remove = useRemovePasskey();
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  if (query.data === undefined) return <Unloaded query={query} shape="short" lines={2} />;
  return (
    <div className="form">
      <p>{words.passkeysHint}</p>
      {query.data.passkeys.length === 0 && <Empty text={empty.passkeys} />}
      <ul className="key-lines" aria-label={words.passkeys}>
        {query.data.passkeys.map(({ id, name, last_used_at: usedAt }) => (
          <li key={id} className="key-line">
            <strong>{name}</strong>
            <span className="soft">
              {usedAt === null ? (
                words.neverUsed
              ) : (
                <>
                  {words.lastUsed} <Time at={usedAt} />
                </>
              )}
            </span>
            <button
              type="button"
              className="quiet-button"
              onClick={() =>
                void carryOut(() => remove.mutateAsync(id), words.removed).catch(ignoreEnd)
              }
            >
              {words.remove(name)}
            </button>
          </li>
        ))}
      </ul>
      <NewPasskey onDone={() => announce({ tone: 'good', text: words.added })} />
    </div>
  );
}

/** Also part of signing in, for those who must add a second factor. */
export function NewPasskey({ onDone }: { readonly onDone?: () => void }) {
  const { factors: words } = useWords();
  const step = useSessionStep();
  const [round, setRound] = useState(0);
  if (!knowsPasskeys()) return <p className="soft">{words.unknownHere}</p>;
  return (
    <StepForm
      key={round}
      error={step.error instanceof NoPasskey ? null : step.error}
      onSubmit={(form) =>
        step.mutate(
          { kind: 'add_passkey', name: fieldOf(form, 'passkey').trim() },
          {
            onSuccess: () => {
              setRound(round + 1);
              onDone?.();
            },
          },
        )
      }
    >
      <TextInput
        label={words.name}
        description={words.nameHint}
        name="passkey"
        maxLength={60}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      {step.error instanceof NoPasskey && (
        <p className="form-problem" role="alert">
          {words.noPasskey}
        </p>
      )}
      <Button type="submit" variant="default" loading={step.isPending}>
        {words.add}
      </Button>
    </StepForm>
  );
}
