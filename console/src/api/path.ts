declare const brand: unique symbol;

/** An address of the staff interface. Only `apiPath` makes one, so that no value can lead elsewhere. */
export type ApiPath = string & { readonly [brand]: 'ApiPath' };

/**
 * The address that a template writes after `/internal/v1`, each of its values as one segment. A
 * value of dots alone is refused: browsers walk up by it, however it is encoded.
 */
export function apiPath(
  texts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): ApiPath {
  const segments = values.map((value) => {
    const text = String(value);
    if (/^\.*$/.test(text)) throw new TypeError('not a segment of a path');
    return encodeURIComponent(text);
  });
  return `/internal/v1${String.raw({ raw: texts }, ...segments)}` as ApiPath;
}

/** The path with those parameters that have a value. */
export function withQuery(path: ApiPath, query: Readonly<Record<string, unknown>>): ApiPath {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
    if (typeof value === 'number') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return (text === '' ? path : `${path}?${text}`) as ApiPath;
}

/** Where the same is searched by POST. */
export function searchPath(path: ApiPath): ApiPath {
  return `${path}/search` as ApiPath;
}
