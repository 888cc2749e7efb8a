/** Who may say what a line has at its operator. A balance SMS that nobody asked for may not. */
export type TrustSource =
  /** What the line had when it was put into use. */
  | 'opening'
  /** Read off the operator's own screen and typed in. */
  | 'staff'
  | 'operator_api'
  /** The answer to a question that we asked by USSD. */
  | 'ussd';
