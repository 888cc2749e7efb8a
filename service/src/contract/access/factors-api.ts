import { Type } from 'typebox';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { Done, Session } from './session-api.ts';

const PasskeyId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' });
const Encoded = Type.String({ maxLength: 8_000 });

export const readFactorsSchema = {
  operationId: 'getSecondFactors',
  tags: ['Session'],
  summary: 'Which second factors the person has',
  response: {
    200: Type.Object({
      totp: Type.Boolean({ description: 'An authenticator app is enrolled.' }),
      recovery_codes: Type.Integer({ description: 'How many are left.' }),
      passkeys: Type.Array(
        Type.Object({
          id: PasskeyId,
          name: Type.String(),
          created_at: DateTime,
          last_used_at: nullable(DateTime),
        }),
      ),
    }),
    ...errorResponses(401, 500, 503),
  },
};

export const makeRecoveryCodesSchema = {
  operationId: 'makeRecoveryCodes',
  tags: ['Session'],
  summary: 'New recovery codes in place of the old ones, shown this once',
  response: {
    200: Type.Object({ codes: Type.Array(Type.String()) }),
    ...errorResponses(401, 403, 409, 500, 503),
  },
};

export const recoveryCodeSchema = {
  operationId: 'confirmRecoveryCode',
  tags: ['Session'],
  summary: 'Give a recovery code as the second factor',
  body: Type.Object({ code: Type.String({ minLength: 16, maxLength: 40 }) }),
  response: { 200: Session, ...errorResponses(401, 422, 429, 500, 503) },
};

/** The input and output of the browser's own functions (WebAuthn, level 3). */
const Options = Type.Object(
  { challenge: Type.String() },
  { additionalProperties: true, description: 'For `parse…OptionsFromJSON` of the browser.' },
);

export const passkeyOptionsSchema = {
  operationId: 'beginPasskey',
  tags: ['Session'],
  summary: 'What to ask the browser for, to make a passkey',
  response: { 200: Options, ...errorResponses(401, 500, 503) },
};

export const addPasskeySchema = {
  operationId: 'addPasskey',
  tags: ['Session'],
  summary: 'Keep a passkey that the browser has made',
  body: Type.Object({
    passkey_name: Type.String({ minLength: 1, maxLength: 60 }),
    credential: Type.Object({
      id: PasskeyId,
      rawId: PasskeyId,
      type: oneOf(['public-key']),
      response: Type.Object({
        clientDataJSON: Encoded,
        attestationObject: Encoded,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      }),
    }),
  }),
  response: { 200: Session, ...errorResponses(401, 409, 422, 500, 503) },
};

export const askPasskeySchema = {
  operationId: 'askPasskey',
  tags: ['Session'],
  summary: 'What to ask a passkey to sign',
  response: { 200: Options, ...errorResponses(401, 404, 500, 503) },
};

export const confirmPasskeySchema = {
  operationId: 'confirmPasskey',
  tags: ['Session'],
  summary: 'Give the signature of a passkey as the second factor',
  body: Type.Object({
    credential: Type.Object({
      id: PasskeyId,
      rawId: PasskeyId,
      type: oneOf(['public-key']),
      response: Type.Object({
        clientDataJSON: Encoded,
        authenticatorData: Encoded,
        signature: Encoded,
      }),
    }),
  }),
  response: { 200: Session, ...errorResponses(401, 422, 429, 500, 503) },
};

export const removePasskeySchema = {
  operationId: 'removePasskey',
  tags: ['Session'],
  summary: 'Remove a passkey of one’s own',
  params: Type.Object({ id: PasskeyId }),
  response: { 200: Done, ...errorResponses(401, 404, 422, 500, 503) },
};

export const listSessionsSchema = {
  operationId: 'listOwnSessions',
  tags: ['Session'],
  summary: 'Where the person is signed in, the last used first',
  response: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: oneOf(['browser', 'script']),
          label: nullable(Type.String({ description: 'Of a script’s token.' })),
          created_at: DateTime,
          last_seen_at: DateTime,
          ip: nullable(Type.String()),
          user_agent: nullable(Type.String()),
          is_here: Type.Boolean({ description: 'It is the session of this request.' }),
        }),
      ),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const signOutEverywhereSchema = {
  operationId: 'signOutEverywhere',
  tags: ['Session'],
  summary: 'End every session of one’s own, and every token of a script',
  response: { 200: Done, ...errorResponses(401, 403, 500, 503) },
};

export const endSessionSchema = {
  operationId: 'endOwnSession',
  tags: ['Session'],
  summary: 'Sign out of one session',
  params: Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{24}$' }) }),
  response: { 200: Done, ...errorResponses(401, 403, 404, 422, 500, 503) },
};
