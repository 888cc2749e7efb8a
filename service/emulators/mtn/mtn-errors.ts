import { type Answer, json } from '../http.ts';

/** Every error code and its HTTP status. */
export const MTN_ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid.' },
  UNAUTHORIZED: { status: 401, message: 'Access denied.' },
  'FORBIDDEN IP': { status: 403, message: 'Authorisation failed. IP not authorised.' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'Requested resource was not found.' },
  RESOURCE_ALREADY_EXIST: { status: 409, message: 'Duplicated reference id.' },
  NOT_ALLOWED: { status: 500, message: 'Authorization failed.' },
  NOT_ALLOWED_TARGET_ENVIRONMENT: { status: 500, message: 'Access to target is forbidden.' },
  INVALID_CALLBACK_URL_HOST: { status: 500, message: 'The callback host is not registered.' },
  INVALID_CURRENCY: { status: 500, message: 'Currency not supported.' },
  INTERNAL_PROCESSING_ERROR: { status: 500, message: 'An internal error occurred.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service temporarily unavailable.' },
} as const;

export type MtnErrorCode = keyof typeof MTN_ERRORS;

export function mtnError(code: MtnErrorCode, message?: string): Answer {
  const known = MTN_ERRORS[code];
  return json(known.status, { code, message: message ?? known.message });
}
