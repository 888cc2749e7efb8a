import type { Direction, KeptBook, Payment } from './book.ts';
import { type Callback, type Callbacks, createCallbacks } from './callbacks.ts';
import { answerPeople } from './control.ts';
import type { CoreOptions, Emulator, Ledger, OperatorInterface, Settings } from './emulator.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { answerWithFault } from './faults/striking.ts';
import { listen } from './http.ts';
import { createPayments, type Outcome, type Payments } from './payments.ts';
import { createTimers, type Timers } from './timers.ts';
import type { ProviderWallet } from './wallet.ts';

const DEFAULT_FLOAT = 1_000_000;

export interface Core<Operation extends string, Details> {
  readonly now: () => number;
  readonly timers: Timers;
  readonly faults: Faults<Operation>;
  readonly payments: Payments<Details>;
  readonly callbacks: Callbacks;
  readonly outcomes: Map<string, Outcome>;
}

export function createCore<Operation extends string, Details>(
  options: CoreOptions,
  parts: {
    readonly settings: Settings;
    readonly accountOf: (direction: Direction) => string;
    readonly noFundsReason: string;
    readonly toCallback: (payment: Payment<Details>) => Callback | null;
  },
): Core<Operation, Details> {
  const { settings, accountOf, noFundsReason, toCallback } = parts;
  const now = options.now ?? Date.now;
  const timers = createTimers();
  const faults = createFaults<Operation>(options.seed ?? 1);
  const callbacks = createCallbacks({
    now,
    timers,
    limitMs: () => settings.callbackLimitMs,
    drawFault: faults.drawForCallback,
  });
  const payments = createPayments<Details>({
    now,
    timers,
    settings,
    walletOf: walletsOf(options, accountOf),
    noFundsReason,
    // Details are the same operator's.
    kept: options.kept as KeptBook<Details> | undefined,
    onFinished: (payment) => {
      options.onFinished?.(payment);
      const callback = toCallback(payment);
      if (callback !== null) callbacks.send(callback);
    },
  });
  return { now, timers, faults, payments, callbacks, outcomes: new Map() };
}

/** Collections fill their own account, unless it is also the one that pays. */
function walletsOf(
  { providerWallet, floatXaf = DEFAULT_FLOAT }: CoreOptions,
  accountOf: (direction: Direction) => string,
): (direction: Direction) => ProviderWallet {
  if (providerWallet !== undefined) return () => providerWallet;
  const wallets: Readonly<Record<string, ProviderWallet>> = {
    [accountOf('collection')]: { balance: 0 },
    [accountOf('transfer')]: { balance: floatXaf },
  };
  return (direction) => wallets[accountOf(direction)] ?? { balance: 0 };
}

/** Opens the port and returns the controls. */
export async function openEmulator<Operation extends string, Details>(
  core: Core<Operation, Details>,
  operator: OperatorInterface<Operation>,
  port: number,
): Promise<Emulator<Operation, Details>> {
  const { timers, faults, payments, callbacks, outcomes } = core;
  const requests = new Map<string, number>();
  const ledger = createLedger(core, requests);
  const controlled = {
    title: operator.title,
    operations: operator.operations,
    settings: operator.settings,
    statement: operator.statement,
    faults,
    ledger,
    payments,
  };
  const listener = await listen({
    port,
    onCall: (call, line) => {
      payments.sweep();
      const page = answerPeople(controlled, call);
      if (page !== null) return line.send(page);
      const endpoint = operator.route(call);
      if (endpoint === null) return line.send(operator.notFound);
      const { operation } = endpoint;
      requests.set(operation, (requests.get(operation) ?? 0) + 1);
      answerWithFault({ operator, timers, line, endpoint, fault: faults.draw(operation) });
    },
  });
  return {
    url: listener.url,
    ledger,
    faults,
    approve: (reference) => payments.decide(reference, 'succeeded'),
    refuse: (reference) => payments.decide(reference, 'refused'),
    expire: (reference) => payments.decide(reference, 'expired'),
    reverse: payments.reverse,
    setFloat: payments.setFloat,
    setOutcome: (msisdn, outcome) => {
      if (outcome === null) outcomes.delete(msisdn);
      else outcomes.set(msisdn, outcome);
    },
    revokeTokens: operator.revokeTokens,
    settled: payments.settled,
    callbacksIdle: callbacks.idle,
    sweep: payments.sweep,
    keep: payments.keep,
    goOffline: listener.goOffline,
    goOnline: listener.goOnline,
    stop: async () => {
      timers.clear();
      callbacks.stop();
      await listener.goOffline();
    },
  };
}

function createLedger<Details>(
  { payments, callbacks }: Pick<Core<string, Details>, 'payments' | 'callbacks'>,
  requests: ReadonlyMap<string, number>,
): Ledger<Details> {
  return {
    payments: payments.list,
    find: (reference) =>
      payments.find('collection', reference) ?? payments.find('transfer', reference),
    moves: payments.moves,
    timesMoved: (externalId) =>
      payments.moves().filter((move) => move.externalId === externalId).length,
    float: payments.float,
    requests: () => Object.fromEntries(requests),
    callbacks: callbacks.sent,
  };
}
