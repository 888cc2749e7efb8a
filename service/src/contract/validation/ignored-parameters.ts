import type { TObject, TSchema } from 'typebox';
import { listOption } from './schema-options.ts';

type Members = ReadonlyMap<string, TSchema>;

/**
 * The interface ignores unknown members of query and body, and an unknown value of some filters
 * selects nothing. A header names what was not understood, so that a misspelt member is noticed.
 * Compiles what finds the text of this header, or `null` if all was understood.
 */
export function compileIgnored(schema: {
  readonly querystring?: TObject;
  readonly body?: TObject;
}): (request: { readonly query?: unknown; readonly body?: unknown }) => string | null {
  const query = membersOf(schema.querystring);
  const body = membersOf(schema.body);
  return (request) => {
    const ignored: string[] = [];
    addIgnored(ignored, query, request.query);
    addIgnored(ignored, body, request.body);
    return ignored.length === 0 ? null : ignored.slice(0, MAX_NAMED).join(', ');
  };
}

/** Enough to notice a mistake; a header has a limit. */
const MAX_NAMED = 5;
const LONGEST_NAMED = 40;

function membersOf(schema: TObject | undefined): Members {
  return new Map(Object.entries(schema?.properties ?? {}));
}

/** Each as an item of a structured field (RFC 9651), with what is accepted in its place. */
function addIgnored(ignored: string[], members: Members, given: unknown): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return;
  for (const name of Object.keys(given)) {
    const member = members.get(name);
    if (member === undefined) {
      ignored.push(`${plain(name)};accepted="${[...members.keys()].join(' ')}"`);
      continue;
    }
    const known = listOption(member, 'x-known');
    if (known === undefined) continue;
    // Of a repeated query parameter the last one counts.
    const value: unknown = [Reflect.get(given, name)].flat().at(-1);
    if (known.includes(value)) continue;
    ignored.push(`${plain(name)};value="${plain(String(value))}";accepted="${known.join(' ')}"`);
  }
}

/** What a caller sent, in characters that a header may have. */
function plain(text: string): string {
  return encodeURIComponent(text.slice(0, LONGEST_NAMED).toWellFormed());
}
