import type { ChannelSetup } from '../../db/providers/provider-setup.ts';
import type { Environment } from '../../domain/installation.ts';
import type { Message } from '../../domain/messages/message.ts';
import { isE164, isMerchantCode, nationalDigits } from '../../domain/msisdn.ts';
import { checkUssdTemplate } from '../../domain/providers/ussd-template.ts';

/** No network answers this code, so dialling what the sandbox shows does no harm. */
const SANDBOX_CODE = '*000*';

/** Everything that is wrong with how a channel collects, as messages. */
export function findChannelProblems(
  setup: ChannelSetup,
  environment: Environment,
): readonly Message[] {
  const { merchantDisplayName } = setup;
  const problems: Message[] = [
    ...findTemplateProblems(setup, environment),
    ...findNumberProblems(setup),
    ...findLimitProblems(setup),
    ...findIllustrationProblems(setup),
  ];
  if (merchantDisplayName !== null && !/^(?=.*\S).{1,60}$/.test(merchantDisplayName)) {
    problems.push({ code: 'channel_merchant_name_form' });
  }
  return problems;
}

function findTemplateProblems(
  { collectionMode, ussdTemplate }: ChannelSetup,
  environment: Environment,
): readonly Message[] {
  if (ussdTemplate === null) {
    return collectionMode === 'customer_initiated' ? [{ code: 'channel_needs_template' }] : [];
  }
  const check = checkUssdTemplate(ussdTemplate);
  if (check.kind === 'invalid') return check.problems;
  return environment === 'sandbox' && !ussdTemplate.startsWith(SANDBOX_CODE)
    ? [{ code: 'channel_code_of_sandbox', params: { text: SANDBOX_CODE } }]
    : [];
}

function findNumberProblems({ merchantNumber, collectionMode }: ChannelSetup): readonly Message[] {
  if (isMerchantCode(merchantNumber)) return [];
  if (!isE164(merchantNumber)) return [{ code: 'channel_number_form' }];
  // The code leaves out only the country code of Cameroon.
  return collectionMode === 'customer_initiated' && nationalDigits(merchantNumber) === null
    ? [{ code: 'channel_number_dialled' }]
    : [];
}

/** Players see the picture on the platform's page; screen readers read the text aloud. */
function findIllustrationProblems(setup: ChannelSetup): readonly Message[] {
  const { illustrationUrl, illustrationAlt } = setup;
  if ((illustrationUrl === null) !== (illustrationAlt === null)) {
    return [{ code: 'channel_illustration_incomplete' }];
  }
  if (illustrationUrl === null) return [];
  const isHttps = URL.parse(illustrationUrl)?.protocol === 'https:';
  return isHttps && illustrationUrl.length <= 2_083 && (illustrationAlt ?? '').length <= 300
    ? []
    : [{ code: 'channel_illustration_form' }];
}

function findLimitProblems({ minAmountXaf, maxAmountXaf }: ChannelSetup): readonly Message[] {
  const limits = [minAmountXaf, maxAmountXaf].filter((limit) => limit !== null);
  if (!limits.every((limit) => Number.isSafeInteger(limit) && limit > 0)) {
    return [{ code: 'channel_limit_form' }];
  }
  return minAmountXaf !== null && maxAmountXaf !== null && minAmountXaf > maxAmountXaf
    ? [{ code: 'channel_limits_crossed' }]
    : [];
}
