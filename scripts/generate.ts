// Writes the files that are made from the code: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { openDatabase } from '../service/src/db/client.ts';
import { startTestServer, TEMPLATE_DATABASE } from '../service/test/support/postgres-server.ts';
import { generateFiles } from './generated.ts';

const server = await startTestServer();
const database = openDatabase({
  connection: { ...server.connection, database: TEMPLATE_DATABASE },
  poolSize: 1,
});
for (const { path, content } of await generateFiles(database)) writeFileSync(path, content);
await database.close();
await server.stop();
