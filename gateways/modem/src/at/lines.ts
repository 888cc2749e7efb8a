export type AtEvent =
  | { readonly kind: 'line'; readonly line: string }
  /** The modem waits for more text: `> ` without an end of line. */
  | { readonly kind: 'prompt' }
  /** Longer than any modem's output: noise, which was thrown away. */
  | { readonly kind: 'noise' };

export interface LineReader {
  /** Takes input in pieces of any size and returns the complete lines. */
  readonly read: (piece: string) => readonly AtEvent[];
}

/** A message in hexadecimal has some 350 letters, a screen in UCS-2 at most 800. */
const LONGEST_LINE = 2_000;

/** What a modem sends unasked, even in the middle of a text over several lines. */
const NEVER_PART_OF_A_TEXT = /^(?:\+CMTI:|\+CME ERROR:|\+CMS ERROR:|\+CREG:|RING$|\+CUSD:)/;

/** Splits a modem's output into lines; a screen with line breaks between its quotes is one line. */
export function createLineReader(): LineReader {
  let rest = '';
  let open: string | null = null;
  const take = (line: string): readonly AtEvent[] => {
    if (open !== null && !NEVER_PART_OF_A_TEXT.test(line)) {
      open = `${open}\n${line}`;
      if (open.length > LONGEST_LINE) {
        open = null;
        return [{ kind: 'noise' }];
      }
      return isOpen(open) ? [] : finish();
    }
    if (line.startsWith('+CUSD:') && isOpen(line)) {
      // A second screen begins before the first one ends: the first one was cut.
      open = line;
      return [];
    }
    return line === '' ? [] : [{ kind: 'line', line }];
  };
  const finish = (): readonly AtEvent[] => {
    const line = open ?? '';
    open = null;
    return [{ kind: 'line', line }];
  };
  return {
    read: (piece) => {
      const lines = `${rest}${piece}`.split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      const events = lines.flatMap((line) => take(line.trimEnd()));
      if (open === null && /^> ?$/.test(rest)) {
        rest = '';
        return [...events, { kind: 'prompt' }];
      }
      if (rest.length <= LONGEST_LINE) return events;
      rest = '';
      return [...events, { kind: 'noise' }];
    },
  };
}

/** A quote was opened, and the last one does not end the text. */
function isOpen(line: string): boolean {
  return /^\+CUSD: *\d+ *, *"/.test(line) && !/^\+CUSD: *\d+ *, *"[^]*" *(?:, *\d*)?$/.test(line);
}
