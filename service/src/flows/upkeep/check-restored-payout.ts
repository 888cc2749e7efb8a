import type { DoubtfulPayout } from '../../db/provider-requests/doubtful-payouts.ts';
import { findLostSend } from '../../db/provider-requests/lost-sends.ts';
import type { ProviderRequest } from '../../db/provider-requests/provider-requests.ts';
import type { ProviderKnowledge } from '../../domain/provider-requests/restored-payout.ts';
import type { Channel } from '../../domain/providers/channel.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { StatusAnswer } from '../../providers/provider.ts';
import { newProviderRequest } from '../provider-requests/collect-deposit.ts';
import type { ProviderRequestDeps } from '../provider-requests/leased-request.ts';
import { paymentOrderOf } from '../provider-requests/payment-order.ts';
import type { Sending } from '../provider-requests/sending/record-sending.ts';
import type { Catalogue } from '../providers/catalogue.ts';

/** What the providers say about a payout that a restore has put in doubt. */
export interface Inquiry {
  readonly payout: DoubtfulPayout;
  readonly findings: ProviderKnowledge;
  /** Each provider that was asked, with its answer. */
  readonly answers: readonly { readonly providerId: string; readonly said: StatusAnswer['kind'] }[];
  /** The list of sent payouts has it, and the restored database does not know it as sent. */
  readonly isListed: boolean;
  /** Where the transfer is known, or `null` if no provider knows it. */
  readonly sending: Sending | null;
}

export type InquiryDeps = Pick<ProviderRequestDeps, 'database' | 'connectors' | 'callbackBase'>;

/** What the payouts in doubt are asked about with. */
export interface InquiryFacts {
  readonly catalogue: Catalogue;
  /** How long nothing was sent. */
  readonly quietMs: number;
}

/** Asks every provider that may have the payout, by its reference; it changes nothing. */
export async function checkRestoredPayout(
  deps: InquiryDeps,
  { catalogue, quietMs }: InquiryFacts,
  payout: DoubtfulPayout,
): Promise<Inquiry> {
  const { transaction } = payout;
  const providerRequest = payout.providerRequest ?? unsentRequest(transaction);
  const listed = await findLostSend(deps.database, providerRequest.reference);
  const isListed = listed !== null;
  const sent = sendingOf(providerRequest) ?? listed;
  const asked = { transaction, providerRequest };
  // Sent without a handle, it cannot be asked about: that proves nothing.
  if (sent === null && providerRequest.sentAt !== null) {
    const answers = [{ providerId: providerRequest.providerId, said: 'unknown' as const }];
    return { payout, findings: 'unanswered', isListed, answers, sending: null };
  }
  if (sent !== null) {
    const { providerId, channelId, handle } = sent;
    const channel = catalogue.channels.find(({ id }) => id === channelId);
    const said = channel === undefined ? 'unknown' : await ask(deps, asked, { channel, handle });
    // A provider that does not know what was sent to it may not have received it, or not yet.
    const findings = isKnown(said) ? 'known' : 'unanswered';
    const sending = { providerId, channelId, handle, revision: null };
    return { payout, findings, isListed, answers: [{ providerId, said }], sending };
  }
  const handle = providerRequest.reference;
  const channels = payingChannels(catalogue, transaction);
  const answers = await Promise.all(
    channels.map(async (channel) => {
      const { id: channelId, providerId } = channel;
      const question = { channel, handle, quietMs };
      return { providerId, channelId, said: await askUnsent(deps, asked, question) };
    }),
  );
  const known = answers.find(({ said }) => isKnown(said));
  const isNowhere = answers.length > 0 && answers.every(({ said }) => said === 'not_found');
  return {
    payout,
    findings: known !== undefined ? 'known' : isNowhere ? 'not_sent' : 'unanswered',
    isListed,
    answers,
    sending: known === undefined ? null : { ...known, handle, revision: null },
  };
}

/** The provider request that an approval makes, for a payout that has none. */
function unsentRequest(transaction: Transaction): ProviderRequest {
  const unsent = {
    handle: null,
    hintedHandle: null,
    sentAt: null,
    tried: [],
    asked: 0,
    said: null,
  };
  return { ...newProviderRequest(transaction), ...unsent, createdAt: transaction.createdAt };
}

function sendingOf({ sentAt, handle, providerId, channelId }: ProviderRequest) {
  return sentAt === null || handle === null ? null : { providerId, channelId, handle };
}

function isKnown(said: StatusAnswer['kind']): boolean {
  return said !== 'not_found' && said !== 'unknown';
}

/** One channel of each provider that pays out for the operator, even if it is switched off now. */
function payingChannels(
  { providers, channels }: Catalogue,
  { operator }: Transaction,
): readonly Channel[] {
  return providers
    .filter(({ provider }) => provider.operators.includes(operator))
    .filter(({ provider }) => provider.directions.includes('withdrawal'))
    .flatMap(({ provider: { id } }) =>
      channels.filter((one) => one.providerId === id && one.operator === operator).slice(0, 1),
    );
}

type Asked = Pick<DoubtfulPayout, 'transaction'> & { readonly providerRequest: ProviderRequest };

interface Question {
  readonly channel: Channel;
  readonly handle: string;
}

/** Whether a provider has what we know only by our reference. Only some can be asked that. */
async function askUnsent(
  deps: InquiryDeps,
  asked: Asked,
  question: Question & Pick<InquiryFacts, 'quietMs'>,
): Promise<StatusAnswer['kind']> {
  const connected = await deps.connectors.find(question.channel.providerId);
  if (connected === null) return 'unknown';
  const { simulated, payOut, asksByReference, notFoundAfterMs = 0 } = connected.adapter.abilities;
  if (simulated || !payOut) return 'not_found';
  if (!asksByReference) return 'unknown';
  const said = await ask(deps, asked, question);
  return said === 'not_found' && question.quietMs < notFoundAfterMs ? 'unknown' : said;
}

const ASK_MS = 8_000;

async function ask(
  deps: InquiryDeps,
  asked: Asked,
  { channel, handle }: Question,
): Promise<StatusAnswer['kind']> {
  const connected = await deps.connectors.find(channel.providerId);
  if (connected === null) return 'unknown';
  const order = { ...paymentOrderOf(deps, asked, channel), handle };
  const answer = await connected.connector.ask(order, { timeoutMs: ASK_MS, keep: () => {} });
  return answer.kind;
}
