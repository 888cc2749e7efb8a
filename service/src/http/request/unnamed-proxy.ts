import type { IncomingMessage, Server } from 'node:http';
import type { Config } from '../../settings/config.ts';
import type { Logger } from '../../settings/log.ts';

const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Warns once about a proxy in front that TRUSTED_PROXIES does not name: all people then share its
 * address, so one who guesses passwords slows down everyone, and the audit log has the proxy's
 * address. The service itself speaks no TLS, so an https address means a proxy.
 */
export function warnOfUnnamedProxy(server: Server, config: Config, log: Logger): void {
  if (config.trustedProxies.length > 0) return;
  if (config.publicUrl?.startsWith('https:')) return warn(log, 'PUBLIC_URL is https');
  const inspect = ({ headers }: IncomingMessage): void => {
    const header = FORWARDING.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    server.off('request', inspect);
    warn(log, `a request has the header ${header}`);
  };
  server.on('request', inspect);
}

function warn(log: Logger, sign: string): void {
  log.warn({ sign }, 'a proxy is in front but TRUSTED_PROXIES is not set: all share its address');
}
