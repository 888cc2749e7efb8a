import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Config, isAuthenticationOff, isLoopback, listenHost } from '../../settings/config.ts';
import { sha256 } from '../api-key-auth.ts';
import type { App } from '../app.ts';
import { RequestRefused } from '../errors.ts';

/**
 * Without authentication the service answers every request that reaches the port, and a web page in
 * a browser on this machine can send one: its name needs only to resolve to 127.0.0.1. The `Host`
 * header still has the page's own name, so names that are not ours are refused.
 */
export function refuseForeignHosts(app: App, config: Config): void {
  // If the service is open to a network without a key, this check protects nothing.
  if (!isAuthenticationOff(config) || !isLoopback(listenHost(config))) return;
  const isOwn = createHostCheck(config);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // Not the host that a proxy forwards: a page can send such a header itself.
    const { host } = raw.headers;
    const isForeign = host !== undefined && !isOwn(host);
    done(isForeign ? new RequestRefused({ code: 'foreign_host' }) : undefined);
  });
}

/** Returns a check whether a `Host`, with any port, can only mean this service. */
export function createHostCheck(config: Config): (host: string) => boolean {
  const publicName = config.publicUrl && new URL(config.publicUrl).hostname;
  return (host) => {
    const [, name = ''] = /^(\[[^\]]*\]|[^:]+)(?::\d*)?$/.exec(host.toLowerCase()) ?? [];
    const bare = name.replace(/^\[(.*)\]$/, '$1');
    return isLoopback(bare) || name === publicName;
  };
}

/** Whether a caller watches the service: with METRICS_TOKEN if it is set, else from this machine. */
export function createMonitorCheck(config: Config): (request: FastifyRequest) => boolean {
  const isOwnHost = createHostCheck(config);
  const { metricsToken } = config;
  return ({ ip, raw }) => {
    const { host = '', authorization = '' } = raw.headers;
    if (metricsToken !== null) {
      return timingSafeEqual(sha256(authorization), sha256(`Bearer ${metricsToken}`));
    }
    // A page in a browser on this machine may call by a name of its own.
    return isLoopback(ip.replace(/^::ffff:/, '')) && isOwnHost(host);
  };
}
