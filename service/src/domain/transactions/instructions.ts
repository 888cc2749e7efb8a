import { assert } from '../assert.ts';
import { formatXaf } from '../money.ts';
import { nationalDigits } from '../msisdn.ts';

/** The instructions for a player who starts the payment on their own phone. */
export function buildInstructions(facts: InstructionFacts): Instructions {
  const { channel, amountXaf, lang, sandbox, pollingIntervalSeconds } = facts;
  const ussdString = fillTemplate(channel, amountXaf);
  const write = sandbox ? SANDBOX_STEPS[lang] : STEPS[lang];
  const texts = write({
    ussdString,
    amount: formatXaf(amountXaf),
    merchantName: channel.merchantDisplayName,
  });
  return {
    ussdString,
    // A bare # would start the fragment of the link and cut the code; * is allowed as it is.
    dialUri: `tel:${ussdString.replaceAll('#', '%23')}`,
    copyText: ussdString,
    steps: texts.map((text, index) => ({ order: index + 1, text })),
    merchant: { displayName: channel.merchantDisplayName },
    illustrationUrl: channel.illustrationUrl,
    illustrationAlt: channel.illustrationAlt,
    pollingIntervalSeconds,
  };
}

export const LANGS = ['fr', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** The interface's deposit instructions object, with our names for its members. */
export interface Instructions {
  readonly ussdString: string;
  readonly dialUri: string;
  readonly copyText: string;
  readonly steps: readonly InstructionStep[];
  readonly merchant: { readonly displayName: string | null };
  readonly illustrationUrl: string | null;
  readonly illustrationAlt: string | null;
  readonly pollingIntervalSeconds: number;
}

export interface InstructionStep {
  readonly order: number;
  readonly text: string;
}

export interface InstructionFacts {
  readonly channel: InstructionChannel;
  readonly amountXaf: number;
  readonly lang: Lang;
  readonly pollingIntervalSeconds: number;
  /** The sandbox's code is invalid on purpose, and the steps say that it must not be dialled. */
  readonly sandbox: boolean;
}

/** The part of a channel that a player gets to see. */
export interface InstructionChannel {
  readonly merchantNumber: string;
  readonly merchantDisplayName: string | null;
  readonly ussdTemplate: string | null;
  readonly illustrationUrl: string | null;
  readonly illustrationAlt: string | null;
}

function fillTemplate(channel: InstructionChannel, amountXaf: number): string {
  const template = channel.ussdTemplate;
  assert(template !== null, 'a customer-initiated channel has no USSD template');
  assert(template.includes('{amount}'), `the template ${template} has no amount`);

  // Phones dial the national digits; a short merchant code has no country code to remove.
  const merchant = nationalDigits(channel.merchantNumber) ?? channel.merchantNumber;
  assert(/^[0-9]+$/.test(merchant), 'a merchant number that is dialled must be digits');
  return template.replaceAll('{merchant}', merchant).replaceAll('{amount}', String(amountXaf));
}

interface StepFacts {
  readonly ussdString: string;
  readonly amount: string;
  readonly merchantName: string | null;
}

type StepWriter = (facts: StepFacts) => readonly string[];

// Each text says the same four things: dial from the given number, pay exactly this amount to this
// merchant, keep the secret code to yourself (deposits, rule 7), then wait.
const STEPS: Readonly<Record<Lang, StepWriter>> = {
  fr: ({ ussdString, amount, merchantName }) => [
    `Composez ${ussdString} sur le téléphone dont vous avez indiqué le numéro.`,
    merchantName === null
      ? `Vérifiez que le montant affiché est ${amount} et ne le modifiez pas.`
      : `Vérifiez que le montant affiché est ${amount}, que le bénéficiaire est ${merchantName}, ` +
        'et ne modifiez rien.',
    'Validez avec votre code secret, uniquement sur votre téléphone. ' +
      'Ne communiquez jamais votre code secret : nous ne le demandons pas.',
    'Patientez : le dépôt est confirmé automatiquement après réception du paiement.',
  ],
  en: ({ ussdString, amount, merchantName }) => [
    `Dial ${ussdString} on the phone whose number you gave.`,
    merchantName === null
      ? `Check that the amount shown is ${amount} and do not change it.`
      : `Check that the amount shown is ${amount}, that the recipient is ${merchantName}, ` +
        'and change nothing.',
    'Confirm with your secret code, on your phone only. ' +
      'Never share your secret code: we do not ask for it.',
    'Wait: the deposit is confirmed automatically once the payment is received.',
  ],
};

const SANDBOX_STEPS: Readonly<Record<Lang, StepWriter>> = {
  fr: ({ ussdString, amount, merchantName }) => [
    `Environnement de test : ne composez jamais ${ussdString} ; ce code est invalide exprès.`,
    merchantName === null
      ? `En production, le joueur paierait ici ${amount}.`
      : `En production, le joueur paierait ici ${amount} à ${merchantName}.`,
    'Ne communiquez jamais votre code secret. ' +
      'Ici, simulez le résultat avec la route de simulation.',
  ],
  en: ({ ussdString, amount, merchantName }) => [
    `Test environment: never dial ${ussdString}; this code is invalid on purpose.`,
    merchantName === null
      ? `In production the player would now pay ${amount}.`
      : `In production the player would now pay ${amount} to ${merchantName}.`,
    'Never share your secret code. Here, simulate the outcome with the simulate route.',
  ],
};
