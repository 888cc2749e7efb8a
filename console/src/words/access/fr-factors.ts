import { frenchPlural } from '../plural.ts';
import type { FactorWords } from './en-factors.ts';

export const frFactors: FactorWords = {
  factors: {
    fresh: 'Confirmez que c’est bien vous',
    freshHint:
      'Ce changement touche à votre connexion. La question ne revient pas pendant cinq minutes.',
    recovery: 'Codes de secours',
    recoveryHint:
      'Si vous perdez votre téléphone : chaque code remplace une fois un code de vérification. Gardez-les sur papier.',
    left: (count: number) => `Il reste ${frenchPlural(count, 'code', 'codes')}.`,
    none: 'Vous n’en avez pas encore.',
    make: 'Créer des codes de secours',
    makeAgain: 'Créer de nouveaux codes',
    makeAgainHint: 'Les anciens codes ne fonctionneront plus.',
    shownOnce:
      'Affichés cette seule fois. Imprimez-les ou copiez-les maintenant : ils ne pourront plus être lus.',
    needsFactor: 'Ajoutez d’abord une application d’authentification ou une clé d’accès.',
    offer:
      'Vous n’avez pas encore de codes de secours. Sans eux, un téléphone perdu vous bloque : créez-les maintenant et gardez-les sur papier.',
    later: 'Plus tard',
    print: 'Imprimer',
    codes: 'Vos codes de secours',
    passkeys: 'Clés d’accès',
    passkeysHint:
      'Une empreinte, un visage ou une clé de sécurité, à la place du code de l’application d’authentification.',
    unknownHere: 'Ce navigateur ne connaît pas les clés d’accès.',
    name: 'Nom de la clé d’accès',
    nameHint: 'Pour la distinguer des autres, par exemple « Portable du bureau ».',
    add: 'Ajouter une clé d’accès',
    added: 'La clé d’accès est ajoutée.',
    remove: (name: string) => `Supprimer ${name}`,
    removed: 'La clé d’accès est supprimée.',
    lastUsed: 'dernière utilisation',
    neverUsed: 'pas encore utilisée',
    usePasskey: 'Utiliser une clé d’accès',
    useRecovery: 'Utiliser un code de secours',
    useApp: 'Utiliser l’application d’authentification',
    noPasskey:
      'Le navigateur n’a pas donné de clé d’accès. Réessayez, ou utilisez un autre second facteur.',
    recoveryCode: 'Code de secours',
    recoveryCodeHint: 'Un des codes que vous avez gardés sur papier ; il fonctionne une fois.',
    sessions: 'Où vous êtes connecté',
    here: 'ce navigateur',
    script: 'Script',
    unknownBrowser: 'Navigateur inconnu',
    since: 'depuis le',
    lastSeen: 'vu le',
    end: 'Déconnecter cette session',
    ended: 'Session déconnectée.',
  },
};
