import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check, Lock } from 'lucide-react';
import { useCloseDays, useClosings } from '../api/finance.ts';
import type { Closings as ClosingsAnswer } from '../api/types.ts';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatDate, formatMonth, formatWeekday, shortAmount } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { type CalendarDay, type DayState, toWeeks } from './calendar.ts';

/** The days as a calendar: closed, open, or waiting for a deposit. */
export function Closings() {
  const { finance: words, language } = useWords();
  const query = useClosings();
  const close = useCloseDays();
  const carryOut = useAdminAction();
  const dateOf = (day: string) => formatDate(`${day}T12:00:00Z`, language);
  const closeNow = () =>
    carryOut(
      () => close.mutateAsync(undefined),
      ({ closed }) => words.closedNow(closed.map(dateOf).join(', ')),
    );
  const open = query.data?.open ?? null;
  const canClose = open !== null && open.from <= open.last_over;
  return (
    <Section
      title={words.closings}
      tools={
        <Button
          size="sm"
          variant="default"
          loading={close.isPending}
          disabled={!canClose}
          onClick={() => void closeNow()}
        >
          {words.closeNow}
        </Button>
      }
    >
      {/* A calendar that waits for a deposit says so itself. */}
      {query.data !== undefined && !canClose && (open?.waits_for ?? null) === null && (
        <p className="soft">{words.nothingToClose}</p>
      )}
      <Loaded query={query} shape="short" lines={6}>
        {(closings) => <Calendar closings={closings} />}
      </Loaded>
    </Section>
  );
}

function Calendar({ closings }: { readonly closings: ClosingsAnswer }) {
  const { finance: words, language } = useWords();
  const weeks = toWeeks(closings);
  const [week] = weeks;
  if (week === undefined) return <Empty text={words.noClosings} />;
  const waitsFor = closings.open?.waits_for ?? null;
  return (
    <>
      {waitsFor !== null && (
        <p className="approvals-note">
          {words.dayWaits}{' '}
          <Link to="/transactions/$id" params={{ id: waitsFor }} className="note-link">
            {words.acts.open}
          </Link>
        </p>
      )}
      <table className="calendar" aria-label={words.closings}>
        <thead>
          <tr>
            {week.map(({ day }) => (
              <th key={day} scope="col">
                {formatWeekday(`${day}T12:00:00Z`, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]?.day}>
              {days.map((one) => (
                <DayCell key={one.day} one={one} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="legend-states soft">
        {(['closed', 'closable', 'waiting', 'running'] as const).map((state) => (
          <span key={state} data-state={state}>
            {words.dayStates[state]}
          </span>
        ))}
      </p>
    </>
  );
}

function DayCell({ one: { day, state, closing } }: { readonly one: CalendarDay }) {
  const { finance: words, language } = useWords();
  const number = Number(day.slice(8));
  const name = number === 1 ? `${number} ${formatMonth(`${day}T12:00:00Z`, language)}` : number;
  if (state === 'none') return <td data-state={state}>{name}</td>;
  const date = formatDate(`${day}T12:00:00Z`, language);
  return (
    <td data-state={state}>
      <Link to="/finance/$day" params={{ day }} title={`${date}, ${words.dayStates[state]}`}>
        <span className="calendar-day">
          {name} <DayIcon state={state} />
          <span className="unseen">
            {date}, {words.dayStates[state]}
          </span>
        </span>
        {closing !== null && (
          <span className="calendar-sum">
            {words.balanceThen(shortAmount(closing.wallets_xaf))}
            {closing.differences > 0 && <strong> · {words.differing(closing.differences)}</strong>}
          </span>
        )}
      </Link>
    </td>
  );
}

function DayIcon({ state }: { readonly state: DayState }) {
  if (state === 'closed') return <Check className="icon" aria-hidden="true" />;
  return state === 'waiting' ? <Lock className="icon" aria-hidden="true" /> : null;
}
