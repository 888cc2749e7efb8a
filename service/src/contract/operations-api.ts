import { Type } from 'typebox';

/** Answers about the service itself: for load balancers, orchestrators and people. */
export const Health = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]),
    version: Type.String({ examples: ['0.1.0'] }),
    environment: Type.Union([Type.Literal('sandbox'), Type.Literal('live')]),
  },
  { title: 'Health' },
);

export const healthSchema = {
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Is the service up?',
  description:
    'Needs no API key. 503 when the database cannot be reached; requests are then refused too.',
  security: [],
  response: { 200: Health, 503: Health },
};
