/**
 * Checks the USSD template of a channel when it is configured, not when a player needs it.
 * A template is digits and placeholders parted by `*` and `#`, such as `*126*{merchant}*{amount}#`.
 */
export function checkUssdTemplate(template: string): UssdTemplateCheck {
  const problems: string[] = [];
  if (!/^[*#]/.test(template) || !template.endsWith('#')) {
    problems.push('a USSD code starts with * or # and ends with #');
  }
  for (const part of template.split(/[*#]/)) {
    const problem = problemOfPart(part);
    if (problem !== null) problems.push(problem);
  }
  if (!template.includes('{amount}')) {
    problems.push('{amount} is missing, so the player would have to type the amount');
  }
  return problems.length === 0 ? { kind: 'valid' } : { kind: 'invalid', problems };
}

export type UssdTemplateCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const PLACEHOLDERS: readonly string[] = ['{merchant}', '{amount}'];

function problemOfPart(part: string): string | null {
  if (/^[0-9]*$/.test(part) || PLACEHOLDERS.includes(part)) return null;
  if (/^\{[^{}]*\}$/.test(part)) {
    return `the placeholder ${part} is not known; use ${PLACEHOLDERS.join(' and ')}`;
  }
  // A digit that touches {amount} would change the amount that is paid.
  return `"${part}" must be digits only or one placeholder, parted from the rest by * or #`;
}
