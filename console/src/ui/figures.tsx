import { CopyButton } from '@mantine/core';
import { useNow } from '../hooks/use-now.ts';
import { formatAge, formatAhead, formatMsisdn, formatTime, formatUtc } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

export function Money({ xaf }: { readonly xaf: number }) {
  return <span className="money">{formatMoney(xaf)}</span>;
}

/** Douala time; the hover shows UTC, which logs and the platform use. */
export function Time({ at, withSeconds = false }: TimeProps) {
  const { language } = useWords();
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {formatTime(at, language)}
      {withSeconds && `:${at.slice(17, 19)}`}
    </time>
  );
}

interface TimeProps {
  readonly at: string;
  /** Where the order of two acts matters. */
  readonly withSeconds?: boolean;
}

export function Age({ since }: { readonly since: string }) {
  const words = useWords();
  const now = useNow();
  return (
    <time dateTime={since} title={`${formatTime(since, words.language)} · ${formatUtc(since)}`}>
      {formatAge(since, now, words)}
    </time>
  );
}

/** When something is expected; what is far ahead is not known to the minute. */
export function Ahead({ at }: { readonly at: string }) {
  const words = useWords();
  const now = useNow();
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {formatAhead(at, now, words)}
    </time>
  );
}

/** An unmasked phone number, for where it is needed: before a decision, and in the detail. */
export function Msisdn({ value }: { readonly value: string }) {
  return <span className="msisdn">{formatMsisdn(value)}</span>;
}

/** The two things that must be right before money moves, large. */
export function MoneyAndNumber({ xaf, msisdn }: MoneyAndNumberProps) {
  return (
    <div className="decision-facts">
      <p className="decision-amount">
        <Money xaf={xaf} />
      </p>
      <p className="decision-number">
        <Msisdn value={msisdn} />
      </p>
    </div>
  );
}

interface MoneyAndNumberProps {
  readonly xaf: number;
  readonly msisdn: string;
}

/** Of a value that is masked for this person there is nothing to copy. */
export function CopyText({ value, label }: { readonly value: string; readonly label: string }) {
  const { shell } = useWords();
  if (/[*•]/.test(value)) return null;
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <button
          type="button"
          className="quiet-button"
          onClick={copy}
          aria-label={`${shell.copy}: ${label}`}
        >
          {copied ? shell.copied : shell.copy}
        </button>
      )}
    </CopyButton>
  );
}
