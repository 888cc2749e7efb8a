import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { ConfigError, readConfig } from '../../../../gateways/modem/src/config.ts';
import { createJobsOffice } from '../../../../gateways/modem/src/service/ask-for-jobs.ts';
import { exchange, post } from '../../../../gateways/modem/src/service/post.ts';
import { createLineJobs } from '../../../src/flows/lines/line-jobs.ts';
import { playAgent, SIM, WELL } from '../../support/lines/played-agent.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { addGateway, GATEWAY, SECRET } from '../../support/receipts/sms.ts';
import { eventually } from '../../support/service-process.ts';

// The modem agent's own client, the real service, and a program between them that changes answers.

const LINE = '+237670000099';
const SMS = `/internal/v1/sms/${GATEWAY}`;
const service = await startLiveService();
await addGateway(service.database, { sims: { [SIM]: { operator: 'mtn', line: LINE } } });
await playAgent(service).poll();

interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the program between does with an answer. */
let change: (passed: Passed) => Passed = (passed) => passed;
beforeEach(() => {
  change = (passed) => passed;
});

const relay = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const headers = Object.fromEntries(
    ['content-type', 'x-signature', 'x-timestamp'].map((name) => [
      name,
      String(request.headers[name]),
    ]),
  );
  const answer = await fetch(`${service.url}${request.url}`, { method: 'POST', headers, body });
  const signature = answer.headers.get('x-signature');
  const passed = change({
    status: answer.status,
    headers: signature === null ? {} : { 'x-signature': signature },
    body: await answer.text(),
  });
  response.writeHead(passed.status, passed.headers).end(passed.body);
});
const between = await listen(relay);
const address = { url: `${between}${SMS}`, secret: SECRET, ca: null };
const stopping = new AbortController().signal;
const limits = { stopping, deadlineMs: 5_000 };
const office = createJobsOffice(address, stopping);
const TEXT = { type: 'sms', sim: SIM, sender: 'MobileMoney', text: 'Bonjour' };

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a job whose amount is changed on the way is not done', async () => {
  const jobs = createLineJobs(service.database);
  const job = {
    ...({ operator: 'mtn', line: LINE, action: 'transfer' } as const),
    ...{ reference: randomUUID(), msisdn: '+237677000001', amountXaf: 2_500 },
  };
  const given = jobs.give(job, 8_000);
  const agent = playAgent(service);
  await eventually('the job is there', async () => (await agent.poll()).length > 0);
  const ask = () => office.ask([{ ...WELL, screen: null, since: null }], stopping);
  assert.equal((await ask())?.[0]?.amountXaf, 2_500, 'as it is, it is believed');
  const changes: readonly (readonly [what: string, change: typeof change])[] = [
    ['the amount', (passed) => ({ ...passed, body: passed.body.replace('2500', '9500') })],
    ['the payee', (passed) => ({ ...passed, body: passed.body.replace('677000001', '677000002') })],
    ['the signature', (passed) => ({ ...passed, headers: { 'x-signature': 'ab'.repeat(32) } })],
    ['no signature', (passed) => ({ ...passed, headers: {} })],
    ['the status', (passed) => ({ ...passed, status: 201 })],
  ];
  for (const [what, changed] of changes) {
    change = changed;
    assert.equal(await ask(), null, what);
  }
  change = (passed) => passed;
  const [offered] = (await ask()) ?? [];
  change = (passed) => ({ ...passed, body: passed.body.replace('taken', 'gone') });
  assert.deepEqual(await office.take(offered ?? assert.fail()), { kind: 'away' });
  assert.deepEqual(await given, { kind: 'taken' }, 'the service itself has got the question');
});

test('the answer to one question is no answer to another, not even to the same one again', async () => {
  const ask = () => exchange(address, TEXT, limits);
  let first: Passed | null = null;
  change = (passed) => {
    first ??= passed;
    return first;
  };
  assert.equal((await ask()).kind, 'answered');
  assert.deepEqual(await ask(), { kind: 'unproven', status: 200, isSigned: true });
  assert.deepEqual(await post(address, { type: 'ping', stores: [] }, stopping), {
    kind: 'away',
    problem: 'status 200 with a wrong signature: another program answers',
  });
});

