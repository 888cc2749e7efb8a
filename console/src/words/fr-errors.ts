/** Why the service refused a request. */
export const frErrors: Readonly<Record<string, string>> = {
  'Not Found': 'Introuvable',
  'Method Not Allowed': 'Méthode non permise',
  'Invalid or missing API key': 'Clé d’API absente ou invalide',
  Forbidden: 'Interdit',
  'Not signed in, or the session has ended': 'Vous n’êtes pas connecté, ou la session a pris fin',
  'Wrong email or password': 'E-mail ou mot de passe faux',
  'The one-time password is no longer valid: ask an administrator for a new one':
    'Le mot de passe à usage unique n’est plus valable : demandez-en un à un administrateur',
  'Wrong code, or one that was used before': 'Code faux ou déjà utilisé',
  'The current password is wrong': 'Le mot de passe actuel est faux',
  'Too many wrong attempts': 'Trop d’essais manqués',
  'The request does not come from this console': 'La demande ne vient pas de cette console',
  'Your role does not allow this': 'Votre rôle ne le permet pas',
  'This is not possible at this step of signing in':
    'Ce n’est pas possible à cette étape de la connexion',
  'This needs a person: a token of a script is not enough':
    'Il y faut une personne : le jeton d’un script ne suffit pas',
  'An authenticator app is enrolled already; an administrator can reset it':
    'Une application d’authentification est déjà en place ; un administrateur peut la retirer',
  'Start to enrol an authenticator app first':
    'Commencez par ajouter une application d’authentification',
  'The new password must differ from the current one':
    'Le nouveau mot de passe doit différer de l’actuel',
  'There is no such person': 'Cette personne n’existe pas',
  'Somebody with this email is there already': 'Quelqu’un a déjà cet e-mail',
  'Nobody can take away their own access': 'Personne ne peut se retirer son propre accès',
  'One administrator must remain': 'Il doit rester un administrateur',
  'There is no such provider': 'Ce fournisseur n’existe pas',
  'There is no such channel': 'Ce canal n’existe pas',
  'The channel cannot work like this': 'Le canal ne peut pas fonctionner ainsi',
  'The channel cannot work like this: {}': 'Le canal ne peut pas fonctionner ainsi : {}',
  'There is no such key': 'Cette clé n’existe pas',
  'Wrong or missing signature of the gateway': 'Signature de la passerelle fausse ou absente',
  'The message cannot be read': 'Le message est illisible',
  'There is no such text': 'Ce SMS n’existe pas',
  'Nobody has to look at this text any more': 'Ce SMS n’attend plus personne',
  'There is no such payment': 'Ce paiement n’existe pas',
  'Only a payment that nobody has used or dismissed can be dismissed':
    'Seul un paiement que personne n’a utilisé ni écarté peut être écarté',
  'Nothing about this line is in doubt': 'Rien n’est en doute sur cette ligne',
  'No text of this line that is still in question told this balance: look again':
    'Aucun SMS encore en question de cette ligne n’a donné ce solde : regardez encore',
  'The texts in question of this line are not those that you saw: look again':
    'Les SMS en question de cette ligne ne sont plus ceux que vous avez vus : regardez encore',
  'Authentication is off, so only requests to localhost are answered: set SPORTSBOOK_API_KEY, or PUBLIC_URL to the address that you use':
    'Sans authentification, seul localhost reçoit une réponse : réglez SPORTSBOOK_API_KEY, ou PUBLIC_URL sur l’adresse que vous utilisez',
  'Bad Request': 'Demande invalide',
  'The cursor is not valid': 'La page demandée n’est pas valable',
  'The path is not valid': 'L’adresse n’est pas valable',
  'The request is not valid': 'La demande n’est pas valable',
  'Request Timeout': 'La demande a pris trop de temps',
  'Request body is larger than 64 KiB': 'La demande dépasse 64 Kio',
  'Request Header Fields Too Large': 'Les en-têtes de la demande sont trop longs',
  "Unknown operator: the accepted values are '{}' and '{}'":
    'Opérateur inconnu : il y a « {} » et « {} »',
  "Country not supported: only 'CM' is": 'Seul le Cameroun est pris en charge',
  "Unsupported country_code: the accepted value is 'CM'": 'Seul le Cameroun est pris en charge',
  'Transaction not found': 'Cette transaction n’existe pas',
  'The transaction is not in a terminal state': 'La transaction n’est pas réglée',
  'The webhook is on its way again already': 'Le webhook est déjà reparti',
  'The transaction has no callback_url': 'La transaction n’a pas d’adresse de webhook',
  'The deposit cannot be completed from these payments':
    'Le dépôt ne peut pas être complété avec ces paiements',
  'This outcome is not reachable from the current state':
    'Cette issue n’est pas possible depuis l’état actuel',
  "Outcome '{}' is not reachable from state '{}'":
    'L’issue « {} » n’est pas possible depuis l’état « {} »',
  'The msisdn prefix belongs to another operator': 'Le numéro est d’un autre opérateur',
  'No provider is available for this operator at the moment':
    'Aucun fournisseur n’est disponible pour cet opérateur en ce moment',
  'Internal Server Error': 'Erreur interne du service',
  'The service is temporarily unavailable. Try again shortly.':
    'Le service est momentanément indisponible. Réessayez dans un instant.',

  // Decisions.
  'You have done this already.': 'Vous l’avez déjà fait.',
  'A second person has to approve as well.': 'Une seconde personne doit aussi approuver.',
  'Its approvals have changed since you looked: look again.':
    'Ses approbations ont changé depuis que vous avez regardé : regardez encore.',
  'Somebody was faster: it is now {}.': 'Quelqu’un a été plus rapide : l’état est « {} ».',
  'You created this payout: somebody else must approve.':
    'Vous avez créé ce retrait : quelqu’un d’autre doit l’approuver.',
  'You are no second person here: in the last 7 days one of you set up or reset the other’s account, or somebody did so for both. Somebody else must approve.':
    'Vous n’êtes pas ici une seconde personne : depuis 7 jours, l’un de vous a créé ou réinitialisé le compte de l’autre, ou quelqu’un l’a fait pour les deux. Quelqu’un d’autre doit approuver.',
  'Your role does not allow this any more.': 'Votre rôle ne le permet plus.',
  'A payment does not exist.': 'Un paiement n’existe pas.',
  'A payment has been used already.': 'Un paiement a déjà été utilisé.',
  'A payment waits for its line: put the line in order first.':
    'Un paiement attend sa ligne : mettez d’abord la ligne en ordre.',
  'A payment came through another operator.': 'Un paiement est passé par un autre opérateur.',
  'A payment came from another number than the player’s.':
    'Un paiement vient d’un autre numéro que celui du joueur.',
  'The payments are {} short of the deposit.': 'Il manque {} aux paiements pour le dépôt.',
  'A payment has completed deposit {}: the provider reported it.':
    'Un paiement a complété le dépôt {} : le fournisseur l’a annoncé.',

  // Signing in.
  'Give the code of the authenticator app first':
    'Donnez d’abord le code de l’application d’authentification',
  'Enrol an authenticator app first': 'Ajoutez d’abord une application d’authentification',
  'Choose a password of your own first': 'Choisissez d’abord votre propre mot de passe',
  'Too many wrong attempts. Try again in {}.': 'Trop d’essais manqués. Réessayez dans {}.',

  // What was typed into a field.
  'Field required': 'à remplir',
  'Input should be a valid string': 'un texte est attendu',
  'Input should be a valid integer': 'un nombre entier est attendu',
  'Input should be a valid integer, got a number with a fractional part':
    'un nombre entier est attendu, sans décimales',
  'Input should be a valid integer, unable to parse string as an integer':
    'un nombre entier est attendu',
  'Input should be a finite number': 'un nombre est attendu',
  'Input should be greater than or equal to {}': 'au moins {}',
  'Input should be less than or equal to {}': 'au plus {}',
  'Input should be a valid boolean': 'oui ou non est attendu',
  'Input should be a valid URL, {}': 'ce n’est pas une adresse valable',
  'URL scheme should be {}': 'l’adresse doit commencer par {}',
  'Input should be a valid UUID, {}': 'ce n’est pas un identifiant valable',
  'Input should be {}': 'une de ces valeurs est attendue : {}',
  'String should have at least {} {}': 'au moins {} caractères',
  'String should have at most {} {}': 'au plus {} caractères',
  "String should match pattern '{}'": 'la forme n’est pas la bonne',
  'Value error, {}': 'valeur refusée : {}',
};
