/** Which values a rule of the policy takes. */
export const POLICY_MESSAGES = {
  policy_takes_flag: 'yes or no (true or false)',
  policy_takes_whole: 'a whole number from {min} to {max}',
  policy_takes_from: 'a whole number, {min} or more',
  policy_takes_limit: 'a whole number above 0, or “off” for no limit',
  policy_takes_months: 'a whole number from {min} to {max}, or “off”: kept for ever',
  policy_takes_prefixes: 'operators with their prefixes, such as name=67,650-654;other=69',
  policy_takes_floats: 'an amount, or operator:number=amount with commas, or “off”',
} as const;
