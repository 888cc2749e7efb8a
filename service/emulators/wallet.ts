/** The single balance of an account at its operator. */
export interface ProviderWallet {
  balance: number;
}
