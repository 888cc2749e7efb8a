import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openJournal } from '../inbox/journal.ts';
import type { Log } from '../log.ts';
import { createBell, type KeepModemDeps, type KeptModem } from '../modem/keep-modem.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createJobsOffice, type PinMeant, type SimReport } from '../service/ask-for-jobs.ts';
import { createModemCodes } from '../ussd/code-form.ts';
import { type JobBook, type JobFact, openJobBook } from './book.ts';
import { isWithin, startOfDay } from './day-limit.ts';
import { keepWorking } from './keep-working.ts';
import { createMenuTrust, menuFiles } from './menu-trust.ts';
import { createJobQueue } from './queue.ts';
import { runJob, type Wallet } from './run-job.ts';
import type { Stop } from './stops.ts';
import { createWalletPin, pinMarkFile } from './wallet-pin.ts';

export interface Jobs {
  /** What a modem needs to do jobs; empty if its SIM only receives. */
  readonly ofModem: (index: number) => Pick<KeepModemDeps, 'work' | 'bell' | 'onNews'>;
  readonly run: (kept: readonly KeptModem[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Assembles the parts that do the service's jobs by USSD. */
export async function prepareJobs(
  config: Config,
  { log, stopping }: { readonly log: Log; readonly stopping: AbortSignal },
): Promise<Jobs> {
  const { stateFolder, modems } = config;
  const { recorded: scenarios, drafts } = loadScenarios(config.scenariosFolder);
  for (const file of drafts) log('draft_left_out', { file });
  const wallets = modems.map((modem, index) => walletOf(modem, { index, stateFolder, scenarios }));
  const bells = modems.map(() => createBell());
  const ended = createBell();
  const ringAll = () => {
    for (const bell of bells) bell.ring();
  };
  let asking = new AbortController();
  const onNews = () => asking.abort();
  const untilNews = () => {
    asking = new AbortController();
    if (stopping.aborted) asking.abort();
    return asking.signal;
  };
  stopping.addEventListener('abort', () => {
    ended.ring();
    onNews();
  });
  const journal = await openJournal<JobFact>(join(stateFolder, 'jobs.journal'));
  const book = await openJobBook(journal, Date.now());
  const queue = createJobQueue(book);
  return {
    ofModem: (index) => {
      const wallet = wallets[index] ?? null;
      const bell = bells[index];
      if (wallet === null || bell === undefined) return {};
      const work: KeepModemDeps['work'] = async (dialog, iccid) => {
        const before = wallet.codes.stop()?.code;
        await wallet.codes.find(dialog);
        if (wallet.codes.stop()?.code !== before) onNews();
        const isDone = await queue.work(iccid, (job) => {
          const hasTime = () => queue.leftMs(job.id) > 0;
          return runJob({ book, wallet, dialog, hasTime }, job);
        });
        if (isDone) {
          ended.ring();
          onNews();
        }
        return isDone;
      };
      return { work, bell, onNews };
    },
    run: async (kept) => {
      // Without a wallet there is nothing to do, so no jobs are asked for.
      if (wallets.every((wallet) => wallet === null)) return;
      const readSims = async () =>
        (
          await Promise.all(kept.map((one, index) => reportOf(one, wallets[index] ?? null, book)))
        ).flat();
      const onPinMeant = async ({ sim, since, meant }: PinMeant) => {
        const index = kept.findIndex(({ state }) => state()?.iccid === sim);
        const stop = await wallets[index]?.pin.stop();
        if (stop?.code !== 'pin_unproven' || String(stop.since) !== since) return;
        await wallets[index]?.pin.learn(meant, stop.screen);
        log('pin_decided', { sim, meant });
      };
      const office = createJobsOffice(config, stopping, onPinMeant);
      const onAdmitted = ringAll;
      const own = { book, queue, office, readSims, onAdmitted, ended, untilNews, log, stopping };
      await keepWorking(own);
    },
    close: () => journal.close(),
  };
}

function walletOf(
  { wallet, codeForm }: Config['modems'][number],
  own: {
    readonly index: number;
    readonly stateFolder: string;
    readonly scenarios: readonly Scenario[];
  },
): Wallet | null {
  if (wallet === null) return null;
  const markFile = join(own.stateFolder, pinMarkFile(own.index));
  const menus = menuFiles(own.index);
  const { operator, limit, pinFile } = wallet;
  const scenarios = own.scenarios.filter((one) => one.operator === operator);
  const keptFile = join(own.stateFolder, `ussd-codes-${own.index + 1}`);
  return {
    operator,
    limit,
    pin: createWalletPin({ pinFile, markFile }),
    menu: createMenuTrust(join(own.stateFolder, menus.payments)),
    balanceMenu: createMenuTrust(join(own.stateFolder, menus.balances)),
    codes: createModemCodes({ set: codeForm, keptFile, scenarios }),
    scenarios,
  };
}

/** A modem that does not work reports nothing about its SIM. */
async function reportOf(
  { state }: KeptModem,
  wallet: Wallet | null,
  book: JobBook,
): Promise<readonly SimReport[]> {
  const now = state();
  if (now === null) return [];
  const { iccid: sim, status } = now;
  const { registration, signal, store } = status;
  const room = { used: store?.used ?? null, size: store?.size ?? null };
  const reported = { sim, registration, signal, ...room };
  if (wallet === null) return [{ ...reported, ...WELL, actions: [] }];
  const spent = book.spentSince(sim, startOfDay(Date.now()));
  const isAtLimit = !isWithin(wallet.limit, spent, 1);
  const stops: readonly (Stop | null)[] = [
    await wallet.pin.stop(),
    await wallet.menu.stop(),
    wallet.codes.stop(),
    isAtLimit ? { code: 'day_limit', screen: null, since: null } : null,
  ];
  const stop = stops.find((one) => one !== null) ?? null;
  const trouble = stop === null ? WELL : troubleOf(stop);
  const asksBalance = (await wallet.balanceMenu.stop()) === null;
  const actions = wallet.scenarios
    .map(({ action }) => action)
    .filter((action) => action !== 'balance' || asksBalance);
  return [{ ...reported, ...trouble, actions }];
}

const WELL = { trouble: null, screen: null, since: null };

function troubleOf({ code: trouble, screen, since }: Stop) {
  return { trouble, screen, since: since === null ? null : String(since) };
}
