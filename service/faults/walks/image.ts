import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { buildImage } from '../../test/support/process/image.ts';
import { freePort } from '../../test/support/process/rolling-restarts.ts';
import { launch } from '../../test/support/service-process.ts';
import { findSystemPostgres, startSystemPostgres } from '../../test/support/system-postgres.ts';

/** Builds the image of packaging/container and looks at it: not root, a root that is only read. */
export async function serveFromImage() {
  const bin = findSystemPostgres();
  assert.ok(bin !== null);
  const { root, runIn, config } = await buildImage();
  assert.equal(config.User, '10001:10001');
  assert.deepEqual([config.Entrypoint, config.Cmd], [['momo'], ['start']]);
  assert.equal(config.StopSignal, 'SIGTERM');
  assert.match(String(config.Healthcheck?.Test), /readyz/);
  const programs = execFileSync('find', [root, '-name', 'initdb'], { encoding: 'utf8' });
  assert.equal(programs, '', 'the database came along without being asked for');

  const PORT = String(await freePort());
  const alone = launch({ command: runIn({ PORT }, ['momo', 'start']) });
  assert.equal((await alone.ended).code, 1);
  assert.match(alone.output(), /PostgreSQL programs .* are not installed.*DATABASE_URL/);

  const url = new URL(await startSystemPostgres(bin, { port: await freePort() }));
  const env = {
    PORT,
    HOST: '127.0.0.1',
    DATABASE_URL: String(url),
    DRAIN_SECONDS: '0',
    PROCESSES: '2',
  };
  const service = launch({ command: runIn(env, ['momo', 'start']) });
  await service.seen(/^ {2}Stop /m);
  const health = [...(config.Healthcheck?.Test ?? [])].slice(1);
  const probe = launch({ command: runIn(env, health) });
  assert.deepEqual(await probe.ended, { code: 0, signal: null });
  const who = 'id -u; touch /usr/x /etc/x 2>&1; touch /var/lib/momo/x && echo stays';
  const looked = launch({ command: runIn(env, ['sh', '-c', who]) });
  await looked.ended;
  assert.match(looked.output(), /^10001\n/);
  assert.match(looked.output(), /\/usr\/x.*Read-only[^]*\/etc\/x.*Read-only[^]*stays/);
  const answer = await fetch(`http://127.0.0.1:${PORT}/console`);
  assert.equal(answer.status, 200);
  assert.equal((await service.end('SIGTERM')).code, 0);
  return {};
}
