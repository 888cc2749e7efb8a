// The console with reloading while it is written, in front of a service that runs already.
import { createServer } from 'vite';
import { VITE_CONFIG } from './vite-config.ts';

const service = process.env['SERVICE_URL'] ?? 'http://localhost:8000';
const server = await createServer({
  ...VITE_CONFIG,
  server: { port: 5173, proxy: { '/internal': service, '/health': service } },
});
await server.listen();
server.printUrls();
