import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SandboxTransaction, useCreateInSandbox } from '../api/decisions.ts';
import type { Direction } from '../api/types.ts';
import { type KnownOperator, useOperators } from '../hooks/use-operators.ts';
import { DIRECTIONS, oneOf } from '../search.ts';
import { fieldOf } from '../ui/field-of.ts';
import { StepForm } from '../ui/step-form.tsx';
import { useWords } from '../words/words.tsx';

const DEFAULT_DIRECTION: Direction = 'withdrawal';

/** Makes transactions without a platform, to try the console with. */
export function Sandbox() {
  const { actions, fields, directions } = useWords();
  const operators = useOperators();
  const create = useCreateInSandbox();
  return (
    <>
      <header className="screen-head">
        <h1>{actions.sandbox.title}</h1>
      </header>
      <div className="card narrow">
        <p>{actions.sandbox.hint}</p>
        <StepForm
          error={create.error}
          onSubmit={(form) => {
            const wanted = orderOf(form, operators);
            if (wanted !== null) create.mutate(wanted);
          }}
        >
          <NativeSelect
            label={fields.direction}
            name="direction"
            size="md"
            defaultValue={DEFAULT_DIRECTION}
            data={DIRECTIONS.map((value) => ({ value, label: directions[value] }))}
          />
          <NativeSelect
            label={fields.operator}
            name="operator"
            size="md"
            data={operators.map(({ name: value, label }) => ({ value, label }))}
          />
          <TextInput
            label={fields.number}
            name="msisdn"
            type="tel"
            placeholder={operators[0]?.sampleNumber ?? ''}
          />
          <TextInput
            label={fields.amount}
            description={actions.sandbox.amountShort}
            name="amount"
            type="number"
            min={100}
            step={1}
            defaultValue={12500}
            required
            withAsterisk={false}
          />
          <TextInput label={actions.sandbox.callback} name="callback_url" type="url" />
          <Button type="submit" size="md" loading={create.isPending}>
            {actions.sandbox.create}
          </Button>
        </StepForm>
        <p role="status">
          {create.data !== undefined && (
            <>
              {actions.sandbox.created}{' '}
              <Link to="/transactions/$id" params={{ id: create.data.id }} className="inline-link">
                {actions.sandbox.open}
              </Link>
            </>
          )}
        </p>
      </div>
    </>
  );
}

function orderOf(form: FormData, operators: readonly KnownOperator[]): SandboxTransaction | null {
  const operator = operators.find(({ name }) => name === form.get('operator'));
  if (operator === undefined) return null;
  const number = fieldOf(form, 'msisdn').trim();
  const callbackUrl = fieldOf(form, 'callback_url').trim();
  return {
    direction: oneOf(DIRECTIONS, form.get('direction')) ?? DEFAULT_DIRECTION,
    operator: operator.name,
    // A number with one of the operator's prefixes, so that the first try succeeds.
    msisdn: number === '' ? operator.sampleNumber : number,
    amount_xaf: Number(fieldOf(form, 'amount')),
    callback_url: callbackUrl === '' ? null : callbackUrl,
  };
}
