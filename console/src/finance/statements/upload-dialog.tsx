import { Button, FileInput, NativeSelect, Progress } from '@mantine/core';
import { useState } from 'react';
import type { Wallet } from '../../api/types.ts';
import { useWalletName } from '../../hooks/use-wallet-name.ts';
import { Dialog } from '../../ui/confirm-dialog.tsx';
import { useAnnounce } from '../../ui/result-message.tsx';
import { describeProblem } from '../../ui/states/describe-problem.ts';
import { useWords } from '../../words/words.tsx';
import { MappingDialog } from '../mapping/mapping-dialog.tsx';
import { PreviewFacts, Problems } from './statement-preview.tsx';
import { type Upload, useUpload } from './use-upload.ts';

/** A file is chosen and sent; the person sees what would come out, and imports it or not. */
export function UploadDialog({ wallets, onClose }: UploadDialogProps) {
  const words = useWords();
  const { finance } = words;
  const announce = useAnnounce();
  const upload = useUpload(wallets);
  const { isBusy, error, preview, problems, uploadId } = upload;
  const [isMapping, setMapping] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const importNow = async () => {
    const imported = await upload.importNow();
    if (imported === null) return;
    const text = imported.kind === 'known' ? finance.known : finance.imported(imported);
    announce({ tone: 'good', text });
    onClose();
  };
  if (isMapping && uploadId !== null) {
    const onKept = () => {
      setMapping(false);
      upload.readAgain();
    };
    const onAsked = () => {
      setMapping(false);
      setAsked(uploadId);
    };
    return <MappingDialog {...{ uploadId, onKept, onAsked }} onClose={() => setMapping(false)} />;
  }
  return (
    <Dialog title={finance.upload} onClose={onClose} isBusy={isBusy} size="lg">
      <Fields upload={upload} wallets={wallets} />
      {isBusy && (
        <Progress value={upload.share * 100} aria-label={finance.progress} size="lg" animated />
      )}
      <Refusal {...{ error, problems }} isAsked={asked !== null && asked === uploadId} />
      {preview !== null && <PreviewFacts preview={preview} />}
      {!isBusy && !upload.isReady && (
        <p className="why-not">{upload.wallet === '' ? finance.needsWallet : finance.needsFile}</p>
      )}
      <div className="dialog-buttons">
        <Button variant="default" size="md" onClick={onClose} disabled={isBusy}>
          {words.actions.cancel}
        </Button>
        {uploadId !== null && !isBusy && (
          <Button
            variant={preview === null ? 'filled' : 'default'}
            size="md"
            onClick={() => setMapping(true)}
          >
            {words.mapping.open}
          </Button>
        )}
        {preview === null && (uploadId === null || isBusy) && (
          <Button size="md" loading={isBusy} disabled={!upload.isReady} onClick={upload.send}>
            {finance.preview}
          </Button>
        )}
        {preview !== null && (
          <Button
            size="md"
            loading={isBusy}
            disabled={preview.outcome === null || problems.length > 0}
            onClick={() => void importNow()}
          >
            {finance.import}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Why it cannot be imported: a mapping that a second person has to approve is no fault of it. */
function Refusal({ error, problems, isAsked }: RefusalProps) {
  const words = useWords();
  return (
    <>
      {error !== null && (
        <p className="form-problem" role="alert">
          {describeProblem(error, words)}
        </p>
      )}
      {isAsked ? <p role="status">{words.mapping.asked}</p> : <Problems problems={problems} />}
    </>
  );
}

interface RefusalProps extends Pick<Upload, 'error' | 'problems'> {
  readonly isAsked: boolean;
}

function Fields({ upload, wallets }: Pick<UploadDialogProps, 'wallets'> & FieldsProps) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  return (
    <>
      <NativeSelect
        label={words.wallet}
        value={upload.wallet}
        disabled={upload.isBusy}
        data={[
          ...(upload.wallet === '' ? [{ value: '', label: words.chooseWallet }] : []),
          ...wallets.map(({ wallet }) => ({ value: wallet, label: walletName(wallet) })),
        ]}
        onChange={(event) => upload.chooseWallet(event.currentTarget.value)}
      />
      <FileInput
        label={words.file}
        description={words.fileHint}
        placeholder={words.choose}
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        value={upload.file}
        disabled={upload.isBusy}
        onChange={upload.chooseFile}
      />
    </>
  );
}

interface FieldsProps {
  readonly upload: Upload;
}

interface UploadDialogProps {
  readonly wallets: readonly Wallet[];
  readonly onClose: () => void;
}
