import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { useCancelLink, useMakeLink } from '../api/checkouts/links.ts';
import type { PaymentLink } from '../api/types.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Dialog } from '../ui/confirm-dialog.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { CopyText } from '../ui/figures.tsx';
import { StepForm } from '../ui/step-form.tsx';
import { LANGUAGES } from '../words/language.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

const VALIDITIES_S = {
  hour: 3_600,
  day: 86_400,
  days: 259_200,
  week: 604_800,
  month: 2_592_000,
} as const;

interface MakeLinkProps {
  readonly applications: readonly string[];
  readonly onClose: () => void;
  readonly onMade: (link: PaymentLink) => void;
}

export function MakeLink({ applications, onClose, onMade }: MakeLinkProps) {
  const { links: words } = useWords();
  const make = useMakeLink();
  // One for each dialog: after a lost answer the same button makes no second link.
  const [ownReference] = useState(makeReference);
  if (applications.length === 0) {
    return (
      <Dialog title={words.makeTitle} onClose={onClose}>
        <p>{words.noApplication}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.makeTitle} onClose={onClose}>
      <StepForm
        error={make.error}
        onSubmit={(form) => {
          const description = fieldOf(form, 'description').trim();
          const link = {
            application: fieldOf(form, 'application'),
            amount_xaf: Number(fieldOf(form, 'amount')),
            description: description === '' ? null : description,
            reference: fieldOf(form, 'reference').trim() || ownReference,
            expires_in: Number(fieldOf(form, 'validity')),
            lang: fieldOf(form, 'lang'),
          };
          make.mutate(link, { onSuccess: onMade });
        }}
      >
        <LinkFields applications={applications} />
        <Button type="submit" size="md" loading={make.isPending}>
          {words.make}
        </Button>
      </StepForm>
    </Dialog>
  );
}

function LinkFields({ applications }: Pick<MakeLinkProps, 'applications'>) {
  const { links: words, fields, language } = useWords();
  return (
    <>
      <p>{words.means}</p>
      <NativeSelect
        label={fields.application}
        name="application"
        size="md"
        data={[...applications]}
      />
      <TextInput
        label={fields.amount}
        name="amount"
        type="number"
        inputMode="numeric"
        min={100}
        step={1}
        required
        withAsterisk={false}
        data-autofocus
      />
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        name="description"
        maxLength={140}
      />
      <NativeSelect
        label={words.validity}
        name="validity"
        size="md"
        defaultValue={String(VALIDITIES_S.day)}
        data={Object.entries(VALIDITIES_S).map(([name, seconds]) => ({
          value: String(seconds),
          label: words.validities[name as keyof typeof VALIDITIES_S],
        }))}
      />
      <NativeSelect
        label={words.language}
        name="lang"
        size="md"
        defaultValue={language}
        data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
      />
      <TextInput
        label={words.ownReference}
        description={words.referenceHint}
        name="reference"
        maxLength={100}
      />
    </>
  );
}

function makeReference(): string {
  // `randomUUID` is missing on a page that came without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface LinkDialogProps {
  readonly link: PaymentLink;
  readonly onClose: () => void;
}

/** The picture is made here, so that the address is sent to no picture service. */
export function ShareLink({ link: { share, amount_xaf: xaf }, onClose }: LinkDialogProps) {
  const { links: words, language } = useWords();
  if (share === null) return null;
  const svg = renderSVG(share.url, { border: 2 });
  const ownFirst = LANGUAGES.toSorted((one) => (one === language ? -1 : 1));
  return (
    <Dialog title={words.shareTitle(formatMoney(xaf))} onClose={onClose} size="lg">
      <div className="enrolment">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={words.qr}
          width={200}
          height={200}
        />
        <p>
          {words.address} <CopyText value={share.url} label={words.address} />
          <br />
          <span className="code">{share.url}</span>
          <br />
          <span className="soft">{words.anyone}</span>
        </p>
      </div>
      {ownFirst.map((lang) => (
        <div key={lang} className="secret">
          <p>
            {words.texts[lang]} <CopyText value={share.texts[lang]} label={words.texts[lang]} />{' '}
            <a
              className="quiet-button"
              href={`https://wa.me/?text=${encodeURIComponent(share.texts[lang])}`}
              target="_blank"
              rel="noreferrer"
            >
              {words.whatsapp}
            </a>
          </p>
          <pre className="answer" lang={lang}>
            {share.texts[lang]}
          </pre>
        </div>
      ))}
    </Dialog>
  );
}

export function CancelLink({ link: { id, amount_xaf: xaf }, onClose }: LinkDialogProps) {
  const { links: words } = useWords();
  const cancel = useCancelLink();
  return (
    <ActDialog
      title={words.cancelTitle(formatMoney(xaf))}
      tone="danger"
      confirmLabel={words.cancelConfirm}
      consequence={words.cancelMeans}
      onClose={onClose}
      act={(reason) => cancel.mutateAsync({ id, reason })}
      done={words.cancelled}
    />
  );
}
