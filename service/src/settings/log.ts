import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { CAMEROON_NUMBER_IN_TEXT } from '../domain/msisdn.ts';
import type { Config } from './config.ts';

export type { Logger };

/**
 * Logs for a person at a terminal, otherwise JSON lines. Whatever a caller passes, keys and full
 * phone numbers are never written: the last step before writing checks the finished line.
 */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: createErrorDescriber() },
      hooks: { streamWrite: scrub },
    },
    destination,
  );
}

/** Replaces API keys, bearer tokens, webhook secrets and phone numbers in a finished log line. */
export function scrub(line: string): string {
  return line
    .replace(/\b(svc_(?:live|test)_[A-Za-z0-9]+)_[A-Za-z0-9_-]+/g, '$1_[hidden]')
    .replace(/\bwhsec_[A-Za-z0-9+/=_-]+/g, 'whsec_[hidden]')
    .replace(/\b(Bearer|Basic) [A-Za-z0-9+/=._~-]+/gi, '$1 [hidden]')
    .replace(/(postgres(?:ql)?:\/\/[^\s:@/"]*):[^\s@"]*@/g, '$1:[hidden]@')
    .replace(/\+\d{8,15}(?!\d)/g, maskDigits)
    .replace(NATIONAL_NUMBERS, maskDigits);
}

/** Not within an id or an amount with decimals. */
const NATIONAL_NUMBERS = new RegExp(`(?<![\\w.-])${CAMEROON_NUMBER_IN_TEXT}(?![\\w.-]*\\w)`, 'g');

function maskDigits(number: string): string {
  return `${number.slice(0, -7)}*****${number.slice(-2)}`;
}

/** For so long the stack of a fault is not repeated. */
const STACK_EVERY_MS = 60_000;
/** At most this many places are remembered; a service has far fewer. */
const MAX_PLACES = 1_000;

/**
 * Describes errors with their stacks, once a minute for each place. An outage makes the same fault
 * hundreds of times: the others have `repeated`, how often the fault was met since its stack.
 */
function createErrorDescriber(): (error: unknown) => Record<string, unknown> {
  const places = new Map<string, { readonly shownAt: number; repeated: number }>();
  return (error) => {
    const described = describeError(error);
    const place = placeOf(described);
    const known = places.get(place);
    const now = performance.now();
    if (known === undefined || now - known.shownAt >= STACK_EVERY_MS) {
      if (places.size >= MAX_PLACES) places.clear();
      places.set(place, { shownAt: now, repeated: 0 });
      return described;
    }
    known.repeated += 1;
    return { ...withoutStacks(described), repeated: known.repeated };
  };
}

/** What kind of error, and the line of code that made it. */
function placeOf({ type, code, message, stack }: Record<string, unknown>): string {
  const [frame = message] = /^ +at .+$/m.exec(String(stack)) ?? [];
  return [type, code, frame].map(String).join(' ');
}

function withoutStacks({
  stack: _stack,
  cause,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  const isError = typeof cause === 'object' && cause !== null;
  return isError ? { ...rest, cause: withoutStacks({ ...cause }) } : rest;
}

/** PostgreSQL puts whole rows into `detail` and `where`; only what shows the cause is kept. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const described: Record<string, unknown> = { type: error.name, message: error.message };
  if ('code' in error && typeof error.code === 'string') described['code'] = error.code;
  if (error.stack !== undefined) described['stack'] = error.stack;
  if (error.cause !== undefined) described['cause'] = describeError(error.cause);
  return described;
}

function standardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return pino.destination({ dest: 1, sync: false, minLength: 0 });
  return PinoPretty({ translateTime: 'SYS:HH:MM:ss.l', sync: true });
}