test('a text is only finished by an answer of the service', async () => {
  assert.deepEqual(await post(address, TEXT, stopping), { kind: 'taken' });
  assert.deepEqual(await post(address, { type: 'sms', sim: SIM }, stopping), {
    ...{ kind: 'refused', status: 422 },
  });
  for (const status of [200, 422, 500]) {
    change = () => ({ status, headers: {}, body: '{"status":"stored"}' });
    assert.equal((await post(address, TEXT, stopping)).kind, 'away', String(status));
  }
  change = () => ({ status: 413, headers: {}, body: '{}' });
  assert.equal((await post(address, TEXT, stopping)).kind, 'failed', 'kept, and tried again');
});

test('only the service can have a question signed with another time', async () => {
  let asked = 0;
  change = () => {
    asked += 1;
    return { status: 425, headers: {}, body: '{"timestamp":"1999999999"}' };
  };
  assert.equal((await exchange(address, TEXT, limits)).kind, 'unproven');
  assert.equal(asked, 1);
});

test('a service of release 0.2, which signs nothing, is said to need its upgrade first', async () => {
  change = ({ status, body }) => ({ status, body, headers: {} });
  assert.deepEqual(await post(address, TEXT, stopping), {
    kind: 'away',
    problem: 'status 200 without a signature: upgrade the service before this program',
  });
});

test('a stranger gets no signature of the service', async () => {
  const unknown = { ...address, secret: 'another secret' };
  assert.deepEqual(await exchange(unknown, TEXT, limits), {
    ...{ kind: 'unproven', status: 401, isSigned: false },
  });
});

/** A certificate for `localhost`, signed by itself. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'momo-agent-tls-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
    ...subject,
  ];
  execFileSync('openssl', [...kind, '-keyout', files.key, '-out', files.cert], { stdio: 'ignore' });
  return {
    folder,
    file: files.cert,
    key: readFileSync(files.key),
    cert: readFileSync(files.cert, 'utf8'),
  };
}

test('a certificate is checked whatever the environment says, and a private CA is named', async () => {
  const [own, foreign] = [makeCertificate(), makeCertificate()];
  let asked = 0;
  const server = createTlsServer({ key: own.key, cert: own.cert }, (request, response) => {
    asked += 1;
    relay.emit('request', request, response);
  });
  const url = (await listen(server)).replace('http://127.0.0.1', 'https://localhost');
  const secure = { ...address, url: `${url}${SMS}` };
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
  for (const ca of [null, foreign.cert]) {
    const { kind, ...why } = await post({ ...secure, ca }, TEXT, stopping);
    assert.equal(kind, 'away');
    assert.match(JSON.stringify(why), /SELF_SIGNED|UNABLE_TO_VERIFY/);
  }
  assert.equal(asked, 0, 'no text has left');
  const byNumber = { ...secure, url: secure.url.replace('localhost', '127.0.0.1'), ca: own.cert };
  assert.match(JSON.stringify(await post(byNumber, TEXT, stopping)), /ALTNAME_INVALID/);
  assert.deepEqual(await post({ ...secure, ca: own.cert }, TEXT, stopping), { kind: 'taken' });
});

test('the file of a private CA is read at the start, or the program does not start', () => {
  const { folder, file, cert } = makeCertificate();
  const read = (caFile: string) => {
    const config = join(folder, 'momo-modem.json');
    const secret = join(folder, 'secret');
    writeFileSync(secret, SECRET, { mode: 0o600 });
    const modems = [{ port: '/dev/ttyUSB2' }];
    const fields = { url: 'https://localhost/', secret_file: secret, state_folder: folder, modems };
    writeFileSync(config, JSON.stringify({ ...fields, ca_file: caFile }));
    return readConfig(config).ca;
  };
  assert.equal(read(file), cert);
  for (const wrong of [join(folder, 'none.pem'), join(folder, 'secret')]) {
    assert.throws(
      () => read(wrong),
      new ConfigError(`${wrong} holds no certificate that can be read`),
    );
  }
});
