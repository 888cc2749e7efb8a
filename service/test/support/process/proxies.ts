import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { eventually, launch } from '../service-process.ts';
import { freePort } from './rolling-restarts.ts';

export interface Said {
  readonly status: number;
  /** The service itself has answered, not the proxy. */
  readonly isService: boolean;
}

/** A proxy with TLS: what the outside gets from it, and what staff get. */
export interface Proxy {
  outside(method: string, path: string, json?: object, headers?: Headers): Promise<Said>;
  staff(method: string, path: string): Promise<Said>;
  /** All that it has written so far. */
  logs(): string;
  readonly outsidePort: number;
}

type Headers = Readonly<Record<string, string>>;

export const API_KEY = 'the-key-of-a-platform-behind-proxies';
const PUBLIC = 'pay.example.com';
const STAFF = 'console.example.internal';

/** Debian's Caddy with packaging/proxy/Caddyfile; names, ports and its own files are the test's. */
export async function startCaddy(servicePort: string): Promise<Proxy> {
  const folder = makeFolder();
  const [outside, staff] = [await freePort(), await freePort()];
  const options = 'admin off\nskip_install_trust\nlocal_certs\ndefault_bind 127.0.0.1';
  const text = readFileSync(join(CHECKOUT, 'packaging/proxy/Caddyfile'), 'utf8');
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, text.replace('\n{\n', `\n{\n${options}\n`));
  const caddy = launch({
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      MOMO_PUBLIC: `${PUBLIC}:${outside}`,
      MOMO_STAFF: `${STAFF}:${staff}`,
      MOMO_STAFF_ADDRESS: '127.0.0.1',
      MOMO_SERVICE: `127.0.0.1:${servicePort}`,
    },
  });
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  const readCa = () => readFileSync(root, 'utf8');
  return ready({ outside, staff, readCa, logs: () => caddy.output() });
}

/** Debian's nginx with packaging/proxy/nginx.conf, where only ports and certificates are changed. */
export async function startNginx(servicePort: string): Promise<Proxy> {
  const { folder, file, outside, staff } = await writeNginxConf(servicePort);
  // Its workers outlive a master that is killed.
  const nginx = launch({ command: ['nginx', '-p', folder, '-c', file], ownGroup: true });
  const readCa = () =>
    [PUBLIC, STAFF].map((name) => readFileSync(join(folder, `${name}.pem`), 'utf8')).join('\n');
  const files = ['momo.log', 'momo-error.log', 'error.log'].map((name) => join(folder, name));
  const logs = () => [nginx.output(), ...files.map((one) => readFileSync(one, 'utf8'))].join('\n');
  return ready({ outside, staff, readCa, logs });
}

export interface NginxConf {
  readonly folder: string;
  readonly file: string;
  readonly outside: number;
  readonly staff: number;
}

/** packaging/proxy/nginx.conf as a whole configuration, with free ports and new certificates. */
export async function writeNginxConf(servicePort: string): Promise<NginxConf> {
  const folder = makeFolder();
  const [outside, staff] = [await freePort(), await freePort()];
  for (const name of [PUBLIC, STAFF]) makeCertificate(folder, name);
  const text = readFileSync(join(CHECKOUT, 'packaging/proxy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${outside} ssl`)
    .replace('listen 10.0.0.1:443 ssl', `listen 127.0.0.1:${staff} ssl`)
    .replace('server 127.0.0.1:8000', `server 127.0.0.1:${servicePort}`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll(/\/etc\/ssl\/(?:private\/)?/g, `${folder}/`);
  const file = join(folder, 'nginx.conf');
  const own = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(file, `${own} http { ${paths}\n${text}\n}`);
  return { folder, file, outside, staff };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-proxy-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'caddy'), { recursive: true });
  return folder;
}

function makeCertificate(folder: string, name: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...names, ...files], {
    stdio: 'ignore',
  });
}

async function ready(at: {
  readonly outside: number;
  readonly staff: number;
  readonly readCa: () => string;
  readonly logs: () => string;
}): Promise<Proxy> {
  const proxy: Proxy = {
    outside: (method, path, json, headers) =>
      ask({ port: at.outside, servername: PUBLIC, ca: at.readCa(), method, path }, json, headers),
    staff: (method, path) =>
      ask({ port: at.staff, servername: STAFF, ca: at.readCa(), method, path }),
    logs: at.logs,
    outsidePort: at.outside,
  };
  const answers = async () => {
    try {
      const both = [await proxy.outside('GET', '/health'), await proxy.staff('GET', '/health')];
      return both.every(({ isService }) => isService);
    } catch {
      return false;
    }
  };
  await eventually('the proxy answers', answers, 30_000);
  return proxy;
}

/** The path goes out as it is written, and the certificate is checked. */
function ask(
  options: {
    readonly port: number;
    readonly servername: string;
    readonly ca: string;
    readonly method: string;
    readonly path: string;
  },
  json?: object,
  more: Headers = {},
): Promise<Said> {
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  const host = `${options.servername}:${options.port}`;
  const headers = {
    host,
    'x-api-key': API_KEY,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  const sent = request({ ...options, host: '127.0.0.1', headers, agent: false }, (answer) => {
    answer.resume();
    const isService = answer.headers['x-request-id'] !== undefined;
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, isService }));
  });
  sent.once('error', reject);
  sent.end(json === undefined ? undefined : JSON.stringify(json));
  return promise;
}
