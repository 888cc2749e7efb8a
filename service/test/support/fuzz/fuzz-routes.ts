import assert from 'node:assert/strict';
import { Agent, request as sendRequest } from 'node:http';
import fc from 'fast-check';
import { STAFF_ROLES, type StaffRole } from '../../../src/domain/access/staff-role.ts';
import { signBody } from '../../../src/signing/gateway-signature.ts';
import { issueKey } from '../access/api-keys.ts';
import { setPolicy, withoutLimits } from '../access/policy.ts';
import { findRoutes } from '../access/routes.ts';
import { addPerson, PASSWORD, type Person, scriptHeaders, signedIn } from '../access/staff.ts';
import { type Asker, mayCall, WHO_MAY } from '../access/who-may.ts';
import { assertCatalogued } from '../catalogued.ts';
import type { TestService } from '../harness.ts';
import { addGateway, GATEWAY, SECRET } from '../receipts/sms.ts';
import { create, DEPOSITS } from '../transactions/payments.ts';
import type { Document } from './contract-requests.ts';
import { createKnownIds } from './known-ids.ts';
import {
  ADDRESS_SECRETS,
  learnAddresses,
  openAddresses,
  openPage,
  PAID_XAF,
  switchOn,
} from './open-addresses.ts';
import { type RoutedRequest, requestTo } from './route-requests.ts';

/** Credentials last a lot: requests sign people out, and move the clock of the sandbox. */
const LOT = 250;
const AT_A_TIME = 16;
const PATIENCE_MS = 20_000;

const LINE = '+237699000001';
/** Digits that nothing else here has. */
const BALANCE_XAF = 73_914_826;
const PLAYER = '5d1c6a52-9c0e-4b7e-8a55-2f60d1c94e37';
const NUMBER = '650918273';
const BUYER = '651827364';
const NUMBERS = [NUMBER, BUYER];

export interface RoutesReport {
  readonly requests: number;
  readonly routes: number;
  /** Routes that have answered a request with success. */
  readonly routesDone: number;
  /** Those that have not. */
  readonly routesNotDone: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  /** What must not be, one sentence each. */
  readonly problems: readonly string[];
}

interface Actor {
  readonly name: string;
  readonly asker: Asker;
  readonly headers: (request: RoutedRequest) => Readonly<Record<string, string>>;
  /** What no answer to them may contain. */
  readonly hidden: readonly string[];
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Asks every route that the service has, as everybody there is. Only who may is served; nobody is
 * shown a secret, another platform's payment or, as a viewer, a number or a balance.
 */
export async function fuzzRoutes(
  service: TestService,
  key: string,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<RoutesReport> {
  const routes = await findRoutes(service);
  const stage = await setStage(service, key);
  const { known, addresses, reference } = stage;
  const from = {
    known,
    addresses,
    reference,
    documents: await readDocuments(service, stage.people),
  };
  const weighed = routes.map((route) => ({
    // Few of their requests get past the address and the limits behind it.
    weight: addresses.has(route.split(' ')[1] ?? '') ? 4 : 1,
    arbitrary: requestTo(route, from),
  }));
  const anything = fc.tuple(fc.oneof(...weighed), fc.nat());
  const statuses: Record<string, number> = {};
  const problems: string[] = [];
  const done = new Set<string>();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  for (let sent = 0; sent < requests; sent += LOT) {
    const actors = await stage.enter();
    const numRuns = Math.min(LOT, requests - sent);
    const lot = fc.sample(anything, { seed: seed + sent, numRuns }).values();
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        for (const [request, n] of lot) await ask(actors, request, n);
      }),
    );
  }
  agent.destroy();
  const routesNotDone = routes.filter((route) => !done.has(route));
  const found = { routesDone: done.size, routesNotDone, statuses, problems };
  return { requests, routes: routes.length, ...found };

  async function ask(actors: readonly Actor[], request: RoutedRequest, n: number): Promise<void> {
    const actor = chooseActor(actors, request.route, n);
    const answer = await send(service.url, agent, request, actor.headers(request));
    statuses[answer?.status ?? 'none'] = (statuses[answer?.status ?? 'none'] ?? 0) + 1;
    const problem = findProblem(actor, request, answer);
    if (problem !== null) {
      problems.push(`${actor.name}, ${request.route}: ${problem}. ${describe(request)}`);
    }
    // The form of a page sends its reader on.
    if (answer === null || answer.status >= 400) return;
    done.add(request.route);
    learnAddresses(addresses, answer.text);
    known.remember(request.route, answer.text);
  }
}

