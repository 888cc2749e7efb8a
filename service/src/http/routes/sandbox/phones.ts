import type { FastifyReply, FastifyRequest } from 'fastify';
import { openPhoneSchema } from '../../../contract/sandbox/sandbox-api.ts';
import { isPin } from '../../../domain/sandbox/virtual-phone.ts';
import {
  issuePhoneLink,
  type PhoneOwner,
  readPhoneLink,
} from '../../../flows/sandbox/phone-link.ts';
import {
  answerPrompt,
  dialCode,
  type PhoneDeps,
  payByCode,
  showPhone,
} from '../../../flows/sandbox/use-phone.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { readersAddress } from '../../pages/front-page.ts';
import { sendPage } from '../../pages/page.ts';
import { type Notice, phoneOf, renderPhone } from '../../pages/phone-page.ts';
import { acceptRawBodies, rawBody } from '../../request/request-body.ts';

/** Where a platform asks for a phone, with its key. */
export function openPhoneRoute(api: App, deps: PhoneDeps): void {
  api.post('/api/v1/sandbox/phones', { schema: openPhoneSchema }, async (request) => {
    const { applicationId, body } = request;
    return openPhone(deps, request, { applicationId, msisdn: body.msisdn });
  });
}

/** The page of this phone, at the address under which the asker reaches us. */
export async function openPhone(
  { intake }: Pick<PhoneDeps, 'intake'>,
  request: Pick<FastifyRequest, 'protocol' | 'raw'>,
  owner: PhoneOwner,
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const { token, expiresAt } = await issuePhoneLink(intake, owner, await intake.clock.now());
  return {
    url: `${readersAddress(request)}/sandbox/phones/${token}`,
    expires_at: expiresAt.toISOString(),
  };
}

interface PhoneRequest {
  readonly params: unknown;
  readonly query: unknown;
}

/** The phone itself, for people. Its address is its key. */
export function phoneRoutes(app: App, deps: PhoneDeps): void {
  acceptRawBodies(app);
  const ownerOf = async ({ params }: PhoneRequest): Promise<PhoneOwner | null> => {
    const { token } = params as { readonly token: string };
    return readPhoneLink(deps.intake, token, await deps.intake.clock.now());
  };

  app.get('/sandbox/phones/:token', { schema: { hide: true } }, async (request, reply) => {
    const owner = await ownerOf(request);
    if (owner === null) return sendProblem(reply, { code: 'not_found' });
    const { dial, notice } = queryOf(request);
    const dialled = dial === '' ? null : await dialCode(deps, owner, dial);
    const main = renderPhone({
      ...phoneOf(owner.msisdn, await showPhone(deps, owner)),
      dialled: dial === '' ? null : { code: dial, amountXaf: dialled?.amountXaf ?? null },
      notice,
    });
    return sendPage(reply, { title: 'Virtual phone', main, hasSearch: false });
  });

  app.post('/sandbox/phones/:token', { schema: { hide: true } }, async (request, reply) => {
    const owner = await ownerOf(request);
    if (owner === null) return sendProblem(reply, { code: 'not_found' });
    const form = new URLSearchParams(rawBody(request).toString('utf8'));
    return goBack(reply, await use(deps, owner, form));
  });
}

/** A value that is given twice counts as its last one. */
function queryOf({ query }: PhoneRequest) {
  const given = query as Readonly<Record<string, string | readonly string[]>>;
  const lastOf = (name: string) => [given[name] ?? ''].flat().at(-1) ?? '';
  return { dial: lastOf('dial'), notice: lastOf('notice') };
}

/** The PIN is checked and not kept. */
async function use(deps: PhoneDeps, owner: PhoneOwner, form: URLSearchParams): Promise<Notice> {
  const isConfirmed = form.get('answer') === 'confirm';
  const code = form.get('code');
  if (isConfirmed && !isPin(form.get('pin') ?? '')) return 'no_pin';
  if (code !== null) {
    if (!isConfirmed) return 'refused';
    return (await payByCode(deps, owner, code)) ? 'paid' : 'unknown_code';
  }
  const id = form.get('prompt') ?? '';
  if (!(await answerPrompt(deps, owner, { id, isConfirmed }))) return 'too_late';
  return isConfirmed ? 'paid' : 'refused';
}

function goBack(reply: FastifyReply, notice: Notice): FastifyReply {
  return reply.redirect(`?notice=${notice}`, 303);
}
