import type { ActionWords } from './en-actions.ts';
import { frenchPlural as plural } from './plural.ts';
import { frSandbox } from './sandbox/fr-sandbox.ts';

export const frActions: ActionWords = {
  cancel: 'Annuler',
  back: 'Retour',
  reason: 'Motif interne',
  reasonHint:
    'Explique la décision aux collègues et aux auditeurs : conservé dans l’historique et le journal d’audit. Ni le joueur ni la plateforme ne le lisent.',
  reasonSent: 'Motif transmis à la plateforme',
  reasonSentHint:
    'La plateforme le lit et peut le montrer au joueur. Conservé aussi dans le journal d’audit.',
  answerFirst: 'Répondez d’abord à ce qui est demandé ci-dessus.',
  typeAmount: (amount: string) =>
    `Attention : ce retrait a une alerte. Pour l’approuver quand même, saisissez le montant : ${amount}`,
  reasonShort: 'Un motif d’au moins 3 caractères, avec des lettres ou des chiffres.',
  tellPlatform: 'Transmettre ce motif à la plateforme',
  tellPlatformHint: 'Sinon il reste interne, et la plateforme lit une phrase type.',
  buttons: {
    approve: 'Approuver',
    reject: 'Refuser',
    cancel: 'Annuler le retrait',
    ask_provider: 'Interroger le prestataire maintenant',
    confirm: 'Déclarer payé',
    refuse: 'Déclarer non payé',
    complete: 'Compléter avec des paiements reçus',
    replay_webhook: 'Renvoyer le webhook',
    simulate: 'Simuler',
  },
  questions: {
    approve: 'Approuver ce retrait ?',
    reject: 'Refuser ce retrait ?',
    cancel: 'Annuler ce retrait approuvé ?',
    confirm: 'Déclarer ce dépôt payé ?',
    confirmWithdrawal: 'Déclarer ce retrait payé ?',
    refuse: 'Déclarer ce dépôt non payé ?',
    refuseWithdrawal: 'Déclarer ce retrait non payé ?',
    complete: 'Compléter ce dépôt avec des paiements reçus ?',
  },
  consequences: {
    approve: 'Le transfert part aussitôt. Cette action est irréversible.',
    approveFirst:
      'C’est la première de deux approbations : une deuxième personne approuve après vous. Rien ne part avant.',
    approveSecond: 'C’est la deuxième approbation. Le transfert part aussitôt.',
    reject: 'La plateforme est informée que le retrait a échoué. Rien n’est envoyé.',
    confirm: 'La plateforme est informée que le joueur a payé.',
    confirmWithdrawal: 'La plateforme est informée que le joueur a été payé.',
    refuse: 'La plateforme est informée que le dépôt a échoué.',
    refuseWithdrawal:
      'La plateforme est informée que le retrait a échoué. Aucun argent n’est envoyé.',
    cancel:
      'La plateforme est informée que le retrait a échoué. Il n’a pas été envoyé et ne le sera pas.',
    complete: 'Les paiements sont utilisés et la plateforme est informée que le joueur a payé.',
  },
  payTwice: {
    confirm:
      'S’il n’a pas été payé, le joueur attend un argent que plus personne n’envoie. Vérifiez d’abord sur le portail de l’opérateur.',
    refuse:
      'Risque de double paiement : s’il a été payé malgré tout, la plateforme rend l’argent et le joueur l’a deux fois. Vérifiez d’abord sur le portail de l’opérateur.',
  },
  advice: {
    complete:
      'Complétez avec des paiements reçus : des paiements non utilisés de ce numéro couvrent le montant, et seront ainsi utilisés.',
    confirm_received: 'Déclarez-le payé : un paiement reçu est utilisé pour ce dépôt.',
    confirm_said: 'Déclarez-le payé : le prestataire indique qu’il l’est.',
    confirm_named:
      'Déclarez-le payé : l’identifiant de son paiement chez l’opérateur est connu, mais aucun paiement reçu n’est utilisé pour lui. Vérifiez d’abord sur le portail de l’opérateur.',
    refuse:
      'Déclarez-le non payé : le prestataire indique qu’il ne l’est pas, et aucun paiement n’est connu.',
    unclear:
      'Ni un paiement ni le prestataire n’indique que c’est payé. Vérifiez sur le portail de l’opérateur avant de le déclarer payé.',
  },
  twoPeople: {
    first: 'C’est la première de deux décisions : personne n’est informé avant la deuxième.',
    second: 'C’est la deuxième décision.',
  },
  results: {
    approve: (what: string) =>
      `Approuvé : ${what}. Envoi en cours. Le retrait reste « En cours » jusqu’à confirmation.`,
    reject: (what: string) => `Refusé : ${what}.`,
    cancel: (what: string) => `Annulé avant l’envoi : ${what}.`,
    secondDecision: (what: string) =>
      `Votre décision est enregistrée. Une deuxième personne doit décider de même : ${what}.`,
    otherwise: (what: string) =>
      `Votre décision est enregistrée, mais une autre personne a choisi autrement. L’un de vous doit faire le même choix que l’autre : ${what}.`,
    confirm: (what: string) => `Déclaré payé : ${what}.`,
    refuse: (what: string) => `Déclaré non payé : ${what}.`,
    complete: (what: string) => `Complété : ${what}.`,
    simulate: (what: string) => `Simulé : ${what}.`,
    unmatched: (what: string, count: number) =>
      `Déclaré payé : ${what}. ${plural(count, 'paiement inutilisé est', 'paiements inutilisés sont')} peut-être le sien : vérifiez les paiements non rapprochés, sinon il pourrait payer un deuxième dépôt.`,
    already: (what: string) => `C’était déjà fait : ${what}.`,
    second: (what: string) =>
      `Votre approbation est enregistrée. Une deuxième approbation est nécessaire : ${what}.`,
    replayed: 'Le webhook est en file et part maintenant.',
    faster: (done: string, state: string, when: string) =>
      `Déjà décidé : ${done}, ${when}. L’état est « ${state} ». Vous n’avez rien changé.`,
    meanwhile: (done: string, when: string) =>
      `${done} entre-temps, ${when}. Vous n’avez rien changé : vérifiez de nouveau.`,
    did: {
      approve: 'l’a approuvé',
      reject: 'l’a refusé',
      cancel: 'l’a annulé',
      confirm: 'l’a déclaré payé',
      refuse: 'l’a déclaré non payé',
      complete: 'l’a complété avec des paiements reçus',
    },
    approvalsChanged:
      'Ses approbations ont changé entre-temps. Vous n’avez rien changé : vérifiez de nouveau.',
    unknown:
      'Aucune réponse claire ; rien n’a été fait deux fois. Vérifiez l’état : si rien n’a changé, recommencer est sans danger.',
    noAnswer: (what: string) =>
      `Aucune réponse claire : ${what}. Rien n’a été envoyé deux fois. Vérifiez l’état : si rien n’a changé, recommencer est sans danger.`,
    ended:
      'Votre session avait expiré : rien n’a été décidé. Votre saisie est conservée : confirmez de nouveau.',
    refused: (detail: string) => `Rien n’a été fait. ${detail}`,
  },
  money: {
    label: 'Que devient l’argent ?',
    hint: 'Un paiement reçu est utilisé pour ce dépôt.',
    hintNamed: (id: string) =>
      `L’identifiant de son paiement chez l’opérateur est connu : ${id}. Aucun paiement reçu n’est encore utilisé pour lui.`,
    choose: 'Choisir…',
    free: 'Il redevient libre : il peut payer un autre dépôt',
    sentBack: 'Le renvoyer : un retrait vers le payeur attend une approbation',
    returned: 'Il a été rendu au payeur',
    notSentBack: 'Il ne peut pas être renvoyé.',
    notReturned: 'Il ne peut pas compter comme rendu.',
    how: 'Comment a-t-il été rendu ?',
    howHint: 'Par exemple l’identifiant du transfert chez l’opérateur. Conservé avec le paiement.',
  },
  payout: {
    noAccount: (operator: string) => `${operator} n’a aucun compte à ce numéro.`,
    left: 'Fonds du compte qui paiera',
    signsTitle: 'À vérifier avant d’approuver',
    nameIs: (name: string) => `Nom chez l’opérateur : ${name}`,
    leavesLeft: (amount: string, at: string) =>
      `Fonds disponibles après ce retrait : ${amount} (solde du ${at})`,
    colleague: (names: string) => `${names} consulte cette transaction en ce moment.`,
    floatEnough: 'Fonds suffisants',
    floatShort: 'Fonds insuffisants : ce retrait échouera sans doute.',
    tooLittle: (provider: string, left: string) =>
      `Fonds insuffisants : il ne reste que ${left} chez ${provider}, ce retrait échouera sans doute.`,
    tooLittleTogether: (provider: string, left: string) =>
      `Fonds insuffisants : il ne reste que ${left} chez ${provider}, tous n’arriveront pas.`,
    beyondMoney: (application: string, left: string | null) =>
      `Au-delà de son argent : il reste ${left === null ? 'moins' : `seulement ${left}`} à ${application}, il faut la décision de deux personnes.`,
    applicationHas: (application: string, left: string) =>
      `${application} a ${left} pour des retraits.`,
    signs: {
      never_deposited: 'Ce joueur n’a jamais fait de dépôt.',
      first_to_number: 'Premier retrait vers ce numéro.',
      name_unknown: 'Nom non vérifié : le prestataire ne le fournit pas.',
      many_to_number: 'Ce numéro a atteint la limite de retraits par jour.',
      many_to_player: 'Ce joueur a atteint la limite de retraits par jour.',
      float_unknown:
        'Fonds inconnus : l’opérateur n’a communiqué aucun solde du compte qui paiera.',
      contradicted:
        'L’opérateur conteste de l’argent de ce joueur, ou l’a repris : voyez d’abord les contradictions.',
      deposit_disputed: 'Remboursement d’un dépôt que l’opérateur a repris, ou qui est contesté.',
      deposit_old:
        'Remboursement d’un dépôt de plus de 90 jours : comparez le nom du payeur avec celui du titulaire actuel du numéro.',
      probable_duplicate:
        'Doublon probable : un autre retrait du même montant vers ce numéro a été demandé peu avant.',
    },
    dangers: {
      no_account: 'pas de compte',
      beyond_money: 'au-delà de son argent',
      float_short: 'fonds insuffisants',
      deposit_disputed: 'dépôt contesté',
      contradicted: 'contradiction',
      probable_duplicate: 'doublon ?',
    },
  },
  bulk: {
    means: 'Ce qui est envoyé est irréversible.',
    sentNow: (count: number) => `Partiront aussitôt : ${plural(count, 'retrait', 'retraits')}`,
    waits: (count: number) =>
      `En attente d’une deuxième approbation : ${plural(count, 'retrait', 'retraits')}`,
    oneByOne: (count: number) => `À approuver un par un : ${plural(count, 'retrait', 'retraits')}`,
    oneByOneHint:
      'Ils restent dans la liste. Ouvrez chacun : pour l’approuver malgré tout, il faut saisir son montant.',
    nothing: 'Aucun de ces retraits ne peut être approuvé avec d’autres',
    refusal: (what: string, why: string) => `${what} : ${why}`,
    button: (count: number) => `Approuver ${plural(count, 'retrait', 'retraits')}`,
    title: (count: number, chosen: number) =>
      `Approuver ${plural(count, 'retrait', 'retraits')}${count < chosen ? ` sur ${chosen}` : ''} ?`,
    apart: (count: number) =>
      `${plural(count, 'retrait est mis', 'retraits sont mis')} à part : voir plus bas.`,
    confirm: (count: number) => (count < 2 ? 'Approuver' : `Approuver les ${count}`),
    loading: 'Lecture des numéros…',
    done: (done: number, total: number) =>
      `${done} sur ${total} ${done < 2 ? 'approuvé' : 'approuvés'}.`,
    leftOut: (payouts: string) => `À approuver un par un : ${payouts}.`,
    waiting: (count: number) => `${count} en attente d’une deuxième approbation.`,
    notByYou: (count: number) =>
      `À approuver par une autre personne : ${plural(count, 'retrait', 'retraits')}`,
    refused: (count: number) => `${plural(count, 'non fait', 'non faits')} :`,
    already: (count: number) => `${plural(count, 'était déjà fait', 'étaient déjà faits')}.`,
  },
  whyNot: {
    role: 'Votre rôle permet seulement la consultation. Un agent peut le faire.',
    approve: 'Seul un retrait à approuver peut être approuvé ou refusé.',
    reject: 'Seul un retrait à approuver peut être approuvé ou refusé.',
    confirm: 'Cela se décide seulement pour une transaction en attente de décision.',
    refuse: 'Cela se décide seulement pour une transaction en attente de décision.',
    completed: {
      succeeded: 'Il est déjà payé.',
      failed: 'Ce dépôt a échoué : il ne peut pas être complété avec des paiements.',
      prompt:
        'Le joueur confirme ce dépôt sur son téléphone : il ne peut pas être complété avec des paiements.',
    },
    replay_webhook: 'Seul le webhook d’une transaction réglée qui a une adresse peut être renvoyé.',
    replayPending: 'Un renvoi est déjà en cours.',
    cancel: 'Seul un retrait approuvé et pas encore envoyé peut être annulé.',
    ask_provider: 'Rien n’a été envoyé : le prestataire ne peut pas être interrogé.',
    decided_by_you: 'Vous avez décidé ainsi. Une autre personne doit décider de même.',
    simulate: 'Aucun résultat ne peut être simulé depuis cet état.',
    created_by_you: 'Vous avez créé ce retrait : une autre personne doit l’approuver.',
    approved_by_you: 'Vous l’avez approuvé. Une autre personne doit l’approuver aussi.',
    admin: 'Seul un administrateur peut changer ceci.',
  },
  sandbox: frSandbox,
  providers: {
    title: 'Prestataires et canaux',
    on: 'Actif',
    off: 'Désactivé',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    switchOn: (name: string) => `Activer ${name} ?`,
    switchOff: (name: string) => `Désactiver ${name} ?`,
    switchOnMeans: 'Les nouvelles demandes peuvent de nouveau l’utiliser.',
    switchOffMeans: 'Les nouvelles demandes ne l’utilisent plus. Ce qui est en cours continue.',
    switchLabel: (name: string) => `${name} est actif`,
    primary: 'premier choix',
    edit: 'Modifier',
    editTitle: (operator: string) => `Modifier le canal ${operator}`,
    enabled: 'Actif',
    uses: {
      used: 'Actif',
      off: 'Désactivé',
      provider_off: 'Inactif : le prestataire est désactivé',
    },
    displayName: 'Nom que le joueur voit',
    template: 'Modèle USSD',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    health: (failed: number, count: number, percent: string) =>
      `Dernière heure : ${plural(failed, 'échec', 'échecs')} sur ${count} (${percent})`,
    problem: 'Problème',
    checked: 'Dernière vérification',
    neverChecked: 'pas encore',
    trial: 'Test avec de l’argent réel',
    notTried: 'non enregistré',
    trialPoints: {
      answer: 'Réponse',
      callback: 'Rappel',
      text: 'SMS',
      id: 'Identifiant de l’opérateur',
      fee: 'Frais',
      balance: 'Solde',
      time: 'Durée',
    },
    trialOutcomes: { verified: 'vérifié', differs: 'diffère', not_seen: 'pas vu' },
    limits: 'Limites par paiement',
    noLimits: 'aucune de notre part',
    from: (amount: string) => `dès ${amount}`,
    upTo: (amount: string) => `jusqu’à ${amount}`,
    smallest: 'Montant minimal (XAF, vide : sans limite)',
    largest: 'Montant maximal (XAF, vide : sans limite)',
    limitWrong: 'Un nombre entier au-dessus de 0, ou rien.',
    limitsCrossed: 'Le montant minimal dépasse le maximal.',
    openDeposits: 'Les dépôts ouverts gardent le numéro qu’ils ont reçu.',
  },
  keys: {
    title: 'Applications et clés',
    application: 'Application',
    issue: 'Créer une clé',
    issueTitle: 'Créer une clé d’API',
    issueHint: 'Un nouveau nom fait une application ; un nom connu reçoit une clé de plus.',
    shownOnce: 'Affiché une seule fois. Copiez-le : il ne pourra plus être lu.',
    key: 'Clé d’API',
    secret: 'Secret des webhooks',
    close: 'C’est copié',
    unvouched: 'non garanti',
    vouch: 'Se porter garant',
    vouchTitle: (prefix: string) => `Se porter garant de la clé ${prefix} ?`,
    vouchMeans:
      'Vous affirmez que cette clé appartient à son application. Son émetteur peut alors approuver les retraits qu’elle crée.',
    vouched: (prefix: string) => `Vous garantissez la clé ${prefix}.`,
    revoke: 'Révoquer',
    revokeTitle: (prefix: string) => `Révoquer la clé ${prefix} ?`,
    revokeMeans: 'Toute utilisation est aussitôt refusée. Cette action est irréversible.',
    revoked: 'Révoquée',
    active: 'Active',
    created: 'Créée',
    revokedResult: (prefix: string) => `Révoquée : ${prefix}.`,
    none: 'Aucune clé.',
    hasSecret: 'Signature Standard Webhooks',
    newSecret: 'Nouveau secret des webhooks',
    newSecretTitle: (name: string) => `Créer un nouveau secret des webhooks pour ${name} ?`,
    newSecretMeans:
      'Remettez-le à la plateforme : il ne s’affiche qu’une fois. Tant que les deux secrets signent, elle peut vérifier avec l’un ou l’autre.',
    formerSigns: 'L’ancien secret des webhooks signe encore jusqu’au',
    formerEnds: 'Un nouveau secret l’arrête aussitôt.',
    overlap: 'Le secret actuel signe encore',
    overlaps: {
      24: 'pendant 24 heures',
      168: 'pendant 7 jours',
      0: 'plus du tout : il a été volé',
    },
  },
  staff: {
    title: 'Personnel',
    add: 'Ajouter une personne',
    name: 'Nom',
    email: 'E-mail',
    role: 'Rôle',
    secondFactor: 'Double authentification',
    yes: 'Oui',
    no: 'Non',
    disabled: 'Accès bloqué',
    active: 'Actif',
    change: 'Modifier',
    changeTitle: (name: string) => `Modifier ${name}`,
    disable: 'Bloquer l’accès',
    disableHint: 'Déconnecté partout, et ne peut plus se connecter.',
    unvouched: 'non garanti',
    vouch: 'Se porter garant',
    vouchedByAnother: 'Un autre administrateur se porte garant',
    vouchTitle: (name: string) => `Se porter garant du compte de ${name} ?`,
    vouchMeans:
      'Vous affirmez que ce compte est celui de cette personne, et non de celle qui l’a créé ou réinitialisé. Les deux comptent alors pour deux personnes.',
    vouched: (name: string) => `Vous garantissez le compte de ${name}.`,
    reset: 'Réinitialiser l’accès',
    resetTitle: (name: string) => `Réinitialiser l’accès de ${name} ?`,
    resetWhat: 'À réinitialiser',
    resets: {
      password: 'Le mot de passe',
      factors: 'Les seconds facteurs',
      sessions: 'Rien : seulement déconnecter',
    },
    resetMeans: {
      password:
        'Pour un mot de passe oublié : un nouveau mot de passe provisoire, déconnecté partout. Les seconds facteurs restent.',
      factors:
        'Pour un téléphone perdu : il ne reste ni application d’authentification, ni clé d’accès, ni code de secours, déconnecté partout. Un mot de passe provisoire pas encore changé est remplacé. En production, un compte qui n’est celui de personne d’autre compte comme le vôtre jusqu’à ce qu’un autre administrateur s’en porte garant.',
      sessions: 'Déconnecté partout, et les jetons de scripts prennent fin.',
    },
    resetDone: (name: string) => `L’accès de ${name} est réinitialisé.`,
    password: 'Mot de passe provisoire',
    saved: 'Enregistré.',
    you: 'vous',
    state: 'État',
    acts: 'Actions',
  },
  audit: {
    title: 'Journal d’audit',
    search: 'Nom, action ou id',
    before: 'Avant',
    after: 'Après',
    system: 'depuis',
  },
  account: {
    title: 'Votre compte',
    password: 'Modifier le mot de passe',
    secondFactor: 'Application d’authentification',
    enrolled: 'Une application d’authentification est en place. Un administrateur peut la retirer.',
    everywhere: 'Se déconnecter partout',
    everywhereHint: 'Aussi sur les autres ordinateurs.',
  },
};
