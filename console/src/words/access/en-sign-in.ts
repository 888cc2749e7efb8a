import { plural } from '../plural.ts';

/** The texts of signing in. */
export const enSignIn = {
  signIn: {
    title: 'Sign in',
    ended: 'Your session has ended. Sign in again: your screen and what you typed are kept.',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    codeTitle: 'Second factor',
    codeHint: 'The six digits that your authenticator app shows now.',
    code: 'Code',
    codeSubmit: 'Confirm',
    passwordTitle: 'Choose your password',
    passwordHint: 'The one-time password has done its work. The new one has 12 characters or more.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    repeatPassword: 'New password again',
    passwordSubmit: 'Save the password',
    passwordsDiffer: 'The two new passwords are not the same.',
    passwordShort: 'At least 12 characters.',
    enrolTitle: 'Add your authenticator app',
    enrolHint:
      'Scan the picture with the app, or type the key in. Then give the code that it shows.',
    enrolStart: 'Show the picture',
    enrolQr: 'QR code for the authenticator app',
    enrolSecret: 'Key for typing in',
    enrolDone: 'The authenticator app is set up.',
    passwordDone: 'The password is changed.',
    locked: (minutes: number) =>
      `Too many tries. Wait ${plural(minutes, 'minute', 'minutes')}, then try again.`,
    otherAccount: 'Sign in as somebody else',
  },
};

export type SignInWords = typeof enSignIn;
