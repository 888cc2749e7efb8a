/** The service under load knows this key; it is no secret, the service lives for minutes. */
export const BENCH_API_KEY = 'bench-key-of-a-service-that-listens-on-loopback-only';

const HEAD = `host: localhost\r\nx-api-key: ${BENCH_API_KEY}\r\n`;

export function getRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`;
}

/** The body must be ASCII: its length is counted in characters. */
export function postRequest(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  let head = `POST ${path} HTTP/1.1\r\n${HEAD}content-type: application/json\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}
