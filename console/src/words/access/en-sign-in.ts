import { plural } from '../plural.ts';

/** The texts of signing in. */
export const enSignIn = {
  signIn: {
    title: 'Sign in',
    ended: 'Your session has ended. Sign in again: your screen and what you typed are kept.',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show the password',
    submit: 'Sign in',
    codeTitle: 'Verification code',
    codeHint: 'The six digits that your authenticator app shows now.',
    code: 'Verification code',
    codeSubmit: 'Confirm',
    passwordTitle: 'Choose your password',
    passwordHint:
      'Choose a password of your own, with 12 characters or more, in place of the temporary one.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    repeatPassword: 'Confirm password',
    keepTokens: 'Keep the tokens of my scripts',
    passwordSubmit: 'Save the password',
    passwordsDiffer: 'The two new passwords are not the same.',
    passwordShort: 'At least 12 characters.',
    enrolTitle: 'Add your authenticator app',
    enrolHint:
      'Scan the QR code with the app, or type the key in. Then enter the code that it shows.',
    enrolFirst: 'The app then shows a code at each sign-in.',
    forgotten: 'Forgot your password?',
    forgottenHint:
      'Ask an administrator, by phone or in person: they reset it in “Staff” and give you a temporary password. Your second factor stays.',
    forgottenAdmin:
      'No other administrator? On the machine of the service: momo staff reset-password',
    enrolStart: 'Show the QR code',
    enrolQr: 'QR code for the authenticator app',
    enrolSecret: 'Key for typing in',
    enrolDone: 'The authenticator app is set up.',
    passwordDone: 'The password is changed.',
    locked: (minutes: number) =>
      `Too many tries. Wait ${plural(minutes, 'minute', 'minutes')}, then try again.`,
    otherAccount: 'Sign in as another person',
  },
};

export type SignInWords = typeof enSignIn;
