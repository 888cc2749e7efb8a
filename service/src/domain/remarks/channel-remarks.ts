/** What is wrong with how somebody wants a channel to collect. */
export const CHANNEL_REMARKS = {
  channel_needs_template: 'a channel where the player dials needs a USSD template',
  channel_code_of_sandbox:
    'a code of the sandbox starts with {text}, so that it can do nothing when dialled',
  channel_number_form:
    'a merchant number is 4 to 15 digits, or a phone number such as +237670000000',
  channel_number_dialled: 'a merchant number that players dial is digits only, or starts with +237',
  channel_illustration_incomplete:
    'an illustration has an address and a text for those who cannot see it',
  channel_illustration_form:
    'an illustration has an https address, and a text of at most 300 characters',
  channel_merchant_name_form: 'the name of a merchant has 1 to 60 characters',
  channel_limit_form: 'a limit is a whole number of francs above 0',
  channel_limits_crossed: 'the smallest amount is above the largest',
  channel_without_prompts:
    'the adapter {adapter} sends no payment requests, so the player has to dial',
  template_ends: 'a USSD code starts with * or # and ends with #',
  template_without_amount: '{text} is missing, so the player would have to type the amount',
  template_without_merchant: '{text} is missing, so the player would pay whom the code names',
  template_with_number:
    'the code names {text}: digits of a number or merchant code come only from the channel',
  template_placeholder_unknown: 'the placeholder {text} is not known; use {their_words}',
  template_part_mixed:
    '“{text}” must be digits only or one placeholder, parted from the rest by * or #',
} as const;
