import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ensureSigningKey } from '../../src/flows/webhooks/signing-keys.ts';
import { startEmbeddedPostgres } from '../../src/postgres/server.ts';
import { createVault } from '../../src/signing/sealed-text.ts';

export interface TestServer {
  readonly connection: ServerConnection;
  stop(): Promise<void>;
}

export type ServerConnection = Exclude<Connection, { readonly connectionString: string }>;

export const TEMPLATE_DATABASE = 'momo_template';

/**
 * A real PostgreSQL in a temporary folder, with a migrated database to clone from. It has a signing
 * key already, because making one takes 0.1 s of computing and a hundred services start on clones.
 */
export async function startTestServer(): Promise<TestServer> {
  const server = await startEmptyServer();
  await createTemplate(server.connection);
  return server;
}

export async function startEmptyServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'momo-test-'));
  // As root the server runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createTemplate(connection: ServerConnection): Promise<void> {
  const admin = openDatabase({ connection, poolSize: 1 });
  await admin.query({ text: `create database ${TEMPLATE_DATABASE}` });
  await admin.close();
  const template = openDatabase({
    connection: { ...connection, database: TEMPLATE_DATABASE },
    poolSize: 1,
  });
  await migrate(template);
  await ensureSigningKey({ database: template, vault: createVault(null) });
  await template.close();
}
