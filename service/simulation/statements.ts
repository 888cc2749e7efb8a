import pg from 'pg';
import type { ConnectionPool, Lent } from '../src/db/pool.ts';
import { type Owner, ownership, real, turns } from './virtual-time.ts';

// One query runs at a time, and the seed decides which. A query that waits for a lock is set aside,
// as in PostgreSQL's own isolation tester: it asks the server whether the query waits. The server
// wakes all that waited for a lock at once, so they are stopped meanwhile and go on one by one.

/** As the service reads them. */
export const TYPES = new pg.TypeOverrides();
TYPES.setTypeParser(pg.types.builtins.INT8, Number);

export interface Pending {
  /** Its turn: the same in a history in which other turns differ. */
  readonly key: string;
  readonly number: number;
  readonly owner: Owner;
  readonly session: Session;
  readonly question: pg.QueryConfig;
  readonly hand: (answer: Answered) => void;
  answer: Answered | null;
}

type Answered =
  | { readonly kind: 'result'; readonly result: pg.QueryResult }
  | { readonly kind: 'error'; readonly error: Error };

/** A server connection. */
interface Backend {
  readonly client: pg.Client;
  readonly pid: number;
}

interface Session extends Backend {
  isLost: boolean;
  isInTransaction: boolean;
  isAsking: boolean;
}

interface Pool {
  readonly size: number;
  /** All open ones, including those in use. */
  sessions: readonly Session[];
  readonly free: Session[];
  /** Replace those that were lost while in use. */
  spare: Session[];
}

export interface Statements {
  /** A pool of real connections whose queries wait for their turn. */
  readonly openPool: (owner: Owner, size: number) => Promise<ConnectionPool>;
  readonly ready: () => readonly Pending[];
  readonly hasBlocked: () => boolean;
  readonly isInTransaction: (owner: Owner) => boolean;
  /** Runs a query that is ready; it may then wait for a lock. */
  readonly run: (one: Pending) => Promise<void>;
  /** Waits until a waiting query gets its lock, or a deadlock is broken. */
  readonly waitForBlocked: () => Promise<void>;
  /** A dead process loses its connections; its pending queries run or not. */
  readonly drop: (owner: Owner, isStillRun: () => boolean) => Promise<void>;
  /** A living process loses its connections, gets errors, and then new ones. */
  readonly lose: (owner: Owner, isStillRun: () => boolean) => Promise<void>;
  readonly count: () => number;
}

/** Long enough for nearly every query, so we seldom ask the server about one. */
const LOOK_AFTER_MS = 8;
/** Far longer than the server takes to say who waits for whom. */
const STUCK_AFTER_MS = 2_000;

