import { useQuery } from '@tanstack/react-query';
import { applicationMoneyOptions } from '../api/finance.ts';
import { RIGHTS } from '../api/roles.ts';
import { useWords } from '../words/words.tsx';
import { useMe } from './use-me.ts';
import { useWalletName } from './use-wallet-name.ts';

/**
 * An account of the books as people call it: of a wallet which one, of an application whose, where
 * the person may see that. Kind and key are parted by a space or a colon.
 */
export function useAccountName(): (account: string) => string {
  const { finance } = useWords();
  const walletName = useWalletName();
  const { staff } = useMe();
  const { data } = useQuery({
    ...applicationMoneyOptions(),
    enabled: RIGHTS[staff.role].keepsBooks,
    refetchInterval: false,
  });
  const names: Readonly<Record<string, string>> = finance.accounts;
  return (account) => {
    const [, kind = '', key = ''] = /^([a-z_]+)(?:[ :](.*))?$/.exec(account) ?? [];
    const name = names[kind];
    if (name === undefined) return account;
    if (kind === 'wallet') return `${name} ${walletName(key)}`;
    const application = data?.items.find(({ id }) => id === key)?.name;
    return application === undefined ? name : `${name} ${application}`;
  };
}
