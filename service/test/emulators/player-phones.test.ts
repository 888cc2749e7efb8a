import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWallet } from '../../emulators/modem/wallet.ts';
import { startPlayerPhones } from '../../emulators/phone/player-phones.ts';
import { startMtn } from './mtn-client.ts';

test('a phone shows what its number is asked for by each operator, and answers it', async (t) => {
  const { emulator, create } = await startMtn(t, { decide: 'manual' });
  const wallet = createWallet({ pin: '73915', providerWallet: { balance: 0 } });
  const phones = await startPlayerPhones({
    networks: [
      { ...emulator, payments: emulator.ledger.payments, merchant: 'BY INTERFACE' },
      {
        merchant: 'BY SIM',
        payments: wallet.payments.list,
        approve: (reference) => wallet.payments.decide(reference, 'succeeded'),
        refuse: (reference) => wallet.payments.decide(reference, 'refused'),
        dial: (code) => (code === '*1#' ? { amountXaf: 70 } : null),
        payByCode: (number) => wallet.receive({ number, amount: 70 }),
      },
    ],
  });
  t.after(async () => {
    wallet.stop();
    await phones.stop();
  });
  const { reference } = await create('collection', {
    payer: { partyIdType: 'MSISDN', partyId: '237677000001' },
  });
  wallet.ask({ number: '677000001', amount: 300 });
  const page = async (path: string) => (await fetch(`${phones.url}${path}`)).text();
  const press = async (form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(form);
    return (await fetch(`${phones.url}/677000001`, { method: 'POST', body })).text();
  };
  assert.match(await page('/'), /href="\/677000001"/);
  assert.match(await page('/677000001'), /BY INTERFACE asks[^]*BY SIM asks for <b>300 FCFA/);
  assert.match(await page('/677000002'), /Nobody asks for money/);
  const [asked] = wallet.payments.list();
  const prompt = asked?.reference ?? '';
  assert.match(await press({ prompt, answer: 'confirm', pin: '' }), /Type a PIN/);
  assert.match(await press({ prompt, answer: 'confirm', pin: '1234' }), /Paiement de 300 FCFA/);
  assert.match(await press({ prompt: reference, answer: 'refuse' }), /You have refused/);
  assert.equal(emulator.ledger.find(reference)?.state, 'refused');
  assert.match(await page('/677000001?dial=*1%23'), /Pay <b>70 FCFA/);
  await press({ code: '*1#', answer: 'confirm', pin: '1234' });
  assert.equal(wallet.balance, 370);
});
