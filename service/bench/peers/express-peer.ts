// What a team would write first: Express and the driver, one insert per request. It only checks
// the same key and fields and stores one row.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Pool } from 'pg';
import { BENCH_API_KEY } from '../load/request-text.ts';
import { INSERT_DEPOSIT, PEER_POOL } from './peer-table.ts';

interface Answer {
  readonly status: (code: number) => Answer;
  readonly json: (body: unknown) => void;
}
interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}
interface Express {
  (): {
    readonly use: (handler: unknown) => void;
    readonly post: (
      path: string,
      handler: (request: Request, answer: Answer) => Promise<void>,
    ) => void;
    readonly listen: (
      port: number,
      host: string,
      onListening: () => void,
    ) => { readonly address: () => AddressInfo };
  };
  readonly json: () => unknown;
}

const [packages = '', connection = '{}'] = process.argv.slice(2);
const express = createRequire(join(packages, 'package.json'))('express') as Express;
const pool = new Pool({ ...(JSON.parse(connection) as object), max: PEER_POOL });
const app = express();
app.use(express.json());
app.post('/api/v1/deposits', async (request, answer) => {
  if (request.headers['x-api-key'] !== BENCH_API_KEY) {
    answer.status(401).json({ detail: 'The API key is missing or unknown.' });
    return;
  }
  const { player_id, msisdn, amount_xaf, operator, reference } = request.body ?? {};
  const isValid =
    typeof player_id === 'string' &&
    typeof msisdn === 'string' &&
    /^\+237\d{9}$/.test(msisdn) &&
    typeof amount_xaf === 'number' &&
    amount_xaf >= 100 &&
    (operator === 'mtn' || operator === 'orange') &&
    typeof reference === 'string';
  if (!isValid) {
    answer.status(422).json({ detail: [] });
    return;
  }
  const id = randomUUID();
  const { rows } = await pool.query({
    name: 'insert',
    text: INSERT_DEPOSIT,
    values: [id, player_id, msisdn, amount_xaf, operator, reference],
  });
  answer.json({
    service_tx_id: id,
    reference,
    player_id,
    operator,
    msisdn,
    amount_xaf,
    state: 'pending',
    created_at: rows[0]?.created_at,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://localhost:${server.address().port}\n`);
});
process.once('SIGTERM', () => process.exit());
