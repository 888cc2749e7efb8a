import type { ContradictionWords } from './en-contradictions.ts';

export const frContradictions: ContradictionWords = {
  contradictions: {
    title: 'Contradictions',
    choices: { open: 'Ouvertes', any: 'Toutes' },
    settledAs: 'État enregistré',
    saidBy: 'Selon',
    providerSays: (provider: string, said: string) => `${provider} : ${said}`,
    said: {
      succeeded: 'payé',
      failed: 'échoué',
      paid_otherwise: 'payé, mais autrement que demandé',
    },
    listSays: 'la liste des retraits envoyés',
    since: 'Depuis le',
    statement: (id: string) => `le relevé de l’opérateur, transaction ${id}`,
    byText: 'un SMS de l’opérateur',
    text: 'Le SMS qui le dit',
    toTransaction: 'Voir la transaction',
    toPayment: 'Voir le paiement',
    close: 'Clôturer la contradiction',
    closeTitle: 'Clôturer cette contradiction ?',
    closeMeans:
      'Elle quitte cette liste. Aucun état ne change et aucun argent ne bouge : réglez-la d’abord avec l’opérateur et la plateforme, et notez comment.',
    rulings: {
      reversed: {
        button: 'C’est une annulation',
        title: 'Enregistrer que l’opérateur a repris le paiement ?',
        means:
          'Les comptes enregistrent que l’argent est parti. Vérifiez d’abord sur le portail de l’opérateur : aucun solde ne prouve ce SMS. La plateforme ne reçoit rien.',
      },
      not_reversed: {
        button: 'Ce n’est pas une annulation',
        title: 'Enregistrer que l’opérateur n’a pas repris le paiement ?',
        means:
          'Le paiement redevient libre : il complète son dépôt, ou attend dans les paiements non rapprochés. Vérifiez d’abord sur le portail de l’opérateur.',
      },
    },
    closed: 'clôturée',
    closedDone: 'La contradiction est clôturée.',
    closedBy: 'Clôturée par',
    closedBecause: 'Comment elle a été réglée',
    look: 'Voir les contradictions',
  },
  agreement: {
    confirm: 'Déclaré payé par',
    reject: 'Déclaré non payé par',
    needsSecond: 'Une deuxième personne doit décider de même.',
  },
  alerts: {
    title: 'Alertes',
    about:
      'Ce que le service signale aux personnes d’astreinte, tant que cela dure et après coup. Pour en mettre une en silence, passez par l’outil d’astreinte.',
    open: 'En cours',
    past: 'Terminées',
    what: 'Alerte',
    subject: 'Au sujet de',
    since: 'Depuis',
    ended: 'Fin',
    kinds: {
      payouts_wait: 'Des retraits attendent depuis 30 minutes',
      float_low: 'Les fonds disponibles sont bas',
      line_silent: 'Les paiements vers une ligne SIM ne peuvent pas être confirmés',
      line_burst: 'Beaucoup de SMS qui ne suivent aucun solde',
      contradiction: 'Une contradiction est ouverte',
      policy_untrusted: 'Les règles enregistrées ne sont pas celles que le service a écrites',
      seal_broken: 'Une ligne enregistrée n’est pas celle que le service a écrite',
    },
  },
  providerStatus: {
    title: 'Le prestataire dit :',
    said: {
      pending: 'en cours',
      succeeded: 'réussi',
      failed: 'échoué',
      not_found: 'inconnu chez lui',
      nothing: 'rien encore',
      noAnswer: 'rien, aucune réponse n’est arrivée',
    },
    since: 'depuis le',
    askedAt: 'Interrogé pour la dernière fois',
    neverAsked: 'Il n’a pas encore été interrogé.',
    askNow: 'Interroger le prestataire maintenant',
    notAsked: 'Le prestataire n’a pas pu être interrogé.',
    unclear: (now, what, why) => `${now} : ${what}. ${why}`,
    now: { paid: 'Payé', notPaid: 'Pas payé', open: 'Toujours ouvert' },
    answered: (now, what, said) => `${now} : ${what} (le prestataire dit : ${said}).`,
  },
};
