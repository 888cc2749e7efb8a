/** What an account has at its operator: one balance, whoever moves it. */
export interface ProviderWallet {
  balance: number;
}
