import { frenchPlural as plural } from '../plural.ts';
import type { SignInWords } from './en-sign-in.ts';

export const frSignIn: SignInWords = {
  signIn: {
    title: 'Connexion',
    ended: 'Votre session a expiré. Reconnectez-vous : votre écran et votre saisie sont conservés.',
    email: 'E-mail',
    password: 'Mot de passe',
    showPassword: 'Afficher le mot de passe',
    submit: 'Se connecter',
    codeTitle: 'Code de vérification',
    codeHint: 'Les six chiffres que votre application d’authentification affiche maintenant.',
    code: 'Code de vérification',
    codeSubmit: 'Confirmer',
    passwordTitle: 'Choisissez votre mot de passe',
    passwordHint:
      'Choisissez votre propre mot de passe, d’au moins 12 caractères, à la place du mot de passe provisoire.',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    repeatPassword: 'Confirmer le mot de passe',
    keepTokens: 'Garder les jetons de mes scripts',
    passwordSubmit: 'Enregistrer le mot de passe',
    passwordsDiffer: 'Les deux nouveaux mots de passe diffèrent.',
    passwordShort: 'Au moins 12 caractères.',
    enrolTitle: 'Ajoutez votre application d’authentification',
    enrolHint:
      'Scannez le code QR avec l’application ou saisissez la clé, puis saisissez le code affiché.',
    enrolFirst: 'L’application affichera ensuite un code à chaque connexion.',
    forgotten: 'Mot de passe oublié ?',
    forgottenHint:
      'Demandez à un administrateur, par téléphone ou de vive voix : il le réinitialise dans « Personnel » et vous remet un mot de passe provisoire. Votre second facteur reste.',
    forgottenAdmin:
      'Pas d’autre administrateur ? Sur la machine du service : momo staff reset-password',
    enrolStart: 'Afficher le code QR',
    enrolQr: 'Code QR pour l’application d’authentification',
    enrolSecret: 'Clé à saisir',
    enrolDone: 'L’application d’authentification est en place.',
    passwordDone: 'Le mot de passe est modifié.',
    locked: (minutes: number) =>
      `Trop de tentatives. Attendez ${plural(minutes, 'minute', 'minutes')}, puis réessayez.`,
    otherAccount: 'Se connecter avec un autre compte',
  },
};