export function createStatements(connect: () => pg.Client, control: pg.Client): Statements {
  let numbers = 0;
  let done = 0;
  const ready: Pending[] = [];
  const blocked: Pending[] = [];
  const pools = new Map<Owner, Pool>();
  const answered = new Map<Pending, () => void>();
  const stopped = new Set<number>();
  // A server with a stopped process would never end.
  process.on('exit', () => stopped.forEach(resume));
  /** Connections of ended processes. A new one would read the catalogue and plan all anew. */
  const left: Backend[] = [];

  return {
    openPool,
    ready: () => ready,
    hasBlocked: () => blocked.length > 0,
    isInTransaction: (owner) =>
      pools.get(owner)?.sessions.some(({ isInTransaction }) => isInTransaction) === true,
    run: async (one) => {
      ready.splice(ready.indexOf(one), 1);
      stop(blocked);
      send(one);
      if (await settle(one)) handOver(one);
      else blocked.push(one);
      await freeBlocked();
    },
    waitForBlocked: async () => {
      while (!(await freeBlocked())) await new Promise((resolve) => real.setTimeout(resolve, 10));
    },
    drop: async (owner, isStillRun) => {
      await end(owner, isStillRun);
      pools.delete(owner);
      await freeBlocked();
    },
    lose: async (owner, isStillRun) => {
      const pool = pools.get(owner);
      if (pool === undefined) return;
      const cut = await end(owner, isStillRun);
      const anew = await openSessions(pool.size);
      const inUse = pool.size - pool.free.length;
      pool.free.splice(0, pool.free.length, ...anew.slice(inUse));
      pool.spare = anew.slice(0, inUse);
      pool.sessions = anew;
      for (const one of cut) one.hand({ kind: 'error', error: lostConnection() });
      await freeBlocked();
    },
    count: () => done,
  };

  async function openPool(owner: Owner, size: number): Promise<ConnectionPool> {
    const sessions = await openSessions(size);
    const pool: Pool = { size, sessions, free: [...sessions], spare: [] };
    pools.set(owner, pool);
    const waiting: ((session: Session) => void)[] = [];
    const take = () => {
      const session = pool.free.pop();
      if (session !== undefined) return Promise.resolve(session);
      return new Promise<Session>((resolve) => {
        waiting.push(resolve);
      });
    };
    const release = (session: Session) => {
      const whole = session.isLost ? pool.spare.pop() : session;
      if (whole === undefined) return;
      const next = waiting.shift();
      if (next === undefined) pool.free.push(whole);
      else next(whole);
    };
    return {
      withClient: async (work) => {
        const session = await take();
        const client: Lent = {
          ask: (question) => ask(owner, session, question) as never,
          isBusy: () => false,
        };
        try {
          return await work(client);
        } finally {
          release(session);
        }
      },
      open: () => Promise.reject(new Error('no flow of the simulation needs a session of its own')),
      waiting: () => waiting.length,
      givenUp: () => 0,
      close: async () => {},
    };
  }

  async function openSessions(size: number): Promise<readonly Session[]> {
    const used = left.splice(0, size);
    const opened = await Promise.all(Array.from({ length: size - used.length }, openBackend));
    return [...used, ...opened].map((backend) => {
      return { ...backend, isLost: false, isInTransaction: false, isAsking: false };
    });
  }

  async function openBackend(): Promise<Backend> {
    const client = connect();
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { client, pid: rows[0]?.pid ?? 0 };
  }

  function ask(owner: Owner, session: Session, question: string | pg.QueryConfig) {
    // Code of a dead process must not wake up.
    if (!owner.isAlive) return new Promise<pg.QueryResult>(() => {});
    if (session.isLost) return Promise.reject(lostConnection());
    const turn = turns.getStore();
    if (turn !== undefined) turn.statements += 1;
    return new Promise<pg.QueryResult>((resolve, reject) => {
      numbers += 1;
      ready.push({
        key: turn === undefined ? owner.name : `${turn.name} ${turn.statements}`,
        number: numbers,
        owner,
        session,
        question: typeof question === 'string' ? { text: question } : question,
        // The asking process continues under its own name, whichever turn unblocked it.
        hand: (answer) =>
          ownership.run(owner, () => {
            if (answer.kind === 'result') resolve(answer.result);
            else reject(answer.error);
          }),
        answer: null,
      });
    });
  }

  async function isBlocked({ session }: Pending): Promise<boolean> {
    // On a busy machine one may have been stopped while it looked for a deadlock: it then holds up
    // the whole server, also this question.
    const timer = real.setTimeout(() => stopped.forEach(resume), STUCK_AFTER_MS);
    const { rows } = await control.query<{ waits: boolean }>({
      name: 'is-blocked',
      text: 'select cardinality(pg_blocking_pids($1)) > 0 as waits',
      values: [session.pid],
    });
    real.clearTimeout(timer);
    return rows[0]?.waits === true;
  }

  /** Whether it was answered; otherwise it waits for a lock. */
  async function settle(one: Pending): Promise<boolean> {
    for (;;) {
      if (one.answer !== null) return true;
      await new Promise((resolve) => {
        const timer = real.setTimeout(resolve, LOOK_AFTER_MS);
        answered.set(one, () => {
          real.clearTimeout(timer);
          resolve(null);
        });
      });
      if (one.answer !== null) return true;
      if (await isBlocked(one)) return one.answer !== null;
    }
  }

  function send(one: Pending): void {
    const { session, question } = one;
    if (question.text === 'begin') session.isInTransaction = true;
    if (question.text === 'commit' || question.text === 'rollback') session.isInTransaction = false;
    session.isAsking = true;
    const keep = (answer: Answered) => {
      session.isAsking = false;
      one.answer = answer;
      answered.get(one)?.();
      answered.delete(one);
    };
    session.client.query(question).then(
      (result) => keep({ kind: 'result', result }),
      (error: Error) => keep({ kind: 'error', error }),
    );
  }

  function handOver(one: Pending): void {
    done += 1;
    if (one.answer !== null && one.owner.isAlive) one.hand(one.answer);
  }

  /**
   * An answered query may release others, and those may release more. Their order in real time must
   * not decide which answer is handed over first.
   */
  async function freeBlocked(): Promise<boolean> {
    const freed: Pending[] = [];
    for (let found = blocked.length; found > 0; ) {
      found = 0;
      for (const one of blocked.slice()) {
        if (one.answer === null && (await isBlocked(one))) continue;
        resume(one.session.pid);
        if (!(await settle(one))) {
          stop(blocked);
          continue;
        }
        blocked.splice(blocked.indexOf(one), 1);
        freed.push(one);
        found += 1;
      }
    }
    stopped.forEach(resume);
    for (const one of freed.toSorted((a, b) => a.number - b.number)) handOver(one);
    return freed.length > 0;
  }

  function stop(several: readonly Pending[]): void {
    if (several.length < 2) return;
    for (const { session } of several) {
      process.kill(session.pid, 'SIGSTOP');
      stopped.add(session.pid);
    }
  }

  function resume(pid: number): void {
    if (stopped.delete(pid)) process.kill(pid, 'SIGCONT');
  }

  /** Ends the connections of a process, and returns its unanswered queries. */
  async function end(owner: Owner, isStillRun: () => boolean): Promise<readonly Pending[]> {
    const own = ready.filter((one) => one.owner === owner);
    for (const one of own) {
      ready.splice(ready.indexOf(one), 1);
      // The server may or may not finish a query that was under way.
      if (isStillRun()) {
        send(one);
        await settle(one);
      }
    }
    const waiting = blocked.filter((one) => one.owner === owner);
    for (const one of waiting) blocked.splice(blocked.indexOf(one), 1);
    stop(blocked);
    for (const session of pools.get(owner)?.sessions ?? []) {
      const { client, pid } = session;
      session.isLost = true;
      session.isInTransaction = false;
      if (session.isAsking) await control.query('select pg_terminate_backend($1, 5000)', [pid]);
      else {
        // To the server this is a new connection, except for its caches.
        await client.query('rollback');
        left.push({ client, pid });
      }
    }
    return [...own, ...waiting].toSorted((a, b) => a.number - b.number);
  }
}

function lostConnection(): Error {
  const message = 'terminating connection due to administrator command';
  return Object.assign(new Error(message), { code: '57P01' });
}
