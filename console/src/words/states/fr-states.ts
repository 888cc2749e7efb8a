import type { StateWords } from './en-states.ts';

export const frStates: StateWords = {
  errors: {
    loading: 'Chargement…',
    offline: 'Le service ne répond pas. Les données affichées ne sont peut-être plus à jour.',
    server: 'Le service a un problème. Réessayez dans un instant.',
    forbidden: 'Votre rôle ne le permet pas.',
    other: (detail: string) => `Le service a refusé : ${detail}`,
    notFound: 'Il n’y a rien ici.',
    retry: 'Réessayer',
    quote: 'Si cela se reproduit, transmettez ceci à la personne qui exploite le service.',
    requestId: 'Id de la requête',
    notLoaded:
      'Cet écran n’a pas pu être chargé : pas de connexion. Rien n’a été décidé, et le reste de la console est toujours là.',
    crash: 'Cette page a un problème. Rechargez-la ; rien n’a été décidé.',
    reload: 'Recharger',
  },
  empty: {
    goTo: (place: string) => `Ouvrir « ${place} »`,
    clear: 'Effacer les filtres',
    showAll: 'Tout afficher',
    approvals: 'Rien n’attend d’approbation. Tout nouveau retrait s’affiche ici de lui-même.',
    held: 'Rien n’attend de décision. Ce que seule une personne peut décider s’affiche ici.',
    underWay: 'Aucun retrait n’est en cours. Un retrait approuvé reste ici jusqu’à confirmation.',
    receipts: 'Tous les paiements sont rapprochés. Celui qui ne correspond à rien s’affiche ici.',
    contradictions:
      'Aucune contradiction ouverte. Si un opérateur contredit ce qui a été réglé, cela s’affiche ici.',
    contradictionsEver: 'Aucune contradiction n’a encore été enregistrée.',
    changes:
      'Aucune modification n’attend de deuxième approbation. Toute nouvelle demande s’affiche ici.',
    transactions:
      'Aucune transaction pour le moment. Dépôts et retraits s’affichent ici dès qu’une plateforme en demande un.',
    transactionsFiltered: 'Aucune transaction ne correspond à ces filtres.',
    webhooks:
      'Aucun webhook pour le moment. Il y en a un ici pour chaque changement annoncé à une plateforme.',
    webhooksDelivered: 'Tous les webhooks sont distribués ou en route.',
    webhooksFiltered: 'Aucun webhook ne correspond à ce filtre.',
    smsToReview: 'Aucun SMS n’est à vérifier. Un SMS dont la lecture n’est pas sûre s’affiche ici.',
    sms: 'Aucun SMS pour le moment. Ce que les opérateurs envoient à nos lignes SIM s’affiche ici.',
    smsFiltered: 'Aucun SMS ne correspond à ce filtre.',
    alerts: 'Rien à signaler. Ce qui est envoyé à l’astreinte apparaît ici.',
    lines: 'Aucune ligne SIM n’est en place. Chacune s’affiche ici avec son solde.',
    wallets:
      'Rien n’a encore été comptabilisé. Chaque portefeuille s’affiche ici dès son premier paiement.',
    providers: 'Aucun prestataire n’est en place. Chacun s’affiche ici avec ses canaux.',
    applications:
      'Aucune application pour le moment. Chaque plateforme en reçoit une, avec ses propres clés.',
    history: 'Rien pour le moment.',
    related: 'Aucune autre transaction de ce numéro.',
    player: 'Ce joueur n’a pas encore de transaction. Chacune s’affichera ici.',
    audit: 'Rien n’a encore été fait. Chaque action du personnel s’affiche ici.',
    auditFiltered: 'Aucune entrée ne correspond à ces filtres.',
    candidates: 'Aucun dépôt ne ressemble à ce paiement.',
    evidence: 'Aucun SMS ni relevé ne montre de paiement inutilisé de ce numéro.',
    passkeys: 'Vous n’avez pas encore de clé d’accès.',
    choose: 'Choisissez une ligne pour en voir les détails.',
  },
};
