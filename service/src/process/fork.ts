import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figures } from './figures.ts';
import { type Answers, type Channel, createLink, type Link } from './link.ts';
import type { ChildQuestions, ParentQuestions, Stopping } from './questions.ts';

/** One of the processes that serve, as its parent sees it. */
export interface Child extends Link<ChildQuestions> {
  readonly pid: number;
  /** What it has counted and measured until now, or had when it last answered. */
  readonly readFigures: () => Promise<Figures>;
  readonly lastFigures: () => Figures;
  /** What ended it, for the log. */
  readonly ended: Promise<Ending>;
  /** Resolves when it is gone; one that takes too long is killed. */
  end(stopping: Stopping): Promise<void>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** One that does not answer within this time is counted with what it last said. */
const FIGURES_PATIENCE_MS = 1_000;

/** Less than the whole service has for stopping, so that its database can be stopped after it. */
const PATIENCE_MS = 4_000;

/** Starts this program again as a child, which waits to be told what to do. */
export function forkChild(answers: Answers<ParentQuestions>, fromFile: readonly string[]): Child {
  // Figures that are no number survive this form only.
  cluster.setupPrimary({ serialization: 'advanced' });
  // It reads the settings file itself, which may have changed.
  const worker = cluster.fork(Object.fromEntries(fromFile.map((name) => [name, undefined])));
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  worker.once('exit', (code, signal) => resolve({ code, signal }));
  // A process that cannot be started, or not be reached, ends; there is nothing else to do.
  worker.on('error', () => worker.process.kill('SIGKILL'));
  const link = createLink<ChildQuestions, ParentQuestions>(channelTo(worker), answers);
  let figures: Figures = [];
  return {
    ...link,
    pid: worker.process.pid ?? 0,
    ended,
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
      const kill = () => worker.process.kill('SIGKILL');
      const timer = setTimeout(kill, stopping.drainMs + PATIENCE_MS);
      figures = await link.ask('stop', stopping).catch(() => figures);
      // Without its parent it ends.
      if (worker.isConnected()) worker.process.disconnect();
      await ended;
      clearTimeout(timer);
    },
  };
}

function channelTo(worker: Worker): Channel {
  return {
    send: (message, onSent) => worker.send(message, onSent),
    onMessage: (listener) => worker.on('message', listener),
    onClosed: (listener) => worker.once('disconnect', listener),
  };
}
