import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Direction } from '../api/types.ts';
import { type KnownOperator, useOperators } from '../hooks/use-operators.ts';
import { DIRECTIONS, oneOf } from '../search.ts';
import { fieldOf } from '../ui/field-of.ts';
import { Section } from '../ui/section.tsx';
import { StepForm } from '../ui/step-form.tsx';
import { formatHour, formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import {
  type SandboxTransaction,
  useAdvanceClock,
  useCreateInSandbox,
  useOpenPhone,
} from './use-sandbox.ts';

const DEFAULT_DIRECTION: Direction = 'withdrawal';

/** Plays the platform, the player and the clock, to try the console with. */
export function Sandbox() {
  const { sandbox } = useWords().actions;
  const create = useCreateInSandbox();
  const number = create.data === undefined ? '' : create.variables.msisdn;
  return (
    <>
      <header className="screen-head">
        <h1>{sandbox.title}</h1>
      </header>
      <div className="beside">
        <CreateCard create={create} />
        <PhoneCard key={number} number={number} />
        <ClockCard />
      </div>
    </>
  );
}

function CreateCard({ create }: { readonly create: ReturnType<typeof useCreateInSandbox> }) {
  const { actions, fields, directions } = useWords();
  const operators = useOperators();
  return (
    <Section title={actions.sandbox.createTitle}>
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
    </Section>
  );
}

/** Begins with the number of the transaction that was just created. */
function PhoneCard({ number }: { readonly number: string }) {
  const { actions, fields } = useWords();
  const { phone } = actions.sandbox;
  const [first] = useOperators();
  const opening = useOpenPhone();
  return (
    <Section title={phone.title}>
      <p>{phone.hint}</p>
      <StepForm
        error={opening.error}
        onSubmit={(form) => opening.mutate(fieldOf(form, 'phone').trim())}
      >
        <TextInput
          label={fields.number}
          name="phone"
          type="tel"
          defaultValue={number}
          placeholder={first?.sampleNumber ?? ''}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" size="md" loading={opening.isPending}>
          {phone.open}
        </Button>
      </StepForm>
      <p role="status">
        {opening.data !== undefined && (
          <>
            <a href={opening.data.url} target="_blank" rel="noreferrer" className="inline-link">
              {phone.link(formatMsisdn(opening.variables))}
            </a>{' '}
            {phone.until(formatHour(opening.data.expires_at))}
          </>
        )}
      </p>
    </Section>
  );
}

function ClockCard() {
  const { clock } = useWords().actions.sandbox;
  const advance = useAdvanceClock();
  return (
    <Section title={clock.title}>
      <p>{clock.hint}</p>
      <StepForm
        error={advance.error}
        onSubmit={(form) => advance.mutate(Number(fieldOf(form, 'seconds')))}
      >
        <NativeSelect
          label={clock.label}
          name="seconds"
          size="md"
          data={Object.entries(clock.spans).map(([value, label]) => ({ value, label }))}
        />
        <Button type="submit" variant="default" size="md" loading={advance.isPending}>
          {clock.advance}
        </Button>
      </StepForm>
      <p role="status">{advance.data !== undefined && clock.passed(advance.data.transactions)}</p>
    </Section>
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
