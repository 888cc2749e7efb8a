import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';
import { createInbox, type InboxFact } from './inbox/inbox.ts';
import { openJournal } from './inbox/journal.ts';
import { prepareJobs } from './jobs/prepare-jobs.ts';
import type { Log } from './log.ts';
import { createBell, IN_NETWORK, type KeptModem, keepModem } from './modem/keep-modem.ts';
import { openPort } from './modem/open-port.ts';
import { createSimPin } from './modem/sim-pin.ts';
import { beOnlyCopy } from './only-copy.ts';
import { createDelivery } from './service/deliver.ts';
import { post, type ServiceAddress } from './service/post.ts';

const PING_MS = 60_000;
/** Between attempts while the service accepts nothing; doubled each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** An incomplete text becomes due without any event. */
const LOOK_MS = 30_000;

/** Runs until it is stopped: reads the SIMs' messages and hands them to the service. */
export async function runGateway(
  config: Config,
  { log, stopping }: { readonly log: Log; readonly stopping: AbortSignal },
): Promise<void> {
  const { stateFolder, modems, pace } = config;
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const copy = await beOnlyCopy(stateFolder);
  const journal = await openJournal<InboxFact>(join(stateFolder, 'inbox.journal'));
  const inbox = createInbox(journal);
  log('started', { modems: modems.length, waiting: inbox.count() });
  const bell = createBell();
  stopping.addEventListener('abort', bell.ring);
  const jobs = await prepareJobs(config, { log, stopping });
  const kept = modems.map((modem, index) =>
    keepModem({
      ...jobs.ofModem(index),
      name: modem.path,
      open: () => openPort(modem),
      pin: createSimPin({
        pinFile: modem.simPinFile,
        triedFile: join(stateFolder, `sim-pin-tried-${index + 1}`),
      }),
      inbox,
      log,
      stopping,
      onKept: bell.ring,
      pace,
    }),
  );
  const deliver = createDelivery({ inbox, service: config, log, stopping });
  const pinging = keepPinging({ service: config, kept, log, stopping });
  const working = jobs.run(kept);
  let pauseMs = FIRST_PAUSE_MS;
  while (!stopping.aborted) {
    const isDone = await deliver(Date.now()).catch((error: unknown) => {
      log('journal_failed', { problem: String(error) });
      return false;
    });
    pauseMs = isDone ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await (isDone ? bell.wait(LOOK_MS) : pause(pauseMs, undefined, { signal: stopping })).catch(
      () => {},
    );
  }
  await Promise.all([pinging, working, ...kept.map(({ ended }) => ended)]);
  await jobs.close();
  await journal.close();
  copy.release();
  log('stopped', { waiting: inbox.count() });
}

/**
 * Reports to the service that payments would be seen. While one modem does not work or is not in
 * its network it reports nothing, so that no player is sent to a line that receives nothing.
 */
async function keepPinging(deps: {
  readonly service: ServiceAddress;
  readonly kept: readonly KeptModem[];
  readonly log: Log;
  readonly stopping: AbortSignal;
}): Promise<void> {
  const { service, kept, log, stopping } = deps;
  while (!stopping.aborted) {
    const states = kept.flatMap(({ state }) => state() ?? []);
    const isWell = states.filter(({ status }) => IN_NETWORK.has(status.registration));
    if (isWell.length === kept.length) {
      const stores = states.flatMap(({ iccid, status: { store } }) =>
        store === null ? [] : [{ sim: iccid, ...store }],
      );
      const posted = await post(service, { type: 'ping', stores }, stopping);
      if (posted.kind === 'away') log('service_away', { problem: posted.problem });
    }
    // Whether the modems work is known soon after the start.
    const isKnown = states.length === kept.length;
    await pause(isKnown ? PING_MS : 1_000, undefined, { signal: stopping }).catch(() => {});
  }
}
