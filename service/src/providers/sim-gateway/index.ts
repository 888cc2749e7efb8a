import { type JobResult, type JobStanding, resultOf } from '../../domain/lines/sim-job.ts';
import type { Message, PlainMessageCode } from '../../domain/messages/message.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import type {
  Adapter,
  Connector,
  Exchange,
  LineJobs,
  Order,
  PreparedOrder,
  RefusedRequest,
  StatusAnswer,
} from '../provider.ts';

/** The result of a job as a provider's status. */
function toStatusAnswer(job: JobStanding): StatusAnswer {
  const result = resultOf(job);
  switch (result) {
    case 'pending':
      return job.action === 'collect' && job.state !== 'ended' ? WALKING : { kind: 'pending' };
    case 'succeeded':
      return { kind: 'succeeded', providerTxId: job.operatorTxId };
    case 'refused':
      return { kind: 'failed', reason: reasonOf(job), code: job.problem };
    case 'never_taken': {
      const reason = job.wasTried ? reasonOf(job) : ({ code: 'sim_agent_silent' } as const);
      return { kind: 'failed', reason, code: job.problem };
    }
    case 'unknown':
    case 'overdue':
    case 'contradicted':
    case 'not_begun':
      return { kind: 'unknown', problem: { code: DOUBTS[result] }, isAnswer: true };
  }
}

/** Until the menu has been walked no player has been asked for anything. */
const WALKING = {
  kind: 'unknown',
  problem: { code: 'sim_walks_menu' },
  isAnswer: true,
} as const satisfies StatusAnswer;

const DOUBTS = {
  unknown: 'sim_end_unseen',
  overdue: 'sim_says_nothing',
  contradicted: 'sim_screens_contradicted',
  not_begun: 'sim_not_begun',
} as const satisfies Partial<Record<JobResult, PlainMessageCode>>;

/** By the modem agent's codes; an unknown code of a later agent is a stop, too. */
const STOPS: Readonly<Record<string, PlainMessageCode>> = {
  other_screen: 'sim_other_screen',
  other_amount: 'sim_other_amount',
  other_number: 'sim_other_number',
  other_name: 'sim_other_name',
  other_fee: 'sim_other_fee',
  no_question: 'sim_other_screen',
  too_late: 'sim_too_late',
  day_limit: 'sim_at_day_limit',
  no_scenario: 'sim_without_scenario',
  no_pin: 'sim_without_pin',
  codes_unproven: 'sim_codes_unproven',
  menu_changed: 'sim_menu_changed',
};

function reasonOf({ outcome, problem }: JobStanding): Message {
  if (outcome === 'pin_refused') return { code: 'sim_pin_refused' };
  if (outcome === 'refused') return { code: 'sim_operator_refused' };
  return { code: STOPS[problem ?? ''] ?? 'sim_stopped' };
}

/** Every screen, for people to read and for disputes. */
function writeScreens({ action, outcome, problem, screens }: JobStanding): Exchange {
  const lines = screens.flatMap(({ said, screen }) => [`> ${said}`, screen ?? '(no screen)']);
  return {
    request: `USSD ${action}`,
    status: null,
    answer: lines.length === 0 ? null : lines.join('\n').slice(0, 4_096),
    error: outcome === 'accepted' ? null : [outcome ?? 'no word', problem].join(' ').trim(),
    latencyMs: 0,
  };
}

/**
 * Our own lines. The gateways bring the SMS that report what players pay. A SIM whose modem we
 * drive also pays out and sends prompts by USSD: its jobs are in the database, because a session
 * takes longer than any call, and the modem agent fetches them.
 */
export const SIM_GATEWAY: Adapter = {
  name: 'sim-gateway',
  operators: OPERATORS,
  abilities: {
    collect: true,
    payOut: true,
    payeeName: true,
    asksByReference: false,
    ownLines: true,
    simulated: false,
  },
  settings: [],
  connect: (_account, jobs) => (jobs === undefined ? ONLY_RECEIVES : connectTo(jobs)),
};

function connectTo(jobs: LineJobs): Connector {
  return {
    ...ONLY_RECEIVES,
    // The reference is ours, so it is stored before any SIM gets it.
    prepare: (order) =>
      guard(NOT_ASKED, async () => {
        const problem = await jobs.findProblem(jobOf(order));
        if (problem !== null) return refused(problem);
        return { kind: 'prepared', handle: order.reference } as const;
      }),
    send: (order, call) =>
      guard(LOST, async () => {
        const given = await jobs.give(jobOf(order), call.timeoutMs);
        if (given.kind === 'not_taken') return refused(given.problem);
        if (order.direction === 'deposit') return WALKING;
        return { kind: 'accepted', isFinal: false, providerTxId: null } as const;
      }),
    // Only what screens showed before: a name costs a session.
    findPayeeName: ({ msisdn }) =>
      guard(UNKNOWN_NAME, async () => {
        const name = await jobs.findName(msisdn);
        return name === null ? UNKNOWN_NAME : ({ kind: 'found', name } as const);
      }),
    ask: (order, call) =>
      guard(LOST, async () => {
        const job = await jobs.find(order.handle);
        if (job === null) return { kind: 'not_found' } as const;
        const answer = toStatusAnswer(job);
        // An unknown result is asked about for days, and its screens stay the same.
        const isNews = answer.kind !== 'unknown' || job.isNews;
        if (answer.kind !== 'pending' && isNews) call.keep(writeScreens(job));
        return answer;
      }),
  };
}

function jobOf(order: Order | PreparedOrder) {
  const { operator, reference, direction, msisdn, amountXaf, merchantNumber } = order;
  const action = direction === 'deposit' ? 'collect' : 'transfer';
  return { operator, reference, action, msisdn, amountXaf, line: merchantNumber } as const;
}

/** Jobs are kept in a database, which may be away; a connector never throws. */
async function guard<T, U>(otherwise: U, run: () => Promise<T>): Promise<T | U> {
  try {
    return await run();
  } catch {
    return otherwise;
  }
}

function refused(reason: Message): RefusedRequest {
  return { kind: 'refused', because: 'provider', reason, code: null };
}

const NOT_ASKED = refused({ code: 'sim_jobs_away' });
const UNKNOWN_NAME = { kind: 'unknown', problem: { code: 'line_cannot_be_asked' } } as const;
const LOST = { kind: 'unknown', problem: { code: 'sim_jobs_away' } } as const;

/** Without jobs it can only receive: players start the payments themselves. */
const ONLY_RECEIVES: Connector = {
  prepare: async () => refused({ code: 'line_only_receives' }),
  send: async () => refused({ code: 'line_only_receives' }),
  ask: async () => ({ kind: 'unknown', problem: { code: 'line_cannot_be_asked' } }),
  // Whether its SIMs are silent is known for each line, not for the provider.
  check: async () => ({ kind: 'up', balanceXaf: null }),
  findPayeeName: async () => ({ kind: 'not_found' }),
  close: async () => {},
};
