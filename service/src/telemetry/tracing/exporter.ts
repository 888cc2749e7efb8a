import { encodeSpans, type Owners, type Span } from './span.ts';

export interface ExporterParts {
  readonly url: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly findOwners: (ids: readonly string[]) => Promise<Owners>;
  /** Called when spans are lost; a payment is worth more than its trace. */
  readonly onTrouble: (error: unknown, lost: number) => void;
}

export interface Exporter {
  readonly add: (span: Span) => void;
  /** Sends what is left. */
  readonly close: () => Promise<void>;
}

const EVERY_MS = 1_000;
/** Spans that come faster than a collector takes them are lost, rather than kept in memory. */
const MOST_WAITING = 10_000;
const TIMEOUT_MS = 5_000;

/** Collects spans and posts them once a second. */
export function createExporter(parts: ExporterParts): Exporter {
  let waiting: Span[] = [];
  let lost = 0;
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;
  const timer = setInterval(() => {
    if (!isSending) sending = send();
  }, EVERY_MS);
  timer.unref();

  return {
    add: (span) => {
      if (waiting.length < MOST_WAITING) waiting.push(span);
      else lost += 1;
    },
    close: async () => {
      clearInterval(timer);
      await sending;
      await send();
    },
  };

  async function send(): Promise<void> {
    if (waiting.length === 0) return;
    const spans = waiting;
    waiting = [];
    isSending = true;
    try {
      await post(parts, spans);
      if (lost > 0) parts.onTrouble(new Error('more spans than the collector takes'), lost);
    } catch (error) {
      parts.onTrouble(error, lost + spans.length);
    }
    lost = 0;
    isSending = false;
  }
}

async function post(
  { url, resource, findOwners }: ExporterParts,
  spans: readonly Span[],
): Promise<void> {
  const others = spans.flatMap(({ subject }) =>
    subject.kind === 'reference' || subject.kind === 'sms' ? [subject.id] : [],
  );
  const owners = others.length === 0 ? new Map<string, string>() : await findOwners(others);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(encodeSpans(spans, owners, resource)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
}
