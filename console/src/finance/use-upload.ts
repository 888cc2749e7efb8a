import { useState } from 'react';
import { useFinanceMutation } from '../api/finance.ts';
import { importUpload, uploadStatement } from '../api/statement-upload.ts';

/** One statement on its way: chosen, sent and previewed, imported. */
export function useUpload(firstWallet: string) {
  const [wallet, setWallet] = useState(firstWallet);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const upload = useFinanceMutation((chosen: File) =>
    uploadStatement({ wallet, file: chosen }, setShare),
  );
  const importing = useFinanceMutation((id: string) => importUpload(id, setShare));
  /** What was shown of another file or wallet is not shown any longer. */
  const restart = () => {
    upload.reset();
    importing.reset();
    setShare(0);
  };
  const imported = importing.data;
  return {
    wallet,
    file,
    share,
    isBusy: upload.isPending || importing.isPending,
    error: upload.error ?? importing.error,
    preview: upload.data?.answer.preview ?? null,
    problems: [
      ...(upload.data?.answer.problems ?? []),
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
