// Reads what others wrote: nothing here throws, and what has another form is empty.

export type Fields = Readonly<Record<string, unknown>>;

/** `null` for a text that is not JSON. Windows programs begin a text with a byte order mark. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
