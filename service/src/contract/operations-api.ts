import { Type } from 'typebox';
import { oneOf } from './schema.ts';

/** The state of the service itself, for load balancers, orchestrators and people. */
export const Health = Type.Object(
  {
    status: oneOf(['ok', 'unavailable'], { description: 'Whether requests are answered.' }),
    version: Type.String({ description: 'The release that runs.', examples: ['0.3.0'] }),
    environment: oneOf(['sandbox', 'live'], { description: 'Whether real money moves.' }),
  },
  { title: 'Health', description: 'How the service itself is doing.' },
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
