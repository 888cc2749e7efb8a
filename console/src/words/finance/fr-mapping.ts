import { frenchPlural } from '../plural.ts';
import type { MappingWords } from './en-mapping.ts';

const lignes = (count: number) => (count < 2 ? `${count} ligne lue` : `${count} lignes lues`);

export const frMapping: MappingWords = {
  mapping: {
    title: 'Comment le fichier est lu',
    about:
      'Indiquez au-dessus de chaque colonne ce qu’elle contient. Les paiements lus s’affichent aussitôt en dessous. La correspondance enregistrée lira les prochains fichiers de cette forme.',
    open: 'Associer les colonnes',
    reading: 'Lecture du fichier…',
    firstRows: 'Les premières lignes du fichier',
    row: 'Ligne',
    unnamed: '(sans titre)',
    meaningOf: (name) => `Ce que contient « ${name} »`,
    notUsed: 'Non utilisée',
    notStatus: 'Pas un statut',
    parts: 'Une partie de son texte…',
    partsOf: (name) => `Valeurs dans « ${name} »`,
    partsHint:
      'Écrivez le texte comme dans le fichier, avec {value} à la place de ce qui est cherché et {skip} à la place de ce qui change d’une ligne à l’autre.',
    partIs: 'Ce qui est cherché',
    pattern: (name, place) => `${name} : formulation ${place}`,
    noValue: 'Écrivez {value} à sa place, à côté d’un mot qui ne change pas.',
    found: (count, of, values) =>
      count === 0
        ? `Trouvé dans aucun des ${of} textes.`
        : `Trouvé dans ${frenchPlural(count, 'texte', 'textes')} sur ${of} : ${values}`,
    missed: (row, text) => `Introuvable à la ligne ${row} : « ${text} »`,
    anotherPart: 'Une autre valeur de ce texte',
    anotherPattern: 'Ajouter cette formulation',
    replaced: (meaning, was, is) =>
      is === null
        ? `${meaning} : n’est plus lu dans « ${was} ».`
        : `${meaning} : lu dans « ${is} » au lieu de « ${was} ».`,
    undo: 'Annuler la dernière modification',
    columns: {
      id: 'Identifiant de l’opérateur',
      at: 'Date (et heure)',
      time: 'Heure',
      status: 'Statut',
      direction: 'Sens',
      from: 'Expéditeur',
      to: 'Destinataire',
      party: 'Autre partie',
      amount: 'Montant',
      debit: 'Sorties (débit)',
      credit: 'Entrées (crédit)',
      fee: 'Frais',
      balance: 'Solde après',
    },
    everyLinePaid: 'sans statut : chaque ligne compte comme payée',
    says: {
      part: (name, wording) => `${name} : {value} dans « ${wording} »`,
      words: (meaning, words) => `${meaning} : ${words}`,
      begins: (meaning, words) => `${meaning}, si le statut commence ainsi : ${words}`,
      notStatus: (names) => `Pas un statut : ${names}`,
      direction: {
        numbers: 'Notre numéro, comme expéditeur ou destinataire, donne le sens',
        columns: 'La colonne du montant donne le sens',
        words: 'Des mots donnent le sens',
        sign: 'Le signe moins marque l’argent sorti',
      },
      minus: {
        out: 'Le signe moins marque l’argent sorti',
        back: 'Le signe moins marque l’argent repris',
      },
      operator: (operator, column, words) =>
        `De l’opérateur ${operator} : les lignes avec ${words} dans « ${column} »`,
      leftOut: (row) => `Pas un paiement : les lignes avec « ${row} »`,
      failedRow: (row) => `Paiements échoués : les lignes avec « ${row} »`,
      feeRow: (row) => `Frais du paiement de même identifiant : les lignes avec « ${row} »`,
      reversalRow: (row) =>
        `Annulation du paiement qui a cet identifiant : les lignes avec « ${row} »`,
      expected: (name, values) => `Chaque ligne doit avoir dans « ${name} » : ${values}`,
      above: (text) => `Doit figurer au-dessus du tableau : ${text}`,
      number: 'notre numéro',
      openEnd: 'Le fichier peut finir sans saut de ligne',
    },
    missing: (columns) => `Pas encore choisi : ${columns}`,
    unread: (problems, count) =>
      [
        `${problems === 1 ? '1 problème' : `${problems} problèmes`}, ${lignes(count)}.`,
        'Rien n’est importé ainsi.',
      ].join(' '),
    feesUnproven: (count) =>
      [
        `${lignes(count)}. Les soldes ou les totaux concordent, mais ils concorderaient aussi si les frais étaient lus autrement.`,
        'Vérifiez « Les frais » ci-dessous : une deuxième approbation est nécessaire.',
      ].join(' '),
    unproven: (count) =>
      [
        `${lignes(count)}, mais ni les soldes ni un total ne le prouvent.`,
        'Comparez les lignes ci-dessous avec le fichier : une deuxième approbation est nécessaire.',
      ].join(' '),
    proven: {
      balance_chain: (count) => `${lignes(count)}. Chaque solde découle du précédent.`,
      control_sum: (count) => `${lignes(count)}. Leur somme est le total du fichier.`,
    },
    beginning:
      'Ce sont les premières lignes ; tout le fichier est vérifié au moment d’enregistrer.',
    readAs: 'Paiements lus',
    follows: 'découle du précédent',
    breaks: 'ne découle pas de la ligne précédente',
    dates: 'Dates',
    dateOrders: {
      day: 'Jour d’abord : 31/12/2026',
      month: 'Mois d’abord : 12/31/2026',
      year: 'Année d’abord : 26-12-31',
    },
    dateAbove: 'La date est sur une ligne à part, au-dessus des paiements de la journée',
    noStatus: 'Cet export ne contient que des paiements effectués : il n’a pas de statut',
    wordOf: (column, word) => `${column} « ${word} » signifie`,
    unclear: 'à préciser',
    means: {
      succeeded: 'payé',
      failed: 'échoué',
      in: 'argent entré',
      out: 'argent sorti',
    },
    feeIs: 'Les frais',
    fees: {
      besides: 's’ajoutent au montant',
      within: 'sont déjà dans le montant : le solde change du seul montant',
    },
    rows: {
      where: 'Lignes avec un texte',
      firstCell: 'dans leur première cellule',
      says: (name) => `dans « ${name} »`,
      text: 'Texte',
      hints: {
        leftOut: 'Un mot suffit, comme TOTAL ; {skip} remplace n’importe quel texte',
        failedRows: 'Un mot suffit, comme REJETÉ ; {skip} remplace n’importe quel texte',
        feeRows:
          'Un mot suffit, comme FRAIS ; ou « Frais sur {value} », si l’identifiant du paiement est à la place de {value}',
        reversalRows:
          '« Annulation de {value} » : l’identifiant du paiement est à la place de {value}',
      },
      are: 'Ce que c’est',
      kinds: {
        leftOut: 'pas des paiements',
        failedRows: 'des paiements échoués',
        feeRows: 'les frais du paiement de même identifiant',
        reversalRows: 'l’annulation du paiement qui a cet identifiant',
      },
      fits: (count, rows) =>
        count === 0 ? 'aucune ligne ne l’a' : `${frenchPlural(count, 'ligne', 'lignes')} : ${rows}`,
      add: 'Ajouter',
    },
    remove: 'Retirer',
    readAgain: (pattern) => `Retirer ${pattern}`,
    name: 'Nom',
    nameHint: 'Par exemple « Orange agence », pour la retrouver',
    nextVersion: (version) => `Ce sera sa version ${version}`,
    reason: 'Pourquoi elle est juste',
    reasonHint: 'La deuxième personne le lit',
    keep: 'Enregistrer la correspondance',
    ask: 'Demander une deuxième approbation',
    lacking: {
      reading: 'Pour enregistrer, il faut d’abord que le fichier se lise sans problème.',
      name: 'Pour enregistrer, donnez un nom à la correspondance.',
      reason: 'Pour demander, écrivez pourquoi elle est juste.',
    },
    wrongFields: {
      leftOut: 'le texte des lignes qui ne sont pas des paiements',
      failedRows: 'le texte des lignes de paiements échoués',
      feeRows: 'le texte des lignes de frais',
      reversalRows: 'le texte des lignes d’annulation',
      patterns: 'la formulation d’une valeur dans un texte',
      directionWords: 'les mots qui donnent le sens',
    },
    asked:
      'La correspondance attend une deuxième personne, sous « Modifications à approuver ». Envoyez ensuite le fichier de nouveau : il pourra être importé.',
    kept: (name) => `Enregistrée : ${name}.`,
  },
};
