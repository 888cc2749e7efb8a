import { Type } from 'typebox';
import { STAFF_ROLES } from '../../domain/access/staff-role.ts';
import { Operator } from '../fields.ts';
import { DateTime, errorResponses, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

export const Role = oneOf(STAFF_ROLES);

/** Older processes leave it out. */
export const MayVouch = Type.Optional(
  Type.Boolean({
    description: 'Whether the person who asks is another one, who may vouch for it.',
  }),
);

export const StaffMember = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  second_factor: Type.Boolean({
    description: 'Whether an authenticator app or a passkey is there.',
  }),
  disabled: Type.Boolean(),
  is_vouched: Type.Boolean({
    description:
      'False while the account counts as the person who made or reset it: another administrator vouches for it.',
  }),
  may_vouch: MayVouch,
  created_at: DateTime,
});

const SessionStatus = oneOf([
  'signed_in',
  'second_factor_required',
  'enrolment_required',
  'password_change_required',
]);

/** An operator as staff see it; the console has no list of its own. */
const KnownOperator = Type.Object({
  name: Operator,
  words: Type.Object({ en: Type.String(), fr: Type.String() }),
  colours: Type.Object({ ground: Type.String(), ink: Type.String() }),
  sample_number: Type.String({ description: 'For trying the sandbox.' }),
});

/** The signed-in person, and what the console needs to know about the service. */
export const Session = Type.Object({
  status: SessionStatus,
  staff: StaffMember,
  environment: oneOf(['sandbox', 'live']),
  version: Type.String(),
  approval_second_person_xaf: Type.Integer(),
  changes_second_person: Type.Boolean({
    description: 'Whether a change of the set-up waits for a second person.',
  }),
  operators: Type.Array(KnownOperator),
});

export const signInSchema = {
  operationId: 'signIn',
  tags: ['Session'],
  summary: 'Sign in with email and password',
  body: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: { 200: Session, ...errorResponses(401, 422, 429, 500, 503) },
};

export const secondFactorSchema = {
  operationId: 'confirmSecondFactor',
  tags: ['Session'],
  summary: 'Give the code of the authenticator app',
  body: Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }),
  response: { 200: Session, ...errorResponses(401, 422, 429, 500, 503) },
};

export const readSessionSchema = {
  operationId: 'getSession',
  tags: ['Session'],
  summary: 'Who is signed in',
  response: { 200: Session, ...errorResponses(401, 500, 503) },
};

export const beginEnrolmentSchema = {
  operationId: 'beginTotpEnrolment',
  tags: ['Session'],
  summary: 'Start to enrol an authenticator app',
  response: {
    200: Type.Object({
      secret: Type.String({ description: 'For typing in, base32.' }),
      otpauth_uri: Type.String({ description: 'For a QR code.' }),
    }),
    ...errorResponses(401, 409, 500, 503),
  },
};

export const changePasswordSchema = {
  operationId: 'changePassword',
  tags: ['Session'],
  summary: 'Choose a new password',
  body: Type.Object({
    current_password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Not asked for right after a sign-in with a temporary password.',
      }),
    ),
    new_password: Type.String({ minLength: 12, maxLength: 200 }),
    keep_tokens: withDefault(
      Type.Boolean({ description: 'Tokens of scripts end with the password unless this is set.' }),
      false,
    ),
  }),
  response: { 200: Session, ...errorResponses(401, 422, 429, 500, 503) },
};

/** Answers of actions that return nothing. */
export const Done = Type.Object({ done: Type.Boolean() });

export const signOutSchema = {
  operationId: 'signOut',
  tags: ['Session'],
  summary: 'Sign out here',
  response: { 200: Done, ...errorResponses(401, 500, 503) },
};
