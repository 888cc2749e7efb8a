import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessFigures } from './figures.ts';
import type { Taker } from './handover.ts';
import { type Answers, createLink, type Link, type MessageChannel } from './link.ts';
import type { ChildQuestions, ParentQuestions, Stopping } from './questions.ts';

/** One of the processes that serve, as its parent sees it. */
export interface Child extends Link<ChildQuestions> {
  readonly pid: number;
  readonly take: Taker;
  /** What it has counted and measured until now, or had when it last answered. */
  readonly readFigures: () => Promise<ProcessFigures>;
  readonly lastFigures: () => ProcessFigures;
  /** What ended it, for the log. */
  readonly ended: Promise<Ending>;
  kill(): void;
  /** Resolves when it is gone; one that takes too long is killed. */
  end(stopping: Stopping): Promise<void>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that does not answer within this time counts with its last figures. */
const FIGURES_PATIENCE_MS = 1_000;

/** Less than the whole service has for stopping, so that its database can be stopped after it. */
const PATIENCE_MS = 4_000;

/** Distinguishes a child from its parent. */
const CHILD = 'child';

/** Whether this process is a child of another start. */
export function isChild(): boolean {
  return process.connected && process.argv[2] === CHILD;
}

/** Starts this program again as a child, which waits for its parent's questions. */
export function forkChild(answers: Answers<ParentQuestions>, env: NodeJS.ProcessEnv): Child {
  const [, program = ''] = process.argv;
  const child = fork(program, [CHILD], {
    // Only this form carries figures such as NaN.
    serialization: 'advanced',
    env,
  });
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  child.once('exit', (code, signal) => resolve({ code, signal }));
  child.on('error', () => {
    // Ends a process that cannot be reached; one that could not be started has ended.
    if (child.pid === undefined) resolve({ code: null, signal: null });
    else child.kill('SIGKILL');
  });
  const link = createLink<ChildQuestions, ParentQuestions>(channelTo(child), answers);
  let figures: ProcessFigures = [];
  return {
    ...link,
    pid: child.pid ?? 0,
    ended,
    take: async (connection) => {
      try {
        return await link.ask('connection', null, connection);
      } catch (error) {
        // Alive it would get no more connections, so it is replaced.
        child.kill('SIGKILL');
        throw error;
      }
    },
    kill: () => void child.kill('SIGKILL'),
    lastFigures: () => figures,
    readFigures: async () => {
      const calledOff = new AbortController();
      const late = pause(FIGURES_PATIENCE_MS, null, calledOff).catch(() => null);
      const asked = link.ask('figures', null).catch(() => null);
      figures = (await Promise.race([asked, late])) ?? figures;
      calledOff.abort();
      return figures;
    },
    end: async (stopping) => {
      const kill = () => child.kill('SIGKILL');
      const timer = setTimeout(kill, stopping.drainMs + PATIENCE_MS);
      figures = await link.ask('stop', stopping).catch(() => figures);
      // It ends without its parent.
      if (child.connected) child.disconnect();
      await ended;
      clearTimeout(timer);
    },
  };
}

function channelTo(child: ChildProcess): MessageChannel {
  return {
    send: (message, connection, onSent) =>
      child.send(message, connection ?? undefined, { keepOpen: true }, onSent),
    onMessage: (listener) => child.on('message', (message) => listener(message, null)),
    // Node reports no disconnect of a process that ends while a connection is on its way to it.
    onClosed: (listener) => child.once('disconnect', listener).once('close', listener),
  };
}
