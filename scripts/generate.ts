// Writes the files that are generated from the code: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { openDatabase } from '../service/src/db/client.ts';
import { migrate } from '../service/src/db/migrate.ts';
import { startEmptyServer } from '../service/test/support/postgres-server.ts';
import { generateFiles } from './generated.ts';

const server = await startEmptyServer();
const database = openDatabase({ connection: server.connection, poolSize: 1 });
await migrate(database, { baseline: null });
for (const { path, content } of await generateFiles(database)) writeFileSync(path, content);
await database.close();
await server.stop();
