import type { AnswerFault, CallbackFault } from './faults.ts';
import { GARBAGE_SHAPES } from './garbage.ts';

/** Faults by the names that the page offers. */
export const FAULT_PRESETS: Readonly<Record<string, AnswerFault>> = {
  'reset before acceptance': { kind: 'reset', when: 'before' },
  'reset after acceptance': { kind: 'reset', when: 'after' },
  'hang before acceptance': { kind: 'hang', when: 'before' },
  'hang after acceptance': { kind: 'hang', when: 'after' },
  'slow, 5 seconds': { kind: 'slow', when: 'after', ms: 5_000 },
  'token revoked': { kind: 'revoked_token' },
  'forbidden IP': { kind: 'forbidden_ip' },
  'no funds': { kind: 'no_funds' },
  'without the operator’s id': { kind: 'nameless' },
  'internal error': {
    kind: 'error',
    when: 'before',
    status: 500,
    code: 'INTERNAL_PROCESSING_ERROR',
  },
  unavailable: { kind: 'error', when: 'before', status: 503, code: 'SERVICE_UNAVAILABLE' },
  ...Object.fromEntries(
    GARBAGE_SHAPES.map((shape) => [
      `garbage: ${shape.replaceAll('_', ' ')}`,
      { kind: 'garbage', when: 'after', shape } as const,
    ]),
  ),
};

export const CALLBACK_PRESETS: Readonly<Record<string, CallbackFault>> = {
  'callback lost': { kind: 'lost' },
  'callback late, 10 seconds': { kind: 'late', ms: 10_000 },
  'callback doubled': { kind: 'doubled' },
};