function describe({ path, contentType, body }: RoutedRequest): string {
  const sent = body?.toString('utf8').slice(0, 600) ?? null;
  return JSON.stringify({ path: path.slice(0, 300), contentType, body: sent });
}

/** Half of the time one of those who may. */
function chooseActor(actors: readonly Actor[], route: string, n: number): Actor {
  const access = WHO_MAY[route] ?? 'admin';
  const able = actors.filter(({ asker, name }) =>
    access === 'secret' ? name === 'gateway' : mayCall(access, asker),
  );
  const drawn = n % 2 === 0 && able.length > 0 ? able : actors;
  return drawn[Math.floor(n / 2) % drawn.length] ?? assert.fail('there are actors');
}

/** Refused by who asks, or before that by a form that HTTP or the router does not take. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 414, 415, 429, 431]);

function findProblem(actor: Actor, request: RoutedRequest, answer: Answered | null): string | null {
  if (answer === null) return 'no answer';
  const { status, text } = answer;
  if (status === 500) return `500 ${text}`;
  // People read a page where a program reads a code.
  const isPage = request.route.includes(' /pay/') && text.startsWith('<!doctype html>');
  if (status > 500 && !(isPage && status === 503)) {
    try {
      assertCatalogued({ status, json: JSON.parse(text) });
    } catch {
      return `${status}, which docs/errors.md does not name: ${text.slice(0, 200)}`;
    }
  }
  const access = WHO_MAY[request.route];
  if (access === undefined) return 'not in the table of who may call what';
  // A gateway proves itself; what it says is then taken or not.
  const mayAsk = access === 'secret' ? actor.name === 'gateway' : mayCall(access, actor.asker);
  // A form of its own, such as a phone's page, proves itself by its address.
  const isSecret = access === 'secret' && !request.route.includes('/gateways/');
  if (!mayAsk && !isSecret && status < 500 && !REFUSALS.has(status)) return `answered ${status}`;
  const plain = withoutIds(text);
  const seen = actor.hidden.filter((secret) =>
    (/^\d+$/.test(secret) ? plain : text).includes(secret),
  );
  return seen.length === 0 ? null : `shows ${seen.join(', ')}`;
}

/** Ids have digits by chance, and people write figures with spaces and points. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '')
    .replaceAll(/(?<=\d)[ \u00A0\u202F.,'’](?=\d)/g, '');
}

/** Two platforms, a line with a balance, and two people of each role: a script and a browser. */
async function setStage(service: TestService, key: string) {
  const { database } = service;
  const { key: otherKey } = await issueKey(service, 'other');
  const secrets = [key, otherKey, SECRET, PASSWORD, '$argon2', 'sealed:v', ...ADDRESS_SECRETS];
  const sims = { 'sim-1': { operator: 'orange', line: LINE } } as const;
  await addGateway(database, { sims, opensWithXaf: BALANCE_XAF });
  const own = { 'x-api-key': key };
  const deposit = await create(service, DEPOSITS, {
    ...{ operator: 'mtn', msisdn: `+237${NUMBER}`, player_id: PLAYER },
  });
  const people = new Map<StaffRole, { readonly script: Person; readonly browser: Person }>();
  for (const role of STAFF_ROLES) {
    const [script, browser] = [await addPerson(database, role), await addPerson(database, role)];
    people.set(role, { script, browser });
  }
  const ids = new Set([...people.values()].flatMap((both) => [both.script.id, both.browser.id]));
  const opened = await openAddresses(service, {
    ...{ line: LINE, holdsXaf: BALANCE_XAF, buyer: BUYER, headers: own },
  });
  const first = [
    ...opened.ids,
    deposit.service_tx_id,
    LINE,
    GATEWAY,
    'sim-1',
    'CM',
    '2026-11-17',
    '0',
  ];
  const balances = [BALANCE_XAF, BALANCE_XAF + PAID_XAF].map(String);
  const fixed: readonly Actor[] = [
    {
      name: 'nobody',
      asker: { kind: 'nobody' },
      headers: () => ({}),
      hidden: [...secrets, ...balances, PLAYER, ...NUMBERS, '@example.com'],
    },
    {
      name: 'a stranger with invented credentials',
      asker: { kind: 'nobody' },
      headers: () => ({ 'x-api-key': 'mk_x', authorization: 'Bearer x', cookie: 'momo=x' }),
      hidden: [...secrets, ...balances, PLAYER, ...NUMBERS, '@example.com'],
    },
    {
      name: 'the platform',
      asker: { kind: 'application' },
      headers: () => own,
      hidden: [...secrets, ...balances, '@example.com'],
    },
    {
      name: 'another platform',
      asker: { kind: 'application' },
      headers: () => ({ 'x-api-key': otherKey }),
      hidden: [...secrets, ...balances, PLAYER, ...NUMBERS, '@example.com'],
    },
    {
      name: 'gateway',
      asker: { kind: 'nobody' },
      headers: signAsGateway,
      hidden: [...secrets, PLAYER, ...NUMBERS],
    },
  ];
  return {
    known: createKnownIds(first, ids),
    people,
    ...opened,
    enter: async (): Promise<readonly Actor[]> => {
      await setPolicy(service, withoutLimits(service.config));
      await switchOn(service);
      await openPage(service, opened.addresses, own);
      const entered = [...people].map(async ([role, { script, browser }]): Promise<Actor[]> => {
        const token = await scriptHeaders(database, script);
        const cookie = (await signedIn(service, browser)).cookie();
        const hidden = [...secrets, ...(role === 'viewer' ? [...balances, ...NUMBERS] : [])];
        const page = { cookie, origin: service.url };
        return [
          {
            name: `script of ${role}`,
            asker: { kind: 'script', role },
            headers: () => token,
            hidden,
          },
          { name: role, asker: { kind: 'browser', role }, headers: () => page, hidden },
          {
            name: `foreign page before ${role}`,
            asker: { kind: 'nobody' },
            headers: ({ route }) =>
              route.startsWith('GET ') ? {} : { cookie, origin: 'https://evil.example' },
            hidden,
          },
        ];
      });
      return [...fixed, ...(await Promise.all(entered)).flat()];
    },
  };
}

