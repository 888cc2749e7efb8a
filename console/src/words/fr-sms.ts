import type { SmsWords } from './en-sms.ts';
import { frenchPlural as plural } from './plural.ts';

export const frSms: SmsWords = {
  numbers: {
    title: 'Numéros de téléphone',
    hint: 'À quel opérateur les règles attribuent chaque préfixe, et où ses paiements ont vraiment eu lieu. Un paiement isolé ne prouve rien : l’argent vient aussi de l’autre réseau.',
    proposalTitle: 'Les règles sont à corriger',
    proposalHint:
      'Au moins 20 paiements, presque tous ceux qui ont été vus, le montrent. Un administrateur donne cette valeur à la règle et, en production, un deuxième l’approuve :',
    compared: (days: number) => `Paiements des ${days} derniers jours`,
    nothing: 'Il n’y a eu aucun paiement.',
    prefix: 'Préfixe',
    tableSays: 'Règles',
    verdict: 'Résultat',
    seen: 'Paiements',
    nobody: 'aucun',
    verdicts: {
      contradicted: 'Autre opérateur',
      unnamed: 'Absent des réglages',
      confirmed: 'Exact',
    },
    counts: (texts: number, transactions: number) =>
      `${texts} SMS, ${plural(transactions, 'transaction', 'transactions')}`,
  },
  senders: {
    unknownTitle: 'Expéditeurs inconnus',
    unknownHint:
      'Leurs SMS imitent ceux d’un opérateur, et rien n’est crédité d’après leurs SMS. L’opérateur a peut-être un nouveau nom, ou quelqu’un l’imite : demandez à l’opérateur avant d’en accepter un.',
    acceptedTitle: 'Expéditeurs que nous avons acceptés',
    texts: (count: number) => `${count} SMS`,
    accept: 'Accepter cet expéditeur',
    withdraw: 'Ne plus l’accepter',
    questions: {
      accept: (sender: string) => `« ${sender} » est-il vraiment l’opérateur ?`,
      withdraw: (sender: string) => `Ne plus croire « ${sender} » ?`,
    },
    consequences: {
      accept:
        'Ses SMS sont désormais lus comme ceux de l’opérateur, et ceux qui attendaient sont relus. Chacun reste comparé à sa SIM et aux soldes de sa ligne.',
      withdraw: 'Ses SMS redeviennent ceux d’un inconnu. Ce qu’ils ont complété reste.',
    },
    accepted: (read: number, payments: number) =>
      `Accepté. ${read} SMS relus : ${plural(payments, 'paiement', 'paiements')}.`,
    withdrawn: 'L’expéditeur est de nouveau inconnu.',
    refusals: {
      sender_is_a_number:
        'Le numéro d’un téléphone : n’importe qui peut en écrire, ce n’est pas un opérateur.',
      sender_not_plain: 'Ses lettres ressemblent seulement aux nôtres : ce n’est pas un opérateur.',
    },
  },
  sms: {
    title: 'SMS des opérateurs',
    any: 'Tous',
    states: {
      review: 'À vérifier',
      receipt: 'Paiement reçu',
      nothing: 'Ne nous concerne pas',
      sent: 'Argent envoyé',
      balance: 'Solde',
      repeat: 'Doublon',
      refused: 'Refusé',
      stored: 'Pas encore lu',
    },
    trusts: {
      trusted: 'La passerelle s’en porte garante',
      late: 'Signé il y a trop longtemps',
      unknown_sim: 'D’une SIM inconnue',
      forged: 'Non signé par sa passerelle',
    },
    lookAt: 'Marquer comme vérifié',
    lookAtTitle: 'Marquer ce SMS comme vérifié ?',
    lookAtMeans:
      'Il quitte cette liste. Rien n’est crédité par cette action : faites d’abord ce qu’il demande, par exemple chercher son identifiant de transaction chez l’opérateur.',
    lookedAtDone: 'Le SMS a quitté la liste.',
    lookedAt: 'vérifié',
    lookedAtBy: 'Vérifié par',
    toPayment: 'Le paiement qu’il est devenu',
    gateway: 'Passerelle',
    sim: 'SIM',
    noSim: 'non indiquée par la passerelle',
    sentAt: 'Reçu par la SIM',
    noSentAt: 'non indiqué par la passerelle',
    line: 'Ligne',
    noLine: 'inconnue',
    trust: 'Confiance',
    template: 'Lu comme',
    noTemplate: 'aucun SMS connu',
    seen: 'Arrivé',
    times: (count: number) => `${count} fois`,
  },
  gateways: {
    title: 'Passerelles',
    about:
      'Un téléphone ou un modem qui transmet les SMS de ses cartes SIM. Pour en essayer une, envoyez un SMS à une de ses cartes : il apparaît sous SMS, et « vue » passe à maintenant.',
    none: 'Aucune passerelle pour l’instant.',
    add: 'Ajouter une passerelle',
    addTitle: 'Ajouter une passerelle',
    name: 'Nom',
    nameHint: 'Lettres minuscules, chiffres et tirets, par exemple till-phone.',
    dialect: 'Comment elle transmet les SMS',
    dialects: {
      android: 'Application Android (SMS Gateway)',
      kannel: 'Kannel',
      signed: 'Requêtes signées (script, agent du modem)',
    },
    newSecret: 'Nouveau secret',
    newSecretTitle: (gateway: string) => `Un nouveau secret pour ${gateway} ?`,
    newSecretMeans:
      'Son secret actuel fonctionne jusqu’à la création du nouveau : tout de suite, ou après une deuxième approbation.',
    secret: 'Secret',
    address: 'Adresse',
    revoke: 'Mettre fin à son secret',
    revokeTitle: (gateway: string) => `Mettre fin au secret de ${gateway} ?`,
    revokeMeans:
      'Plus rien de ce qu’elle envoie n’est cru, et ses lignes deviennent indisponibles.',
    revoked: (gateway: string) => `Plus rien de ${gateway} n’est cru.`,
    isRevoked: 'révoquée',
    isActive: 'active',
    lastSeen: 'Vue pour la dernière fois',
    never: 'jamais',
    sims: 'Cartes SIM',
    onlySim: 'seule carte',
    placeSim: 'Placer une carte SIM',
    placeTitle: (gateway: string) => `Quelle ligne est une carte SIM de ${gateway} ?`,
    placeMeans: 'Cela décide vers quelle ligne un paiement est venu.',
    sim: 'Carte SIM, comme la passerelle l’appelle',
    operator: 'Opérateur',
    line: 'Numéro que les joueurs paient, ou code marchand',
    isOnly: 'La passerelle n’a pas d’autre carte SIM',
    placed: 'La carte SIM est placée.',
  },
  lines: {
    title: 'Lignes SIM',
    inGap: 'écart de solde',
    inOrder: 'solde vérifié',
    unchecked: 'soldes non vérifiés',
    gateways: 'Passerelles',
    balance: 'Solde selon les SMS',
    balanceUnknown: 'Pas encore ouverte',
    noBalances: 'Ses SMS n’en donnent pas',
    paysOut: 'Retraits par USSD',
    paysNow: (jobs: number) => (jobs === 0 ? 'Prête' : `Prête, ${jobs} en cours`),
    signal: (level: number) => `(signal ${level} sur 31)`,
    problem: 'Les paiements ne peuvent être confirmés',
    loose: 'SMS qui ne suivent pas d’un solde vérifié',
    before: 'Avant',
    after: 'Après',
    gapWaits:
      'Les paiements vers cette ligne attendent que le SMS manquant arrive ou que quelqu’un saisisse le solde affiché par l’opérateur.',
    looseWaits:
      'La ligne continue sans eux. Cherchez chaque paiement sur le portail de l’opérateur, puis ouvrez-le : sa page dit ce que vous pouvez en faire.',
    toPayment: 'Voir le paiement',
    revealBalance: 'Afficher le solde',
    revealMeans: 'Pendant une heure. Le journal d’audit dit qui l’a vu.',
    typeBalance: 'Saisir le solde',
    balanceTitle: (line: string) => `Quel est le solde de ${line} ?`,
    balanceMeans:
      'La ligne repart de ce solde. Les paiements dont les SMS y mènent cherchent leur dépôt : ceux qui correspondent sont crédités. Tous les autres restent à décider un par un.',
    balanceAtOperator: 'Solde chez l’opérateur',
    balanceHint:
      'Lisez-le dans l’application, le menu ou le portail de l’opérateur, jamais dans un SMS.',
    readWhen: 'Quand l’avez-vous relevé ?',
    minutesAgo: (minutes: number) =>
      minutes === 0 ? 'à l’instant' : `il y a ${plural(minutes, 'minute', 'minutes')}`,
    balanceUnreadable: 'Saisissez des francs, par exemple 50500,25',
    confirmBalance: 'Valider ce solde',
    trusted: ({ credited, toDecide, unmatched }) =>
      [
        `${plural(credited, 'paiement crédité', 'paiements crédités')}, ${toDecide + unmatched} à décider.`,
        toDecide > 0 && `En attente de décision : ${plural(toDecide, 'dépôt', 'dépôts')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    goesOn: (balance: string) => `La ligne repart de ${balance}.`,
    wouldBeCredited: (count: number) =>
      count === 0 ? 'Aucun paiement ne serait crédité' : 'Ces paiements seraient crédités',
    wouldBeDecided: 'Ces dépôts attendraient une décision',
    wouldBecome: (state: string) => `Il est arrivé tard : le dépôt serait « ${state} ».`,
    wouldBeHeld: (count: number) =>
      `${plural(count, 'autre paiement n’attendrait plus et resterait', 'autres paiements n’attendraient plus et resteraient')} à décider.`,
    wouldBeLeft: (count: number) =>
      `${plural(count, 'paiement ne mène', 'paiements ne mènent')} pas à ce solde : à décider un par un.`,
    shownScreen: 'L’écran',
    pinMeant: 'Dire ce que l’écran voulait dire',
    pinTitle: (line: string) => `Le code PIN de ${line} a-t-il été accepté ?`,
    pinMeans:
      'Vérifiez d’abord le code PIN sur un téléphone. S’il a été accepté, il sert de nouveau ; s’il a été refusé, plus rien n’est envoyé tant que son fichier n’a pas été corrigé. Un troisième code incorrect bloque le compte.',
    pinAccepted: 'Il a été accepté',
    pinRefused: 'Il a été refusé',
    pinSaid: 'Le programme placé à côté du modem le prend en compte dans la demi-minute.',
    withoutBalances: 'Accepter les SMS sans solde',
    withoutTitle: (line: string) => `Accepter les SMS de ${line} sans solde ?`,
    withoutMeans:
      'Seul le solde montre qu’un SMS est falsifié. Sans lui, quiconque peut envoyer un SMS au nom de l’opérateur peut faire créditer un dépôt. Les paiements en attente ne sont pas crédités par cette action.',
    declareWithout: 'Accepter sans solde',
    declared: 'Les SMS de la ligne sont désormais acceptés sans solde.',
    unseen: 'ne confirme pas',
    seenAt: 'Dernier signe de vie :',
    look: 'Voir les lignes',
  },
  fillIn: {
    unread: 'illisible',
    button: 'Renseigner',
    title: 'Renseigner ce qui n’a pas pu être lu ?',
    means:
      'Une deuxième personne doit l’approuver. C’est ensuite un paiement comme un autre. Cherchez-le sur le portail de l’opérateur : ne devinez jamais un numéro.',
    fields: {
      payer_msisdn: 'Numéro qui a payé',
      amount_xaf: 'Montant en XAF',
      operator_tx_id: 'Identifiant de l’opérateur',
    },
  },
  sendBack: {
    button: 'Le renvoyer',
    title: 'Renvoyer ce paiement à son payeur ?',
    means:
      'Cela crée un retrait vers le numéro qui a payé, qu’une autre personne doit approuver. Tant qu’il n’a pas échoué, le paiement ne peut servir à rien d’autre.',
    done: (what: string) => `Le retrait de ${what} attend une approbation.`,
    returns: 'Renvoi',
    underWay: 'en cours de renvoi',
    arrived: 'renvoyé',
  },
  giveBack: {
    refund: 'Rembourser',
    refundTitle: 'Rembourser ce dépôt au numéro qui l’a payé ?',
    refundMeans:
      'Cela crée un retrait de l’application, qu’une autre personne doit approuver. La plateforme reçoit ses webhooks ; votre motif reste chez vous.',
    disputed:
      'Ce dépôt est contesté : clôturez d’abord la contradiction, rien n’est rendu avant cela.',
    between: (least: string, most: string) => `De ${least} à ${most} : ce qui reste du dépôt.`,
    overpaid: 'Trop-perçu',
    whyNot: (why: string) => `Trop-perçu : ${why}`,
    button: 'Renvoyer le trop-perçu',
    title: 'Renvoyer le trop-perçu ?',
    means:
      'Cela crée un retrait vers le numéro qui a payé, qu’une autre personne doit approuver. Ce que la plateforme a reçu de ce dépôt ne change pas.',
    lists: { label: 'Afficher', unmatched: 'Non rapprochés', overpaid: 'Trop-perçus' },
    owed: {
      title: 'Trop-perçus dus aux payeurs',
      none: 'Aucun trop-perçu n’est dû. Les paiements non rapprochés sont listés à part.',
      byAgents: 'Peut être renvoyé : un agent s’en charge.',
      sum: (listed: string) => `En tout ${listed}, comme dans les comptes.`,
      corrected: (listed: string, corrected: string, owed: string) =>
        `En tout ${listed} ; deux personnes ont corrigé cela de ${corrected}. D’après les comptes, ${owed} sont dus.`,
    },
  },
  heldPayment: {
    why: 'Pourquoi il n’est pas rapproché',
    doubts: 'Ce qui rend le SMS douteux',
    score: 'Fiabilité du SMS',
    ofHundred: (score: number) => `${score}/100`,
    payerName: 'Nom dans le SMS',
    operatorTime: 'Heure de l’opérateur',
    waitsForLine:
      'En attente de la ligne SIM : le paiement sera rapproché automatiquement dès que le solde sera vérifié.',
    leftBehind:
      'La ligne a continué sans ce SMS : le paiement ne sera plus rapproché automatiquement. Cherchez-le sur le portail de l’opérateur. S’il y figure, complétez un dépôt avec lui ; sinon, écartez-le.',
    leftAlone:
      'La ligne a continué sans ce SMS : le paiement ne sera plus rapproché automatiquement, et aucun dépôt proche ne peut être complété avec lui. Cherchez-le sur le portail de l’opérateur, puis écartez-le : falsifié s’il n’y figure pas ; sinon, dites quel dépôt il a payé, qu’il a été rendu, ou que c’est inconnu : la somme reste alors due.',
    lineInDoubt: 'écart de solde',
    doubtful: 'SMS douteux',
    lookFirst:
      'Un SMS est douteux. Cherchez son identifiant de transaction sur le portail de l’opérateur avant de compléter quoi que ce soit.',
    waitsFirst: 'Il attend sa ligne : mettez la ligne en ordre avant de l’utiliser.',
    toLine: 'Voir la ligne',
    text: 'Le SMS tel qu’il est arrivé',
    maskedText: 'Le SMS (solde masqué)',
    noText: 'Pas de SMS : le paiement a été enregistré autrement.',
    rivals: 'SMS avec le même identifiant de l’opérateur',
    rivalsMean:
      'Ils annoncent des paiements différents : l’un d’eux est falsifié. Cherchez l’identifiant chez l’opérateur, ou saisissez le solde de la ligne.',
    rivalFits: 'concorde avec les soldes',
    dismiss: 'Écarter',
    dismissTitle: 'Écarter ce paiement ?',
    match: 'Compléter un dépôt',
    acts: { returned: 'Déclarer rendu', deposit: 'Dire quel dépôt il a payé' },
    titles: {
      returned: 'Déclarer ce paiement rendu ?',
      deposit: 'Quel dépôt ce paiement a-t-il payé ?',
    },
    fillInFirst:
      'Complétez d’abord ce qui n’a pas pu être lu : il sera ensuite rapproché comme les autres.',
    was: 'Qu’est-ce que c’était ?',
    choose: 'Choisir',
    meanings: {
      deposit: 'Le paiement d’un dépôt qui a réussi sans lui',
      returned: 'Rendu au payeur',
      forged: 'Falsifié : l’argent n’est jamais arrivé',
      unknown: 'Inconnu',
    },
    dismissMeans: {
      deposit: 'Il est lié à ce dépôt et ne peut en payer aucun autre. Aucun argent ne bouge.',
      returned:
        'Il ne peut plus payer de dépôt. Rien n’est renvoyé par cette action, et une deuxième personne doit être d’accord. Un SMS jugé fiable du transfert, un relevé ou une annulation doit le montrer.',
      forged:
        'Il ne peut plus payer de dépôt, et il n’y a rien à rendre. S’il est dans les comptes, une deuxième personne doit être d’accord : son écriture est alors contre-passée, et sa ligne attend la lecture de son solde.',
      unknown:
        'Il quitte cette liste et ne peut plus payer de dépôt. La somme reçue reste due. Vous pourrez encore dire plus tard ce que c’était.',
    },
    depositId: 'Identifiant du dépôt',
    sayWhat: 'Dire ce que c’était',
    dismissed: (what: string) => `Écarté : ${what}.`,
    usedFor: 'Le dépôt qu’il a payé',
    dismissedBy: 'Qui l’a écarté, et pourquoi',
    returnedBy: 'Qui a demandé de le renvoyer, et pourquoi',
    meanwhile: 'Quelqu’un a utilisé ou écarté ce paiement entre-temps. Vous n’avez rien changé.',
  },
};
