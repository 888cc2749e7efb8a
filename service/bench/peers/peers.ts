import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/db/client.ts';
import type { Children } from '../ground/children.ts';
import type { DatabaseServer } from '../ground/database-server.ts';
import { startProgram, type Target } from '../ground/target.ts';
import { BENCH_API_KEY } from '../load/request-text.ts';
import { CREATE_DEPOSITS, INSERT_DEPOSIT, PEER_POOL } from './peer-table.ts';

/** What a team might write instead of the service, or `null` if its packages are missing. */
export interface Peer {
  readonly name: string;
  readonly start: () => Promise<Target | null>;
}

const DATABASE = 'peers';
const EXPRESS = 'express@5.3.0';
const PYTHON = '/usr/bin/python3';

/** The peers use the same server as the service, in a database of their own. */
export async function preparePeers(
  children: Children,
  { address, folder }: DatabaseServer,
): Promise<readonly Peer[]> {
  const admin = openDatabase({ connection: address, poolSize: 1 });
  await admin.query({ text: `create database ${DATABASE}` });
  await admin.close();
  const connection = { ...address, database: DATABASE };
  const own = openDatabase({ connection, poolSize: 1 });
  await own.query({ text: CREATE_DEPOSITS });
  await own.close();
  return [
    {
      name: 'Express + pg',
      start: async () => {
        const packages = await installExpress(folder);
        if (packages === null) return null;
        const script = join(import.meta.dirname, 'express-peer.ts');
        const args = [script, packages, JSON.stringify(connection)];
        return startProgram(children, { program: process.execPath, args, env: {} });
      },
    },
    {
      name: 'FastAPI + asyncpg',
      start: async () => {
        const has = spawnSync(PYTHON, ['-c', 'import fastapi, uvicorn, asyncpg']);
        if (has.status !== 0) return null;
        const script = join(import.meta.dirname, 'fastapi_peer.py');
        const settings = {
          connection,
          pool: PEER_POOL,
          key: BENCH_API_KEY,
          insert: INSERT_DEPOSIT,
        };
        const args = [script, JSON.stringify(settings)];
        return startProgram(children, { program: PYTHON, args, env: {} });
      },
    },
  ];
}

/** Installs into a folder of the run: the service does not need it. */
async function installExpress(folder: string): Promise<string | null> {
  const packages = join(folder, 'peers');
  await mkdir(packages, { recursive: true });
  await writeFile(join(packages, 'package.json'), '{}');
  try {
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', EXPRESS];
    await promisify(execFile)('npm', args, { cwd: packages, timeout: 60_000 });
    return packages;
  } catch {
    return null;
  }
}
