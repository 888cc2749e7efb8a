import type { Message } from '../../src/domain/messages/message.ts';
import type {
  Adapter,
  Call,
  Connector,
  PreparedOrder,
  SendAnswer,
  StatusAnswer,
  Unknown,
} from '../../src/providers/provider.ts';
import { answerBy } from '../stand-ins/http-client.ts';
import { createAggregators } from './aggregators.ts';
import { type Book, createBook } from './book.ts';

/**
 * An operator with an interface like MTN's, and the aggregators before it. They lose calls and
 * answers, and report a status when asked.
 */
export function createOperator(seed: number) {
  const book = createBook(seed);
  answerBy(createAggregators(book));
  const connector = connectTo(book);
  return { ...book, adapter: { ...MTN, connect: () => connector } satisfies Adapter };
}

export type VirtualOperator = ReturnType<typeof createOperator>;

function connectTo(book: Book): Connector {
  return {
    prepare: async (order) => ({ kind: 'prepared', handle: order.reference }),
    send: (order, call) => send(book, order, call),
    ask: (order, call) => ask(book, order, call),
    check: async () => ({ kind: 'up', balanceXaf: 100_000_000 }),
    findPayeeName: async () => ({ kind: 'found', name: 'ABEGA SOLANGE' }),
    close: async () => {},
  };
}

async function send(book: Book, order: PreparedOrder, call: Call): Promise<SendAnswer> {
  const answer = await book.receive({ ...order, system: 'mtn' }, call.timeoutMs);
  if (answer.kind === 'lost') return lost(call);
  if (answer.kind === 'taken') return { kind: 'accepted', isFinal: false, providerTxId: null };
  return { ...answer, reason: REASON, code: 'NOT_ALLOWED' };
}

async function ask(book: Book, { reference }: PreparedOrder, call: Call): Promise<StatusAnswer> {
  const answer = await book.ask('mtn', reference, call.timeoutMs);
  if (answer.kind === 'lost') return lost(call);
  if (answer.kind === 'not_listed') return { kind: 'not_found' };
  const { state, operatorTxId } = answer.request;
  if (state === 'pending') return { kind: 'pending' };
  if (state === 'failed') return { kind: 'failed', reason: REASON, code: 'FAILED' };
  return { kind: 'succeeded', providerTxId: operatorTxId };
}

const MTN = {
  name: 'mtn-momo',
  // Orange, too, pays out so in this world.
  operators: ['mtn', 'orange'],
  abilities: {
    collect: true,
    payOut: true,
    payeeName: true,
    asksByReference: true,
    ownLines: false,
    simulated: false,
    payoutWallet: 'disbursement',
  },
  settings: [],
} as const;

const REASON: Message = { code: 'system_refused', params: { system: 'MTN' } };

function lost({ timeoutMs }: Call): Unknown {
  return { kind: 'unknown', problem: { code: 'no_answer_within', params: { ms: timeoutMs } } };
}
