/** Facts with fields, one line of JSON each, never with texts, numbers or PINs. */
export type Log = (
  event: string,
  fields?: Readonly<Record<string, string | number | null>>,
) => void;

export function createLog(write: (line: string) => void): Log {
  return (event, fields = {}) =>
    write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`);
}
