import type { Messages } from './messages.ts';

export const fr: Messages = {
  form: {
    title: 'Payer par carte',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    expiryHint: 'MM / AA',
    code: 'Code de sécurité',
    codeHintBack: '3 chiffres, au dos',
    codeHintFront: '4 chiffres, au recto',
    name: 'Nom sur la carte',
    email: 'E-mail (facultatif)',
    emailNeeded: 'E-mail',
    emailHint: 'Peut aider votre banque à vérifier le paiement',
    pay: 'Payer {amount}',
    paying: 'Paiement de {amount} en cours',
    acceptedCards: 'Cartes acceptées',
    summary: 'Vérifiez votre saisie',
    declined: 'Votre carte a été refusée',
    declinedRetry:
      'Aucun montant n’a été débité. Vérifiez les informations ou essayez une autre carte.',
    declinedOther: 'Aucun montant n’a été débité. Essayez une autre carte.',
    attemptsLeft: 'Tentatives restantes\u00a0: {count}',
    reasons: {
      funds: 'Le solde de cette carte est insuffisant.',
      number: 'Le numéro de carte est incorrect.',
      code: 'Le code de sécurité est incorrect.',
      expired: 'Cette carte a expiré.',
      limit: 'Ce paiement dépasse le plafond de la carte.',
      minimum: 'Le montant est trop faible pour un paiement par carte.',
      notPermitted: 'Cette carte ne permet pas ce paiement.',
      authentication: 'Votre banque n’a pas pu confirmer votre identité.',
      cancelled: 'Le paiement a été annulé.',
      anotherCard: 'Utilisez une autre carte.',
      later: 'Votre banque ne répond pas pour le moment. Réessayez plus tard.',
    },
    notSent: 'Votre paiement n’a pas pu être envoyé',
    notSentRetry: 'Réessayez dans un instant. Vous ne paierez pas deux fois.',
    tooManyCards:
      'Trop de cartes ont été refusées, et rien n’a été envoyé cette fois. Attendez une heure, ou payez autrement.',
    offline: 'Vous êtes hors ligne',
    offlineRetry:
      'Rien n’a été envoyé. Votre saisie est conservée\u00a0: payez dès que la connexion sera rétablie.',
    findingOut: 'Nous vérifions ce qu’il en est de votre paiement',
    findingOutText:
      'La réponse ne nous est pas parvenue. Gardez cette page ouverte et ne payez pas une seconde fois.',
    notUsed:
      'Votre saisie n’a pas été utilisée\u00a0: ce paiement était déjà en cours dans une autre fenêtre.',
    timeLeft: 'Temps restant pour payer\u00a0: {time}',
  },
  errors: {
    numberRequired: 'Saisissez le numéro de carte',
    numberIncomplete: 'Saisissez tous les chiffres du numéro',
    numberInvalid: 'Vérifiez le numéro de carte',
    numberNotAccepted: 'Carte non acceptée ici\u00a0: prenez-en une autre',
    numberNotAgain: 'Utilisez une autre carte',
    expiryRequired: 'Saisissez la date',
    expiryInvalid: 'Date\u00a0: MM / AA',
    expiryMonth: 'Mois de 01 à 12',
    expiryPast: 'Cette date est passée',
    codeRequired: 'Saisissez le code',
    codeThreeDigits: 'Le code a 3 chiffres',
    codeFourDigits: 'Le code a 4 chiffres',
    nameRequired: 'Saisissez le nom figurant sur la carte',
    nameIsCardNumber: 'Saisissez le nom, pas le numéro',
    nameInvalid: 'Saisissez le nom tel qu’il figure sur la carte',
    emailInvalid: 'Une adresse comme nom@example.com',
    contactRequired: 'Saisissez un e-mail ou un téléphone',
    countryInvalid: 'Choisissez votre pays',
    streetInvalid: 'Saisissez la rue et le numéro',
    cityInvalid: 'Ville, lettres seules',
    postcodeInvalid: 'Code postal requis',
  },
  address: {
    heading: 'Adresse de facturation',
    country: 'Pays',
    otherCountry: 'Autre pays (code à deux lettres)',
    street: 'Rue et numéro',
    city: 'Ville',
    postcode: 'Code postal',
  },
  order: {
    heading: 'Votre paiement',
    reference: 'Commande',
    orderAmount: 'Montant de la commande',
    rate: 'Taux de change',
    whatHappens: 'Au moment du paiement, votre carte est débitée de {amount}, une seule fois.',
    safety: 'Les données de la carte vont à la banque et ne sont pas conservées.',
    back: 'Retour à la boutique',
    support: 'Aide',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    language: 'Langue',
  },
  receipt: {
    received: 'Reçu',
    amount: 'Montant',
    merchant: 'Commerçant',
    date: 'Date et heure',
    card: 'Carte',
    copy: 'Copier',
    copied: 'Copié',
    selected:
      'Votre navigateur a refusé la copie. Le texte est sélectionné\u00a0: copiez-le vous-même.',
    print: 'Imprimer',
  },
  states: {
    waiting: {
      title: 'Votre banque vérifie le paiement',
      text: 'Cela prend en général quelques secondes. Gardez cette page ouverte et ne payez pas à nouveau.',
    },
    challenge: {
      title: 'Votre banque souhaite confirmer que c’est bien vous',
      text: 'Nous vous dirigeons vers votre banque, puis vous reviendrez ici.',
    },
    bankWaits: {
      title: 'Votre banque vous attend',
      text: 'Votre banque doit confirmer que c’est bien vous pour que le paiement continue.',
    },
    paid: {
      title: 'Paiement reçu',
      text: 'Merci. Votre paiement est terminé.',
    },
    pending: {
      title: 'Votre paiement est encore en cours',
      text: 'Votre banque a parfois besoin de plus de temps. Ne payez pas à nouveau\u00a0: la boutique sera prévenue dès que ce sera fait.',
    },
    declined: {
      title: 'Le paiement n’a pas abouti',
      text: 'Aucun montant n’a été débité. Retournez à la boutique pour réessayer ou payer autrement.',
    },
    expired: {
      title: 'Ce paiement a expiré',
      text: 'Aucun montant n’a été débité. Retournez à la boutique et recommencez.',
    },
    cancelled: {
      title: 'Ce paiement a été annulé',
      text: 'Aucun montant n’a été débité. Retournez à la boutique et recommencez.',
    },
    notFound: {
      title: 'Nous ne trouvons pas ce paiement',
      text: 'L’adresse est peut-être incomplète. Retournez à la boutique et relancez-y le paiement.',
    },
    unavailable: {
      title: 'Le service de paiement est injoignable',
      text: 'Patientez un instant, puis rechargez cette page. Si vous avez déjà payé, ne payez pas à nouveau\u00a0: cette page indiquera le résultat.',
    },
    tooMany: {
      title: 'Trop de tentatives',
      text: 'Attendez une minute, revenez en arrière et réessayez. Rien n’a été envoyé cette fois.',
    },
    refused: {
      title: 'Ce formulaire ne peut pas être accepté',
      text: 'Il n’a pas été envoyé correctement depuis cette page. Retournez à la boutique et ouvrez-y la page de paiement.',
    },
    broken: {
      title: 'Un problème est survenu de notre côté',
      text: 'Rechargez cette page. Si vous venez de payer, vérifiez ici le résultat avant de payer à nouveau.',
    },
  },
  actions: {
    leaving: 'Retour à la boutique…',
    close: 'Vous pouvez fermer cette page.',
    leave: 'Continuer vers la boutique',
    toBank: 'Continuer vers votre banque',
    anotherCard: 'Utiliser une autre carte',
    reload: 'Recharger la page',
    still: 'Votre banque vérifie encore le paiement. Restez sur cette page.',
  },
  link: {
    open: {
      title: 'Payer en ligne',
      text: 'Vous saisirez vos coordonnées à la page suivante.',
    },
    paid: {
      title: 'Déjà payé',
      text: 'Il ne reste rien à payer.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il ne permet plus de payer. Demandez-en un nouveau au commerçant.',
    },
    closed: {
      title: 'Ce lien est fermé',
      text: 'Il n’accepte plus de paiements. Si vous souhaitez encore payer, contactez le commerçant.',
    },
    range: 'De {min} à {max}',
    amount: 'Saisissez un montant de {min} à {max}',
    pay: 'Payer',
    payAgain: 'Payer à nouveau',
  },
  transfer: {
    sources: {
      BLIK: {
        title: 'Payer avec BLIK',
        charge:
          'Dès que vous confirmez dans l’application de votre banque, votre compte est débité de {amount}, une seule fois.',
      },
      PIX: {
        title: 'Payer avec Pix',
        charge:
          'Vous verrez ensuite un code QR. Quand vous le payez dans l’application de votre banque, votre compte est débité de {amount}, une seule fois.',
      },
      P2P: {
        title: 'Payer par virement',
        charge: 'Vous verrez ensuite le compte vers lequel virer {amount} depuis votre banque.',
      },
      CRYPTO: {
        title: 'Payer en cryptomonnaie',
        charge:
          'Vous verrez ensuite l’adresse à laquelle envoyer {amount} depuis votre portefeuille.',
      },
      PHONE: {
        title: 'Payer par téléphone',
        charge: 'Dès que vous acceptez sur votre téléphone, {amount} sont débités, une seule fois.',
      },
    },
    method: 'Moyen de paiement',
    names: { P2P: 'Virement bancaire', CRYPTO: 'Cryptomonnaie', PHONE: 'Téléphone' },
    code: 'Code BLIK',
    codeHint: '6 chiffres, dans l’application de votre banque',
    phone: 'Numéro de téléphone',
    phoneHint: 'Avec l’indicatif du pays, comme +48 512 345 678',
    phoneKnown: 'La demande est envoyée au {phone}.',
    cpfHint: '11 chiffres, de la personne qui paie',
    bank: 'Votre banque',
    bankChoice: 'Choisir une banque',
    begin: 'Afficher les coordonnées de paiement',
    beginning: 'Préparation du paiement',
    refused: 'Le paiement a été refusé',
    declinedInApp: 'Vous avez refusé dans l’application de votre banque',
    declinedOnPhone: 'Vous avez refusé sur votre téléphone',
    declinedInWallet: 'Vous avez refusé dans votre portefeuille',
    refusedCode:
      'Aucun montant n’a été débité. Demandez un nouveau code dans l’application de votre banque et saisissez-le ici.',
    refusedPhone:
      'Aucun montant n’a été débité. Réessayez et acceptez la nouvelle demande sur votre téléphone.',
    refusedDetails:
      'N’utilisez plus les coordonnées précédentes, affichez-en de nouvelles ici. Si vous avez déjà envoyé de l’argent, contactez la boutique.',
    reasons: {
      funds: 'Le solde de ce compte est insuffisant.',
      limit: 'Ce paiement dépasse le plafond de votre compte.',
      code: 'Le code n’est pas correct ou n’est plus valable.',
    },
    errors: {
      code: 'Saisissez les 6 chiffres du code',
      phone: 'Saisissez le numéro avec l’indicatif du pays',
      cpf: 'Saisissez les 11 chiffres du CPF',
      cpfDigits: 'Vérifiez le CPF\u00a0: un chiffre est incorrect',
      bank: 'Choisissez votre banque',
    },
    preparing: {
      title: 'Nous préparons votre paiement',
      text: 'Cela prend généralement quelques secondes. Gardez cette page ouverte.',
    },
    send: {
      title: 'Virez {amount} depuis votre banque',
      text: 'Virez exactement ce montant, en un seul virement.',
    },
    scan: {
      title: 'Payez avec le code dans l’application de votre banque',
      text: 'Copiez le code et collez-le dans l’application, ou scannez-le.',
    },
    sendTo: {
      title: 'Envoyez {amount} depuis votre portefeuille',
      text: 'Envoyez exactement ce montant. Les frais de réseau s’y ajoutent.',
    },
    bankApp: {
      title: 'Confirmez dans l’application de votre banque',
      text: 'Ouvrez l’application et confirmez le paiement dans les 2 minutes. Pas de demande\u00a0? Fermez l’application et rouvrez-la.',
    },
    phoneApp: {
      title: 'Acceptez sur votre téléphone',
      text: 'Ouvrez la demande sur votre téléphone et acceptez le paiement. Si elle n’arrive pas, vérifiez le numéro.',
    },
    leaving: {
      title: 'Vous allez être redirigé vers le paiement',
      text: 'Vous reviendrez ensuite ici.',
    },
    waits: {
      title: 'Votre paiement vous attend',
      text: 'Continuez vers la page de paiement pour payer. Vous reviendrez ensuite ici.',
    },
    only: 'Uniquement {asset} sur {network}. Tout autre envoi à cette adresse est perdu.',
    onward: 'Continuer vers le paiement',
    receiverBank: 'Banque du bénéficiaire',
    holder: 'Bénéficiaire',
    account: 'Numéro de compte',
    address: 'Adresse',
    network: 'Réseau',
    reference: 'Référence du paiement',
    referenceHint:
      'Indiquez-la dans le virement\u00a0: elle nous permet de reconnaître votre argent.',
    pixCode: 'Code à copier',
    copyCode: 'Copier le code',
    copyAll: 'Tout copier',
    yourCode: 'Votre code',
    qr: 'Code QR',
    showQr: 'Afficher le code QR',
    watching: 'En attente de votre paiement',
    payBy: 'À payer avant : {time}',
    sent: 'J’ai fait le virement',
    sentAlready: {
      title: 'Nous attendons votre virement',
      text: 'Cette page l’indiquera dès que l’argent arrivera, et la boutique sera prévenue. Vous pouvez la fermer entre-temps.',
    },
    arrived: '{received} sur {amount} sont arrivés. Il manque encore {missing}.',
    left: 'à payer sur {amount}',
    anotherCode: 'Saisir un autre code',
    wrongNumber: 'Mauvais numéro\u00a0?',
    confirmOver: {
      title: 'Le délai de confirmation est écoulé',
      text: 'Si vous avez confirmé, gardez cette page ouverte. Sinon, vous pouvez réessayer.',
    },
    stillAsking: {
      title: 'Nous interrogeons encore votre banque',
      text: 'Ne confirmez plus ce paiement. Vous pourrez réessayer ici dès que votre banque nous dira que rien n’a été débité.',
    },
    seen: {
      title: 'Nous voyons votre paiement\u00a0: {seen} confirmations sur {needed}.',
      text: 'N’envoyez rien de plus. Cette page changera lorsque le paiement sera terminé.',
    },
    doNotSend:
      'N’envoyez plus d’argent pour ce paiement. Si vous en avez déjà envoyé, contactez la boutique.',
    expiredPartly:
      'Seuls {received} sur {amount} sont arrivés à temps. Contactez la boutique à ce sujet.',
    tooLate: '{received} sont arrivés, mais trop tard. Contactez la boutique à ce sujet.',
    overpaid:
      '{received} sont arrivés, plus que {amount}. Contactez la boutique au sujet de la différence.',
  },
  sandbox: {
    payer: 'Agir en tant que payeur',
    codes: 'Codes de test',
    notice: 'Mode test\u00a0: aucun argent ne circule',
    cards: 'Cartes de test',
    approved: 'Acceptée',
    softDecline: 'Refusée, nouvel essai possible',
    hardDecline: 'Refusée définitivement',
    challenge: 'Demande une confirmation',
    pending: 'Prend trois secondes',
  },
};
