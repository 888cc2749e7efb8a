import { useState } from 'react';
import { useFinanceMutation } from '../../api/finance.ts';
import { importUpload, previewUpload, uploadStatement } from '../../api/statement-upload.ts';
import type { Wallet } from '../../api/types.ts';

/**
 * One statement on its way: chosen, sent and previewed, imported. Only a person knows of which
 * wallet a file is: of several none is chosen beforehand.
 */
export function useUpload(wallets: readonly Wallet[]) {
  const [only] = wallets.length === 1 ? wallets : [];
  const [wallet, setWallet] = useState(only?.wallet ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const upload = useFinanceMutation(async (chosen: File) => {
    const id = await uploadStatement({ wallet, file: chosen }, setShare);
    return { id, answer: await previewUpload(id) };
  });
  /** By a mapping that was kept since. */
  const again = useFinanceMutation(previewUpload);
  const importing = useFinanceMutation((id: string) => importUpload(id, setShare));
  /** What was shown of another file or wallet is not shown any longer. */
  const restart = () => {
    upload.reset();
    again.reset();
    importing.reset();
    setShare(0);
  };
  const imported = importing.data;
  const answer = again.data ?? upload.data?.answer;
  return {
    wallet,
    file,
    share,
    isReady: wallet !== '' && file !== null,
    uploadId: upload.data?.id ?? null,
    isBusy: upload.isPending || again.isPending || importing.isPending,
    error: upload.error ?? again.error ?? importing.error,
    preview: answer?.preview ?? null,
    problems: [
      ...(answer?.problems ?? []),
      ...(imported?.kind === 'refused' ? imported.problems : []),
    ],
    chooseWallet: (chosen: string) => {
      setWallet(chosen);
      restart();
    },
    chooseFile: (chosen: File | null) => {
      setFile(chosen);
      restart();
    },
    send: () => {
      if (file !== null) upload.mutate(file);
    },
    readAgain: () => {
      if (upload.data !== undefined) again.mutate(upload.data.id);
    },
    /** `null` if it was refused or without an answer. */
    importNow: async () => {
      setShare(0);
      const id = upload.data?.id ?? '';
      const answer = await importing.mutateAsync(id).catch(() => null);
      return answer === null || answer.kind === 'refused' ? null : answer;
    },
  };
}

export type Upload = ReturnType<typeof useUpload>;