function signAsGateway({ body }: RoutedRequest): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = signBody(SECRET, { raw: body ?? Buffer.alloc(0), timestamp });
  return { 'x-signature': signature, 'x-timestamp': timestamp };
}

type People = Awaited<ReturnType<typeof setStage>>['people'];

/** The public document, and that of the staff interface as the service describes itself. */
async function readDocuments(service: TestService, people: People): Promise<readonly Document[]> {
  const { script } = people.get('viewer') ?? assert.fail('there is a viewer');
  const headers = await scriptHeaders(service.database, script);
  return Promise.all(
    ['/openapi.json', '/internal/v1/openapi.json'].map(async (path) => {
      const answer = await fetch(`${service.url}${path}`, { headers });
      return (await answer.json()) as Document;
    }),
  );
}

/** As it is: `fetch` would resolve dots in the path. Null when nothing is answered in time. */
function send(
  url: string,
  agent: Agent,
  { route, path, contentType, body }: RoutedRequest,
  headers: Readonly<Record<string, string>>,
): Promise<Answered | null> {
  const { hostname: host, port } = new URL(url);
  const [method = ''] = route.split(' ');
  const type = contentType === null ? {} : { 'content-type': contentType };
  const length = { 'content-length': String(body?.length ?? 0) };
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port,
      method,
      path,
      agent,
      headers: { ...type, ...length, ...headers },
    };
    const request = sendRequest(options, (response) => {
      const { statusCode: status = 0 } = response;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('close', () => resolve({ status, text: Buffer.concat(parts).toString('utf8') }));
      response.on('error', () => {});
      // The feed of events never ends by itself.
      if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
    });
    request.setTimeout(PATIENCE_MS, () => {
      request.destroy();
      resolve(null);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(null);
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}
