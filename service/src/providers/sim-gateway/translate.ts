import { type JobResult, type JobStanding, resultOf } from '../../domain/lines/sim-job.ts';
import type { PlainRemarkCode, Remark } from '../../domain/remarks/remark.ts';
import type { Exchange, StatusAnswer } from '../provider.ts';

/** What a job came to, in the words that every provider uses. */
export function toStatusAnswer(job: JobStanding): StatusAnswer {
  const result = resultOf(job);
  switch (result) {
    case 'pending':
      return { kind: 'pending' };
    case 'succeeded':
      return { kind: 'succeeded', providerTxId: job.operatorTxId };
    case 'refused':
      return { kind: 'failed', reason: reasonOf(job), code: job.problem };
    case 'never_taken':
      return { kind: 'failed', reason: { code: 'sim_agent_silent' }, code: null };
    case 'unknown':
    case 'overdue':
    case 'contradicted':
      return { kind: 'unknown', problem: { code: DOUBTS[result] }, isAnswer: true };
  }
}

const DOUBTS = {
  unknown: 'sim_end_unseen',
  overdue: 'sim_says_nothing',
  contradicted: 'sim_screens_contradicted',
} as const satisfies Partial<Record<JobResult, PlainRemarkCode>>;

/** By the codes of the program beside the modem; a code of a later one is no less a stop. */
const STOPS: Readonly<Record<string, PlainRemarkCode>> = {
  other_screen: 'sim_other_screen',
  other_amount: 'sim_other_amount',
  other_number: 'sim_other_number',
  no_question: 'sim_other_screen',
  too_late: 'sim_too_late',
  day_limit: 'sim_at_day_limit',
  no_scenario: 'sim_without_scenario',
  no_pin: 'sim_without_pin',
};

function reasonOf({ outcome, problem }: JobStanding): Remark {
  if (outcome === 'pin_refused') return { code: 'sim_pin_refused' };
  if (outcome === 'refused') return { code: 'sim_operator_refused' };
  return { code: STOPS[problem ?? ''] ?? 'sim_stopped' };
}

/** Everything that was shown, for people to read and for disputes. */
export function writeScreens({ action, outcome, problem, screens }: JobStanding): Exchange {
  const lines = screens.flatMap(({ said, screen }) => [`> ${said}`, screen ?? '(no screen)']);
  return {
    request: `USSD ${action}`,
    status: null,
    answer: lines.length === 0 ? null : lines.join('\n').slice(0, 4_096),
    error: outcome === 'accepted' ? null : [outcome ?? 'no word', problem].join(' ').trim(),
    latencyMs: 0,
  };
}
