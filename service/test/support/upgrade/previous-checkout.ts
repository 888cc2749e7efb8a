import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { findCommit, installCommit } from '../../../bench/against/install-release.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { startTestServer, TEMPLATE_DATABASE } from '../postgres-server.ts';
import type { Release } from './releases.ts';

/** The release with its own packages in a folder of its own, which goes with the test. */
export function checkOut(release: Release): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-release-'));
  // The server of its tests runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const found = findCommit(release.name);
  if (found === null) throw new Error(`This clone has no commit of ${release.name}.`);
  installCommit(found.commit, folder);
  return folder;
}

export interface TestsReport {
  readonly files: number;
  readonly passed: number;
  /** The file and the name of each. */
  readonly failed: readonly string[];
}

/** Runs its tests of routes, flows and queries on databases with the schema of this checkout. */
export async function runItsTests(release: Release, folder: string): Promise<TestsReport> {
  const server = await startTestServer();
  const template = openDatabase({
    connection: { ...server.connection, database: TEMPLATE_DATABASE },
    poolSize: 1,
  });
  // A start of an older program is refused; those that run already are not.
  await template.query({
    text: 'delete from schema_migrations where version > $1',
    values: [release.migrations],
  });
  await template.close();
  // Pages show files that a build makes, and nothing of a database.
  const files = globSync('service/test/**/{http,flows,db}/**/*.test.ts', { cwd: folder })
    .filter((file) => !file.includes('/http/pages/'))
    .sort();
  const output = await runAll(folder, files, {
    ...process.env,
    // What is packed is of this release.
    TEST_BUNDLES: undefined,
    TEST_POSTGRES: JSON.stringify(server.connection),
  });
  await server.stop();
  const passed = Number(/^# pass (\d+)$/m.exec(output)?.[1]);
  return { files: files.length, passed, failed: failedIn(output, folder) };
}

async function runAll(
  cwd: string,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  // A test runner that finds another around it reports to that one.
  const { NODE_TEST_CONTEXT: _, ...own } = env;
  const args = ['--test', '--test-concurrency=2', '--test-reporter=tap', ...files];
  const runner = spawn(process.execPath, args, {
    cwd,
    env: own,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts = await runner.stdout.setEncoding('utf8').toArray();
  return parts.join('');
}

function failedIn(output: string, folder: string): readonly string[] {
  return output
    .split(/^ *(?=not ok \d+ - )/m)
    .slice(1)
    .filter((block) => !block.includes(`failureType: 'subtestsFailed'`))
    .map((block) => {
      const [, name = ''] = /^not ok \d+ - (.*)$/m.exec(block) ?? [];
      const [, file = ''] = /location: '(.*?)(?::\d+)*'/.exec(block) ?? [];
      return `${file.replace(`${folder}/service/test/`, '')}: ${name}`;
    });
}
