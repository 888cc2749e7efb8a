import type { LinkWords } from './en-links.ts';

export const frLinks: LinkWords = {
  links: {
    title: 'Liens de paiement',
    make: 'Créer un lien',
    makeTitle: 'Créer un lien de paiement',
    means:
      'L’acheteur ouvre la page, saisit son numéro et confirme sur son téléphone. Le lien se paie une seule fois.',
    noApplication:
      'Aucune application ne peut encore avoir de pages de paiement. L’administrateur du serveur les autorise avec la commande momo key page.',
    none: 'Aucun lien de paiement pour le moment. Un lien est une page où l’acheteur paie un montant : vous l’envoyez par WhatsApp ou par SMS, sans développeur.',
    description: 'Objet du paiement',
    descriptionHint: 'L’acheteur le lit sur la page.',
    validity: 'Valable',
    validities: {
      hour: '1 heure',
      day: '24 heures',
      days: '3 jours',
      week: '7 jours',
      month: '30 jours',
    },
    language: 'Langue de la page',
    languages: { fr: 'Français', en: 'Anglais' },
    ownReference: 'Votre référence',
    referenceHint: 'Par exemple un numéro de facture. Laissée vide, elle est créée pour vous.',
    shareTitle: (amount: string) => `Lien de paiement de ${amount}`,
    share: 'Envoyer',
    qr: 'Code QR de la page',
    address: 'Adresse de la page',
    texts: { fr: 'Texte en français', en: 'Texte en anglais' },
    whatsapp: 'Ouvrir dans WhatsApp',
    anyone: 'Toute personne qui a cette adresse peut payer, et voit le montant.',
    made: 'Créé',
    madeBy: 'Créé par',
    act: 'Action',
    states: { open: 'Ouvert', paid: 'Payé', expired: 'Expiré', cancelled: 'Annulé' },
    surplus: 'Payé en trop',
    changed: 'Non fiable',
    changedMeans:
      'Ce qui est enregistré de ce lien n’est pas ce que le service a écrit. Ne l’envoyez à personne et prévenez ceux qui exploitent le service.',
    attempts: 'Dépôts de ce lien',
    noAttempt: 'Personne n’a encore commencé à payer.',
    outcomes: { paid: 'a payé le lien', surplus: 'en trop : à rendre' },
    cancel: 'Annuler',
    cancelTitle: (amount: string) => `Annuler le lien de paiement de ${amount} ?`,
    cancelConfirm: 'Annuler le lien',
    cancelMeans:
      'Plus personne ne peut commencer à payer. Un paiement en cours peut encore arriver : il s’affichera ici, et vous le rendrez.',
    cancelled: 'Le lien de paiement est annulé.',
  },
};
