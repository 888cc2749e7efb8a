import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCreateInSandbox } from '../api/decisions.ts';
import type { Direction, Operator } from '../api/types.ts';
import { DIRECTIONS, OPERATORS, oneOf } from '../search.ts';
import { fieldOf } from '../ui/field-of.ts';
import { StepForm } from '../ui/step-form.tsx';
import { useWords } from '../words/words.tsx';

// Numbers of the prefix tables, so that the first try succeeds.
const SAMPLE_NUMBERS = { mtn: '+237670000001', orange: '+237690000001' } as const satisfies Record<
  Operator,
  string
>;
const DEFAULT_DIRECTION: Direction = 'withdrawal';

/** Makes transactions without a platform, to try the console with. */
export function Sandbox() {
  const { actions, fields, directions, operators } = useWords();
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
            const operator = oneOf(OPERATORS, form.get('operator')) ?? 'mtn';
            const number = fieldOf(form, 'msisdn').trim();
            const callbackUrl = fieldOf(form, 'callback_url').trim();
            create.mutate({
              direction: oneOf(DIRECTIONS, form.get('direction')) ?? DEFAULT_DIRECTION,
              operator,
              msisdn: number === '' ? SAMPLE_NUMBERS[operator] : number,
              amount_xaf: Number(fieldOf(form, 'amount')),
              callback_url: callbackUrl === '' ? null : callbackUrl,
            });
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
            data={OPERATORS.map((value) => ({ value, label: operators[value] }))}
          />
          <TextInput label={fields.number} name="msisdn" type="tel" placeholder="+237670000001" />
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
