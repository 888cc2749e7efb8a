import type { Dialog } from '../at/dialog.ts';
import { type Fact, readCents } from '../scenario/pattern.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type ModemCodes, trialOf } from '../ussd/code-form.ts';
import { type Exchange, type Result, runScenario } from '../ussd/run-scenario.ts';
import { openSession, SESSION, type SessionOptions } from '../ussd/session.ts';
import type { JobBook } from './book.ts';
import { type DayLimit, isWithin, startOfDay } from './day-limit.ts';
import { type Job, type JobEnd, stopped, unseen } from './job.ts';
import type { MenuTrust } from './menu-trust.ts';
import type { PinVerdict, WalletPin } from './wallet-pin.ts';

export interface Wallet {
  readonly operator: string;
  readonly pin: WalletPin;
  readonly codes: ModemCodes;
  /** The menu by which it pays and prompts. */
  readonly menu: MenuTrust;
  readonly balanceMenu: MenuTrust;
  readonly limit: DayLimit;
  readonly scenarios: readonly Scenario[];
}

export interface RunJobDeps {
  readonly book: JobBook;
  readonly wallet: Wallet;
  readonly dialog: Dialog;
  /** Whether there is still time to confirm. */
  readonly hasTime: () => boolean;
  readonly session?: Omit<SessionOptions, 'form'>;
}

/** Does a job by its scenario. Whatever happens, it is confirmed at most once. */
export async function runJob(deps: RunJobDeps, job: Job): Promise<JobEnd> {
  const { book, wallet, dialog, hasTime, session = SESSION } = deps;
  const scenario = wallet.scenarios.find(
    ({ operator, action }) => operator === job.operator && action === job.action,
  );
  if (scenario === undefined || job.operator !== wallet.operator) return stopped('no_scenario');
  const menu = job.action === 'balance' ? wallet.balanceMenu : wallet.menu;
  if ((await menu.stop()) !== null) return stopped('menu_changed');
  const mayPay = () => isWithinLimit(deps, job);
  if (!mayPay()) return stopped('day_limit');
  const form = await wallet.codes.findFor(dialog, trialOf(scenario, job));
  if (form === null) return stopped('codes_unproven');
  const pin = await wallet.pin.read();
  if (pin === null && scenario.steps.some(({ answer }) => answer === '{pin}')) {
    return stopped('no_pin');
  }
  // A session left open by a crash would take the code for its answer.
  await dialog.ask({ command: 'AT+CUSD=2' });
  let isPinSaid = false;
  const { result, exchanges, name } = await runScenario(scenario, job, {
    session: openSession(dialog, { ...session, form }),
    pin,
    mayConfirm: () => hasTime() && mayPay(),
    beforeConfirm: () => book.confirm(job.id, Date.now()),
    beforePin: async () => {
      await wallet.pin.beforeSaying();
      isPinSaid = true;
    },
  });
  const end = { ...endOf(result, exchanges), name };
  await menu.note(end, { isPinSaid });
  if (isPinSaid) await wallet.pin.learn(verdictOf(end), end.screens.at(-1)?.screen ?? null);
  return end;
}

/** What the last screen after the PIN says of it. */
function verdictOf({ outcome }: JobEnd): PinVerdict | null {
  if (outcome === 'pin_refused') return 'refused';
  return outcome === 'stopped' || outcome === 'unknown' ? null : 'accepted';
}

function isWithinLimit({ book, wallet }: RunJobDeps, job: Job): boolean {
  if (job.action !== 'transfer') return true;
  const spent = book.spentSince(job.sim, startOfDay(Date.now()));
  return isWithin(wallet.limit, spent, job.amountXaf ?? 0);
}

function endOf(result: Result, screens: readonly Exchange[]): JobEnd {
  switch (result.kind) {
    case 'stopped':
      return stopped(result.problem, screens);
    case 'unknown':
      return unseen(null, screens);
    case 'done': {
      const txId = valueOf(result.facts, 'id');
      const balance = valueOf(result.facts, 'balance');
      const balanceCents = balance === null ? null : readCents(balance);
      return { outcome: result.means, problem: null, screens, txId, name: null, balanceCents };
    }
  }
}

function valueOf(facts: readonly Fact[], field: Fact['field']): string | null {
  return facts.find((fact) => fact.field === field)?.value ?? null;
}
