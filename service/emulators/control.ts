import type { Direction } from './book.ts';
import type { ControlledEmulator, Ledger } from './emulator.ts';
import { CALLBACK_PRESETS, FAULT_PRESETS } from './faults/fault-presets.ts';
import { type Answer, type Call, json } from './http.ts';
import { renderPage } from './page.ts';

const DECISIONS = { approve: 'succeeded', refuse: 'refused', expire: 'expired' } as const;

/** The page and its form targets, or `null` for a call to the operator's interface. */
export function answerPeople<Operation extends string, Details>(
  controlled: ControlledEmulator<Operation, Details>,
  { method, path, body }: Call,
): Answer | null {
  if (method === 'GET' && path === '/') {
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      body: renderPage(controlled),
    };
  }
  if (method === 'GET' && path === '/_emulator/ledger')
    return json(200, ledgerAsJson(controlled.ledger));
  const [, space, action = '', reference = '', number = ''] = path.split('/');
  if (space !== '_emulator') return null;
  if (method === 'GET' && action === 'statement' && isDirection(reference)) {
    return controlled.statement({ direction: reference, number: decodeURIComponent(number) });
  }
  if (method !== 'POST') return json(405, { message: 'POST only' });
  const form = new URLSearchParams(body);
  switch (action) {
    case 'approve':
    case 'refuse':
    case 'expire': {
      const decision = controlled.payments.decide(decodeURIComponent(reference), DECISIONS[action]);
      return decision.kind === 'done' ? backToPage() : json(409, decision);
    }
    case 'reverse': {
      const decision = controlled.payments.reverse(decodeURIComponent(reference));
      return decision.kind === 'done' ? backToPage() : json(409, decision);
    }
    case 'faults':
      return changeFaults(controlled, form)
        ? backToPage()
        : json(400, { message: 'no such fault' });
    case 'float':
      return changeFloat(controlled, form) ? backToPage() : json(400, { message: 'no such float' });
    case 'decide':
      controlled.settings.decide = form.get('decide') === 'manual' ? 'manual' : 'auto';
      return backToPage();
    default:
      return json(404, { message: 'no such control' });
  }
}

function changeFaults<Operation extends string, Details>(
  { faults, operations }: ControlledEmulator<Operation, Details>,
  form: URLSearchParams,
): boolean {
  if (form.get('action') === 'clear') {
    faults.clear();
    return true;
  }
  const name = form.get('fault') ?? '';
  const times = Number(form.get('times') || 0);
  const probability = Number(form.get('probability') || 1);
  if (!Number.isInteger(times) || times < 0 || !(probability > 0 && probability <= 1)) return false;
  const extent = { probability, ...(times > 0 ? { times } : {}) };
  const callbackFault = CALLBACK_PRESETS[name];
  if (callbackFault !== undefined) {
    faults.addToCallbacks('*', callbackFault, extent);
    return true;
  }
  const fault = FAULT_PRESETS[name];
  const wanted = form.get('operation') ?? '*';
  const operation = wanted === '*' ? '*' : operations.find((known) => known === wanted);
  if (fault === undefined || operation === undefined) return false;
  faults.add(operation, fault, extent);
  return true;
}

function changeFloat<Operation extends string, Details>(
  { payments }: ControlledEmulator<Operation, Details>,
  form: URLSearchParams,
): boolean {
  const amount = Number(form.get('amount') || Number.NaN);
  const direction = form.get('direction') ?? '';
  if (!Number.isFinite(amount) || amount < 0 || !isDirection(direction)) return false;
  payments.setFloat(direction, amount);
  return true;
}

function isDirection(text: string): text is Direction {
  return text === 'collection' || text === 'transfer';
}

function ledgerAsJson(ledger: Ledger<unknown>): unknown {
  return {
    payments: ledger.payments(),
    moves: ledger.moves(),
    floats: { collection: ledger.float('collection'), transfer: ledger.float('transfer') },
    requests: ledger.requests(),
    callbacks: ledger.callbacks(),
  };
}

function backToPage(): Answer {
  return { status: 303, headers: { location: '/' }, body: '' };
}
