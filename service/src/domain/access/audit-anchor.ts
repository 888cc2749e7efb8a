/** The last line of the audit log at some moment, kept where the database's owner cannot change it. */
export interface AuditAnchor {
  readonly line: number;
  readonly hash: string;
  /** When the line was written. */
  readonly at: string;
}

/** As it is stored and printed: one line of JSON. */
export function formatAnchor({ line, hash, at }: AuditAnchor): string {
  return JSON.stringify({ line, hash, at });
}

/** The anchors of a text with one on each line, or `null` if a line is something else. */
export function parseAnchors(text: string): readonly AuditAnchor[] | null {
  const anchors: AuditAnchor[] = [];
  for (const row of text.split('\n')) {
    if (row.trim() === '') continue;
    const anchor = parseAnchor(row);
    if (anchor === null) return null;
    anchors.push(anchor);
  }
  return anchors;
}

function parseAnchor(row: string): AuditAnchor | null {
  try {
    const { line, hash, at } = JSON.parse(row) as Partial<Record<keyof AuditAnchor, unknown>>;
    const isAnchor =
      Number.isSafeInteger(line) &&
      typeof hash === 'string' &&
      /^[0-9a-f]{64}$/.test(hash) &&
      typeof at === 'string';
    return isAnchor ? { line: Number(line), hash, at } : null;
  } catch {
    return null;
  }
}
