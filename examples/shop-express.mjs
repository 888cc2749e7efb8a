// A shop with Express: it asks for a payment, and an order is paid when its webhook says so.
// PORT, SHOP_URL (how the service reaches the shop), MOMO_URL and MOMO_KEY are its settings.
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import express from 'express';
import { ApiError, createClient, expressWebhook } from 'momo-sdk';

const { PORT = '3000', SHOP_URL = `http://localhost:${PORT}`, MOMO_URL, MOMO_KEY } = process.env;

const payments = createClient({
  baseUrl: MOMO_URL ?? 'http://localhost:8000',
  apiKey: MOMO_KEY ?? 'none',
});
/** A real shop keeps its orders in a database. */
const orders = new Map();
const app = express();

// Before express.json(): the signature is about the bytes as they came.
app.post(
  '/hooks/payments',
  expressWebhook(payments.verifyWebhook, ({ event, direction, reference }) => {
    // A withdrawal that succeeds is money that you have paid.
    const order = direction === 'deposit' ? orders.get(reference) : undefined;
    // Money that came beside the payment: refund it.
    if (order && event === 'checkout.surplus') order.hasSurplus = true;
    // An event may come twice, and success may follow an expiry: paid once, it stays paid.
    else if (order && order.state !== 'paid') order.state = STATES[event] ?? order.state;
  }),
);

const STATES = {
  'payment.succeeded': 'paid',
  'checkout.paid': 'paid',
  'payment.failed': 'failed',
  'payment.expired': 'expired',
};

app.use(express.json());

app.post('/orders', async ({ body }, response) => {
  const reference = randomUUID();
  // The order is there before money is asked for, so that no webhook finds it missing.
  orders.set(reference, { state: 'waiting' });
  const deposit = await payments.createDeposit({
    player_id: randomUUID(),
    msisdn: body.msisdn,
    amount_xaf: body.amount_xaf,
    operator: body.operator,
    reference,
    callback_url: `${SHOP_URL}/hooks/payments`,
  });
  const { service_tx_id, collection_mode, instructions } = deposit;
  response.json({ reference, service_tx_id, collection_mode, instructions });
});

// Without a form of its own: the buyer pays on a page of the service and comes back.
app.post('/buy', async ({ body }, response) => {
  const reference = randomUUID();
  orders.set(reference, { state: 'waiting' });
  const checkout = await payments.createCheckout({
    amount_xaf: body.amount_xaf,
    reference,
    description: 'An order at the shop',
    callback_url: `${SHOP_URL}/hooks/payments`,
    return_url: `${SHOP_URL}/thanks`,
  });
  response.redirect(303, checkout.url);
});

// What the browser brings proves nothing: the shop asks with its key.
app.get('/thanks', async ({ query }, response) => {
  const { reference, state } = await payments.getCheckout(String(query.checkout_id));
  if (state === 'paid') orders.set(reference, { ...orders.get(reference), state });
  response.json({ reference, state });
});

app.get('/orders/:reference', ({ params }, response) => {
  const order = orders.get(params.reference);
  response.status(order ? 200 : 404).json(order ?? { state: 'unknown' });
});

// What the service refuses because of the customer's input is the customer's to mend.
app.use((error, _request, response, next) => {
  if (!(error instanceof ApiError) || error.status >= 500) return next(error);
  return response.status(400).json({ error: error.message });
});

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`The shop is at ${SHOP_URL}\n`));
