import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { useOperators } from './use-operators.ts';

/** `<operator>:+237699000001` → its name and +237 6 99 00 00 01, and which account of several. */
export function useWalletName(): (wallet: string) => string {
  const operators = useOperators();
  const { finance } = useWords();
  const products: Readonly<Record<string, string>> = finance.products;
  return (wallet) => {
    const [name = '', number = '', product = ''] = wallet.split(':');
    const label = operators.find((operator) => operator.name === name)?.label ?? name;
    const shown = number.startsWith('+') ? formatMsisdn(number) : number;
    const account = [label, shown].filter((part) => part !== '').join(' ');
    return product === '' ? account : `${account} – ${products[product] ?? product}`;
  };
}
