/** What is wrong with a SIM line: with its balances, or with the gateways that get its texts. */
export const LINE_REMARKS = {
  line_holds_more:
    'Balance gap: the line holds {amount_xaf} more than its texts say. A text about received money was missed, money was put on the line otherwise, or this text is forged.',
  line_holds_less:
    'Balance gap: the line holds {amount_xaf} less than its texts say. A text about sent money was missed, money was taken from the line otherwise, or this text is forged.',
  line_not_opened: 'The line was not opened: enter the balance that it has at the operator.',
  gap_came_in: '{amount_xaf} probably came to the line without a text that we got.',
  gap_went_out: '{amount_xaf} probably left the line without a text that we got.',
  not_on_chain:
    'Its text does not lead to the balance that was read at the operator: look for it there and decide.',

  line_without_gateway: 'No SMS gateway is set up for the line.',
  line_gateway_revoked: 'The key of the line’s SMS gateway was revoked.',
  line_gateway_never_heard: 'The line’s SMS gateway has never been heard of.',
  line_gateway_silent: 'The line’s SMS gateway is silent.',
  line_sim_full: 'The SIM of the line is nearly full of texts.',
} as const;
