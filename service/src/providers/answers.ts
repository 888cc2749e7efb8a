import type { Message, SystemMessageCode } from '../domain/messages/message.ts';
import type { HttpAnswer } from './http-client.ts';
import type { DifferingPayment, RefusedRequest, Unknown } from './provider.ts';
import { cleanWords } from './wire.ts';

type Unanswered = Exclude<HttpAnswer, { readonly kind: 'answered' }>;
type WithoutAnswer = 'system_answer_lost' | 'system_gave_no_status' | 'system_gave_no_name';

/** What every adapter answers, in messages that name its system. */
export function answersOf(system: string) {
  const of = (code: SystemMessageCode): Message => ({ code, params: { system } });
  return {
    of,
    refusedBy: (reason: SystemMessageCode, code: string | null = null): RefusedRequest =>
      refused('provider', of(reason), code),
    /** Nothing came back, so nothing is known. */
    lost: (code: WithoutAnswer, { trouble: because }: Unanswered): Unknown =>
      unknown({ code, params: { system, because } }),
    /** The answer has a status that no rule is for, with the system's own words for it. */
    answered: (status: number, theirWords: string | null): Message =>
      theirWords === null
        ? { code: 'system_answered', params: { system, status } }
        : { code: 'system_answered_words', params: { system, status, their_words: theirWords } },
    unknownStatus: (status: string | null): Message =>
      status === null
        ? of('system_gave_empty_status')
        : {
            code: 'system_gave_unknown_status',
            params: { system, their_words: cleanWords(status, 40) },
          },
    ofAnother: (difference: string): Message => ({
      code: 'system_answered_of_another',
      params: { system, difference },
    }),
    /** The payment that we asked about, otherwise than we asked for it. */
    differing: (
      difference: string,
      { isPaid }: Pick<DifferingPayment, 'isPaid'>,
    ): DifferingPayment => ({
      kind: 'differs',
      problem: {
        code: isPaid ? 'system_reports_paid_otherwise' : 'system_answered_of_another',
        params: { system, difference },
      },
      isPaid,
    }),
  };
}

export function refused(
  because: RefusedRequest['because'],
  reason: Message,
  code: string | null,
): RefusedRequest {
  return { kind: 'refused', because, reason, code };
}

export function unknown(problem: Message): Unknown {
  return { kind: 'unknown', problem };
}
