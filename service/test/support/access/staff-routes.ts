import { createServer } from '../../../src/app/compose-server.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { recordingLog, type TestService } from '../harness.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What machines call with a secret of their own: a session of staff opens nothing there. */
const OF_MACHINES = /^\/internal\/v1\/(callbacks|gateways|sms)\//;

/** Every route of the staff interface, such as `GET /internal/v1/receipts/:id`. */
export async function findStaffRoutes(service: TestService): Promise<readonly string[]> {
  const { config, database, payments } = service;
  const app = await createServer({
    config,
    database,
    log: recordingLog().log,
    metrics: createMetrics(database),
    payments,
    onQueued: () => {},
    onSubmitted: () => {},
    isStopping: () => false,
  });
  const found = METHODS.flatMap((method) =>
    parseTree(app.printRoutes({ commonPrefix: false, method }))
      .filter(isOfStaff)
      .map((path) => `${method} ${path}`),
  );
  await app.close();
  return found;
}

function isOfStaff(path: string): boolean {
  return path.startsWith('/internal/') && !OF_MACHINES.test(path);
}

/** Full paths from the router's drawing, where each level is four characters further in. */
function parseTree(drawing: string): readonly string[] {
  const above: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, branch = '', part = ''] = /^([│├└─\s]*)(\S+) \(/.exec(line) ?? [];
    if (part === '') return [];
    above.length = branch.length / 4 - 1;
    above.push(part);
    return [above.join('')];
  });
}
