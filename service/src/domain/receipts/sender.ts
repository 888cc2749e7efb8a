export type SenderRefusal = 'sender_is_a_number' | 'sender_not_plain';

/** Short codes of operators have fewer digits than the number of any phone. */
const LONGEST_SHORT_CODE = 6;

/**
 * Why a sender, as `foldSender` gives it, cannot be an operator's; null when a person may decide.
 * Anybody can send a text from a phone, and letters of other scripts imitate Latin ones.
 */
export function refuseSender(sender: string): SenderRefusal | null {
  if (!/^[!-~]{1,40}$/.test(sender)) return 'sender_not_plain';
  const digits = sender.replaceAll(/[^0-9]/g, '');
  const isNumber = !/[a-z]/.test(sender) && digits.length > LONGEST_SHORT_CODE;
  return isNumber ? 'sender_is_a_number' : null;
}
