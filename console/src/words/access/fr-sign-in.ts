import { frenchPlural as plural } from '../plural.ts';
import type { SignInWords } from './en-sign-in.ts';

export const frSignIn: SignInWords = {
  signIn: {
    title: 'Connexion',
    ended: 'Votre session a expiré. Reconnectez-vous : votre écran et votre saisie sont conservés.',
    email: 'E-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    codeTitle: 'Second facteur',
    codeHint: 'Les six chiffres que votre application d’authentification affiche maintenant.',
    code: 'Code',
    codeSubmit: 'Confirmer',
    passwordTitle: 'Choisissez votre mot de passe',
    passwordHint:
      'Le mot de passe à usage unique a servi. Le nouveau compte au moins 12 caractères.',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    repeatPassword: 'Nouveau mot de passe, encore',
    passwordSubmit: 'Enregistrer le mot de passe',
    passwordsDiffer: 'Les deux nouveaux mots de passe diffèrent.',
    passwordShort: 'Au moins 12 caractères.',
    enrolTitle: 'Ajoutez votre application d’authentification',
    enrolHint: 'Scannez l’image avec l’application ou tapez la clé, puis donnez le code affiché.',
    enrolStart: 'Montrer l’image',
    enrolQr: 'Code QR pour l’application d’authentification',
    enrolSecret: 'Clé à taper',
    enrolDone: 'L’application d’authentification est en place.',
    passwordDone: 'Le mot de passe est changé.',
    locked: (minutes: number) =>
      `Trop d’essais. Attendez ${plural(minutes, 'minute', 'minutes')}, puis réessayez.`,
    otherAccount: 'Se connecter autrement',
  },
};
