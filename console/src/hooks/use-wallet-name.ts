import { formatMsisdn } from '../words/format.ts';
import { useOperators } from './use-operators.ts';

/** `<operator>:+237699000001` → its name and +237 6 99 00 00 01, as people call a wallet. */
export function useWalletName(): (wallet: string) => string {
  const operators = useOperators();
  return (wallet) => {
    const [name = '', number = '', ...rest] = wallet.split(':');
    const label = operators.find((operator) => operator.name === name)?.label ?? name;
    const shown = number.startsWith('+') ? formatMsisdn(number) : number;
    return [label, shown, ...rest].filter((part) => part !== '').join(' ');
  };
}
