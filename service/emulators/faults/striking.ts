import type { Endpoint, OperatorInterface } from '../emulator.ts';
import type { Answer, Line } from '../http.ts';
import type { Timers } from '../timers.ts';
import type { AnswerFault } from './faults.ts';
import { spoil } from './garbage.ts';

export interface Strike<Operation extends string> {
  readonly operator: OperatorInterface<Operation>;
  readonly timers: Timers;
  readonly line: Line;
  readonly endpoint: Endpoint<Operation>;
  readonly fault: AnswerFault | null;
}

/** Performs a call and applies the fault to its answer. */
export function answerWithFault<Operation extends string>(strike: Strike<Operation>): void {
  const { operator, line, endpoint, fault } = strike;
  switch (fault?.kind) {
    case undefined:
      return line.send(endpoint.run('booked'));
    case 'no_funds':
      return line.send(endpoint.run('none'));
    case 'forbidden_ip':
      return line.send(operator.forbidden());
    case 'revoked_token':
      operator.revokeTokens();
      return line.send(endpoint.run('booked'));
    case 'nameless':
      return line.send(withoutId(endpoint.run('booked')));
    case 'slow':
      return answerSlowly(strike, fault);
    case 'reset':
    case 'hang':
    case 'garbage':
    case 'error':
      return answerBadly(strike, fault);
  }
}

/** The operators' names for the id in their answers. */
const ID = '"(?:financialTransactionId|providerTransactionId|operator_reference|txnid)":"[^"]*"';
/** With one comma: the one before it, unless it comes first. */
const ID_FIELD = new RegExp(`${ID},|,?${ID}`, 'g');

function withoutId(answer: Answer): Answer {
  return { ...answer, body: answer.body.toString().replaceAll(ID_FIELD, '') };
}

function answerSlowly<Operation extends string>(
  { timers, line, endpoint }: Strike<Operation>,
  { when, ms }: Extract<AnswerFault, { kind: 'slow' }>,
): void {
  const early = when === 'after' ? endpoint.run('booked') : null;
  timers.after(ms, () => line.send(early ?? endpoint.run('booked')));
}

function answerBadly<Operation extends string>(
  { operator, line, endpoint }: Strike<Operation>,
  fault: Extract<AnswerFault, { kind: 'reset' | 'hang' | 'garbage' | 'error' }>,
): void {
  const real: Answer | null = fault.when === 'after' ? endpoint.run('booked') : null;
  switch (fault.kind) {
    case 'reset':
      return line.reset();
    case 'hang':
      // The connection stays open until the caller or the emulator leaves.
      return;
    case 'garbage':
      return line.send(spoil(fault.shape, real));
    case 'error':
      return line.send(operator.renderError(fault.status, fault.code));
  }
}
