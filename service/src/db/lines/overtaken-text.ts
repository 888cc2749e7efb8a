import { isLeftBehind, type Step } from '../../domain/lines/balance-chain.ts';
import { type GapRow, toGap } from './lines.ts';

/** In JSON: what a line has, and the readings of one of its texts that connect to nothing. */
export interface WaitingText {
  readonly cents: number;
  readonly time: string;
  readonly gaps: readonly GapRow[];
  readonly readings: readonly (Omit<Step, 'time' | 'cameAt'> & {
    readonly time: string;
    readonly cameAt: string;
  })[];
}

/** Reads a `WaitingText` for a row of receipts; `null` if no trusted balance has reached its line. */
export function waitingTextOf(receipt: string): string {
  return `(select json_build_object(
            'cents', l.balance_cents, 'time', l.balance_time, 'gaps', l.open_gaps,
            'readings', json_agg(json_build_object(
              'smsId', w.sms_id, 'beforeCents', w.before_cents, 'afterCents', w.after_cents,
              'time', w.time, 'tellsTime', w.tells_time, 'cameAt', w.at, 'about', w.about)))
    from balance_steps w join lines l on l.line = w.line
    where w.sms_id = ${receipt}.sms_id and w.state = 'waiting' and l.balance_time is not null
    group by l.line)`;
}

/** Whether the line went on without the text. */
export function isOvertaken(text: WaitingText | null): boolean {
  if (text === null) return false;
  const head = { cents: text.cents, time: new Date(text.time) };
  const readings = text.readings.map((reading) => ({
    ...reading,
    time: new Date(reading.time),
    cameAt: new Date(reading.cameAt),
  }));
  return isLeftBehind({ head, gaps: text.gaps.map(toGap) }, readings);
}
