import { createServer } from '../../../src/app/compose-server.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { recordingLog, type TestService } from '../harness.ts';

/** What machines call with a secret of their own: a session of staff opens nothing there. */
const OF_MACHINES = /^\/internal\/v1\/(callbacks|gateways|sms)\//;

/** Every route of the service, such as `GET /internal/v1/receipts/:id`; HEAD goes with GET. */
export async function findRoutes(service: TestService): Promise<readonly string[]> {
  const { config, database, payments } = service;
  const found: string[] = [];
  const app = await createServer({
    config,
    database,
    log: recordingLog().log,
    metrics: createMetrics(database),
    payments,
    onQueued: () => {},
    onSubmitted: () => {},
    isStopping: () => false,
    watchRequests: (built) =>
      built.addHook('onRoute', ({ method, url }) => {
        const methods = [method].flat().filter((one) => one !== 'HEAD');
        found.push(...methods.map((one) => `${one} ${url}`));
      }),
  });
  await app.close();
  return found;
}

/** Every route of the staff interface. */
export async function findStaffRoutes(service: TestService): Promise<readonly string[]> {
  return (await findRoutes(service)).filter((route) => {
    const [, path = ''] = route.split(' ');
    return path.startsWith('/internal/') && !OF_MACHINES.test(path);
  });
}
