import { frenchPlural as plural } from '../plural.ts';
import type { FindingWords } from './en-finding.ts';

export const frFinding: FindingWords = {
  palette: {
    label: 'Chercher partout',
    results: 'Résultats',
    hint: 'Derniers chiffres et montant (1373 8000), numéro, nom du payeur, id, écran. Entrée cherche les transactions.',
    waiting: 'Recherche…',
    nothing: 'Rien trouvé. Entrée cherche dans toutes les transactions.',
    notByNumber: 'Votre rôle ne cherche pas par numéro.',
    refused: 'Pas de recherche : le service n’a pas répondu.',
    found: (count: number) =>
      `${count} ${count === 1 ? 'résultat' : 'résultats'}. ↓ et Entrée pour ouvrir ; Entrée seule cherche les transactions.`,
    groups: {
      transactions: 'Transactions',
      acts: 'Actions',
      players: 'Joueurs',
      numbers: 'Numéros',
      receipts: 'Paiements reçus',
      texts: 'SMS',
      staff: 'Personnel',
      screens: 'Écrans',
    },
    act: (act: string, what: string) => `${act} : ${what}…`,
    player: (id: string) => `Joueur ${id}`,
    line: (number: string) => `Ligne SIM ${number}`,
    allOf: (number: string) => `Toutes les transactions du ${number}`,
    acts: {
      balance: 'Saisir le solde d’une ligne…',
      link: 'Créer un lien de paiement…',
      colleague: 'Ajouter un collègue…',
      key: 'Créer une clé d’API…',
      password: 'Changer votre mot de passe…',
    },
  },
  finding: {
    hint: 'Id, numéro, nom du payeur…',
    columns: 'Colonnes',
    sortBy: (column: string) => `Trier par ${column.toLowerCase()}`,
    sorts: {
      newest: 'les plus récentes d’abord',
      oldest: 'les plus anciennes d’abord',
      largest: 'les plus grandes d’abord',
      smallest: 'les plus petites d’abord',
    },
    totals: 'Totaux',
    count: (count: string, isOne: boolean) => `${count} ${isOne ? 'transaction' : 'transactions'}`,
    together: (amount) => `${amount} au total`,
    succeeded: {
      deposit: (count, amount) => `${plural(count, 'dépôt réussi', 'dépôts réussis')} (${amount})`,
      withdrawal: (count, amount) =>
        `${plural(count, 'retrait réussi', 'retraits réussis')} (${amount})`,
    },
    since: (time: string) =>
      `Totaux, tri par montant et recherche par montant ou derniers chiffres seulement depuis le ${time} : choisissez des dates pour remonter plus loin.`,
    period: 'Période',
    periods: {
      any: 'Toutes',
      today: 'Aujourd’hui',
      yesterday: 'Hier',
      week: '7 derniers jours',
      month: '30 derniers jours',
      other: 'Autres dates',
    },
    foundBy: {
      id: 'par id',
      reference: 'par référence',
      operator_id: 'par id de l’opérateur',
      number: 'par numéro',
      player: 'par joueur',
      payer_name: 'par nom du payeur',
      digits_and_amount: 'par derniers chiffres et montant',
      amount: 'par montant',
      last_digits: 'par derniers chiffres',
    },
    underWay: {
      hint: 'Retraits approuvés ou envoyés et pas encore confirmés, les plus anciens d’abord.',
    },
  },
};
