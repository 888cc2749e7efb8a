/** What a DATABASE_URL may require of its node: only what we need. */
const WANTED_SESSIONS = new Set(['read-write', 'primary']);

/**
 * One URL for each node of a URL as PostgreSQL's own library reads it, with several hosts before
 * the path or in `host=`. Throws an Error without the URL, which holds a password.
 */
export function nodeUrls(text: string): readonly string[] {
  const [, start = '', authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (start === '') throw new Error('must start with postgresql://');
  const [, credentials = '', named = ''] = /^(.*@)?([^@]*)$/s.exec(authority) ?? [];
  const [path = '', query = ''] = rest.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  refuseOtherSessions(parameters.get('target_session_attrs'));
  const hosts = (parameters.get('host') ?? named).split(',');
  const ports = parameters.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error('must name one port, or as many ports as hosts');
  }
  const isInQuery = parameters.has('host');
  return hosts.map((host, at) => {
    const own = new URLSearchParams(parameters);
    own.delete('target_session_attrs');
    const port = ports[at] ?? ports[0];
    if (isInQuery) own.set('host', host);
    if (port !== undefined) own.set('port', port);
    const urlHost = isInQuery ? 'localhost' : host;
    const suffix = own.size === 0 ? '' : `?${own.toString()}`;
    const url = `${start}${credentials}${urlHost}${path}${suffix}`;
    if ((hosts.length > 1 && host === '') || !URL.canParse(url)) {
      throw new Error('is not a valid URL');
    }
    return url;
  });
}

function refuseOtherSessions(wanted: string | null): void {
  if (wanted === null || WANTED_SESSIONS.has(wanted)) return;
  throw new Error('must have target_session_attrs=read-write, or none');
}

/** Where a URL leads, for people: without the password. */
export function describeDatabaseUrl(text: string): string {
  const urls = nodeUrls(text).map((url) => new URL(url));
  const hosts = urls.map((url) => url.searchParams.get('host') ?? url.host);
  return `${hosts.join(',')}${urls[0]?.pathname ?? ''}`;
}
