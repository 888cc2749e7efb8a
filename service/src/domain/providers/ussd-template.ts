import type { Message } from '../messages/message.ts';

/**
 * Checks the USSD template of a channel when it is configured, not when a player needs it. It has
 * digits and placeholders, separated by `*` and `#`, such as `*126*{merchant}*{amount}#`. Whom a
 * player pays comes from the channel alone: a number inside the code would be paid unseen.
 */
export function checkUssdTemplate(template: string): UssdTemplateCheck {
  const problems: Message[] = [];
  if (!/^[*#]/.test(template) || !template.endsWith('#')) {
    problems.push({ code: 'template_ends' });
  }
  for (const part of template.split(/[*#]/)) {
    const problem = problemOfPart(part);
    if (problem !== null) problems.push(problem);
  }
  if (!template.includes(AMOUNT)) {
    problems.push({ code: 'template_without_amount', params: { text: AMOUNT } });
  }
  if (!template.includes(MERCHANT)) {
    problems.push({ code: 'template_without_merchant', params: { text: MERCHANT } });
  }
  const [number] = NUMBER.exec(template) ?? [];
  if (number !== undefined) {
    problems.push({ code: 'template_with_number', params: { text: number } });
  }
  return problems.length === 0 ? { kind: 'valid' } : { kind: 'invalid', problems };
}

export type UssdTemplateCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly problems: readonly Message[] };

const AMOUNT = '{amount}';
const MERCHANT = '{merchant}';
const PLACEHOLDERS: readonly string[] = [MERCHANT, AMOUNT];
/** Codes of operators and their menus are shorter; merchant codes and numbers are not. */
const NUMBER = /[0-9]{5,}/;

function problemOfPart(part: string): Message | null {
  if (/^[0-9]*$/.test(part) || PLACEHOLDERS.includes(part)) return null;
  if (/^\{[^{}]*\}$/.test(part)) {
    const params = { text: part, their_words: PLACEHOLDERS.join(', ') };
    return { code: 'template_placeholder_unknown', params };
  }
  // A digit that touches {amount} would change the amount that is paid.
  return { code: 'template_part_mixed', params: { text: part } };
}
