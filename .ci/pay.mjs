// Makes a deposit, lets it succeed and reads it, on any Node from 20 on: node .ci/pay.mjs ADDRESS
const [, , base] = process.argv;

const health = await call('GET', '/health');
expect(health.status === 'ok', health);
const deposit = await call('POST', '/api/v1/deposits', {
  player_id: crypto.randomUUID(),
  msisdn: '+237670000001',
  amount_xaf: 1500,
  operator: 'mtn',
  reference: 'first-deposit',
});
const path = `/api/v1/transactions/${deposit.service_tx_id}`;
expect((await call('GET', path)).state === 'pending', 'not pending');
const simulate = `/api/v1/sandbox/transactions/${deposit.service_tx_id}/simulate`;
await call('POST', simulate, { outcome: 'succeeded' });
const { direction, amount_minor, state } = await call('GET', path);
expect(state === 'succeeded' && amount_minor === 1500, { state, amount_minor });
process.stdout.write(`${direction} of ${amount_minor} XAF: ${state}\n`);

async function call(method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  expect(response.status === 200, { method, path, status: response.status, answer });
  return answer;
}

function expect(isSo, what) {
  if (!isSo) throw new Error(`unexpected: ${JSON.stringify(what)}`);
}
