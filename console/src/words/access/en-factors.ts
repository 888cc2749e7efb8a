import { plural } from '../plural.ts';

/** The texts of second factors and sessions. */
export const enFactors = {
  factors: {
    fresh: 'Confirm that it is you',
    freshHint: 'How you sign in is about to change. You are not asked again for five minutes.',
    recovery: 'Recovery codes',
    recoveryHint:
      'For when your phone is lost: each code replaces a verification code once. Keep them on paper.',
    left: (count: number) => `${plural(count, 'code', 'codes')} left.`,
    none: 'You have none yet.',
    make: 'Make recovery codes',
    makeAgain: 'Make new codes',
    makeAgainHint: 'The old codes stop working.',
    shownOnce: 'Shown this once. Print or copy them now: they cannot be read again.',
    needsFactor: 'Add an authenticator app or a passkey first.',
    offer:
      'You have no recovery codes yet. Without them a lost phone locks you out: make them now and keep them on paper.',
    later: 'Later',
    print: 'Print',
    codes: 'Your recovery codes',
    passkeys: 'Passkeys',
    passkeysHint:
      'A fingerprint, a face or a security key, instead of the code of the authenticator app.',
    unknownHere: 'This browser knows no passkeys.',
    name: 'Name of the passkey',
    nameHint: 'Tells it from others, for example “Office laptop”.',
    add: 'Add a passkey',
    added: 'The passkey is added.',
    remove: (name: string) => `Remove ${name}`,
    removed: 'The passkey is removed.',
    lastUsed: 'last used',
    neverUsed: 'not used yet',
    usePasskey: 'Use a passkey',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the authenticator app',
    noPasskey: 'The browser gave no passkey. Try again, or use another second factor.',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'One of the codes that you kept on paper; it works once.',
    sessions: 'Where you are signed in',
    here: 'this browser',
    script: 'Script',
    unknownBrowser: 'Unknown browser',
    since: 'since',
    lastSeen: 'last seen',
    end: 'Sign out there',
    ended: 'Signed out there.',
  },
};

export type FactorWords = typeof enFactors;
