import type { Messages } from './messages.ts';

export const de: Messages = {
  form: {
    title: 'Mit Karte bezahlen',
    number: 'Kartennummer',
    expiry: 'Ablaufdatum',
    expiryHint: 'MM / JJ',
    code: 'Prüfnummer',
    codeHintBack: '3 Ziffern, Rückseite',
    codeHintFront: '4 Ziffern, Vorderseite',
    name: 'Name auf der Karte',
    email: 'E-Mail (freiwillig)',
    emailNeeded: 'E-Mail',
    emailHint: 'Hilft Ihrer Bank, die Zahlung zu prüfen',
    pay: '{amount} bezahlen',
    paying: '{amount} wird bezahlt',
    acceptedCards: 'Akzeptierte Karten',
    summary: 'Bitte prüfen Sie Ihre Angaben',
    declined: 'Ihre Karte wurde abgelehnt',
    declinedRetry:
      'Es wurde nichts abgebucht. Prüfen Sie die Angaben oder nehmen Sie eine andere Karte.',
    attemptsLeft: 'Verbleibende Versuche: {count}',
    reasons: {
      funds: 'Diese Karte ist nicht ausreichend gedeckt.',
      number: 'Die Kartennummer stimmt nicht.',
      code: 'Die Prüfnummer stimmt nicht.',
      expired: 'Diese Karte ist abgelaufen.',
      limit: 'Die Zahlung übersteigt das Limit der Karte.',
      minimum: 'Der Betrag ist für eine Kartenzahlung zu klein.',
      notPermitted: 'Mit dieser Karte ist diese Zahlung nicht möglich.',
      authentication: 'Ihre Bank konnte nicht bestätigen, dass Sie es sind.',
      cancelled: 'Die Zahlung wurde abgebrochen.',
      anotherCard: 'Bitte nehmen Sie eine andere Karte.',
      later: 'Ihre Bank antwortet gerade nicht. Versuchen Sie es später noch einmal.',
    },
    notSent: 'Ihre Zahlung konnte nicht gesendet werden',
    notSentRetry: 'Bitte versuchen Sie es gleich noch einmal. Sie zahlen nicht doppelt.',
    tooManyCards:
      'Zu viele Karten wurden abgelehnt, diesmal wurde nichts gesendet. Warten Sie eine Stunde, oder zahlen Sie auf andere Weise.',
    offline: 'Sie sind offline',
    offlineRetry:
      'Es wurde nichts gesendet. Ihre Eingaben sind noch da: Zahlen Sie, sobald Sie wieder verbunden sind.',
    findingOut: 'Wir klären, was aus Ihrer Zahlung geworden ist',
    findingOutText:
      'Die Antwort hat uns nicht erreicht. Lassen Sie diese Seite geöffnet und zahlen Sie nicht noch einmal.',
    notUsed:
      'Ihre Eingaben hier wurden nicht verwendet: Diese Zahlung lief bereits in einem anderen Fenster.',
    timeLeft: 'Verbleibende Zeit zum Bezahlen: {time}',
  },
  errors: {
    numberRequired: 'Geben Sie die Kartennummer ein',
    numberIncomplete: 'Geben Sie alle Ziffern der Karte ein',
    numberInvalid: 'Prüfen Sie die Kartennummer',
    numberNotAccepted: 'Hier nicht akzeptiert: andere Karte nehmen',
    numberNotAgain: 'Nehmen Sie eine andere Karte',
    expiryRequired: 'Geben Sie das Ablaufdatum ein',
    expiryInvalid: 'Geben Sie das Ablaufdatum als MM / JJ ein',
    expiryMonth: 'Geben Sie einen Monat von 01 bis 12 ein',
    expiryPast: 'Geben Sie ein künftiges Datum ein',
    codeRequired: 'Geben Sie die Prüfnummer ein',
    codeThreeDigits: 'Prüfnummer: alle 3 Ziffern eingeben',
    codeFourDigits: 'Prüfnummer: alle 4 Ziffern eingeben',
    nameRequired: 'Geben Sie den Namen auf der Karte ein',
    nameIsCardNumber: 'Geben Sie den Namen ein, nicht die Nummer',
    nameInvalid: 'Geben Sie den Namen wie auf der Karte ein',
    emailInvalid: 'E-Mail wie name@example.com eingeben',
    contactRequired: 'E-Mail oder Telefonnummer eingeben',
  },
  order: {
    heading: 'Ihre Zahlung',
    reference: 'Bestellung',
    orderAmount: 'Bestellbetrag',
    rate: 'Wechselkurs',
    whatHappens: 'Beim Bezahlen wird Ihre Karte einmalig mit {amount} belastet.',
    safety: 'Die Kartendaten gehen an die Bank und werden nicht gespeichert.',
    back: 'Zurück zum Shop',
    support: 'Hilfe',
    terms: 'AGB',
    privacy: 'Datenschutz',
    language: 'Sprache',
  },
  receipt: {
    amount: 'Betrag',
    merchant: 'Händler',
    date: 'Datum',
    card: 'Karte',
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected:
      'Ihr Browser hat das Kopieren abgelehnt. Der Text ist markiert: Kopieren Sie ihn selbst.',
    print: 'Drucken',
  },
  states: {
    waiting: {
      title: 'Ihre Bank prüft die Zahlung',
      text: 'Das dauert meist nur wenige Sekunden. Lassen Sie diese Seite offen und zahlen Sie nicht noch einmal.',
    },
    challenge: {
      title: 'Ihre Bank möchte wissen, ob Sie es sind',
      text: 'Sie werden zu Ihrer Bank geleitet und kommen danach hierher zurück.',
    },
    bankWaits: {
      title: 'Ihre Bank wartet auf Sie',
      text: 'Ihre Bank muss bestätigen, dass Sie es sind, dann geht die Zahlung weiter.',
    },
    paid: {
      title: 'Zahlung erhalten',
      text: 'Vielen Dank. Ihre Zahlung ist abgeschlossen.',
    },
    pending: {
      title: 'Ihre Zahlung wird noch bearbeitet',
      text: 'Ihre Bank braucht manchmal länger. Bitte zahlen Sie nicht noch einmal: Der Shop erfährt von uns, wenn es so weit ist.',
    },
    declined: {
      title: 'Die Zahlung hat nicht geklappt',
      text: 'Es wurde nichts abgebucht. Gehen Sie zurück zum Shop, um es noch einmal oder anders zu versuchen.',
    },
    expired: {
      title: 'Diese Zahlung ist abgelaufen',
      text: 'Es wurde nichts abgebucht. Gehen Sie zurück zum Shop und beginnen Sie von vorn.',
    },
    cancelled: {
      title: 'Diese Zahlung wurde storniert',
      text: 'Es wurde nichts abgebucht. Gehen Sie zurück zum Shop und beginnen Sie von vorn.',
    },
    notFound: {
      title: 'Wir finden diese Zahlung nicht',
      text: 'Vielleicht ist die Adresse unvollständig. Gehen Sie zurück in den Shop und beginnen Sie die Zahlung dort neu.',
    },
    unavailable: {
      title: 'Der Zahlungsdienst ist nicht erreichbar',
      text: 'Warten Sie einen Moment und laden Sie die Seite neu. Falls Sie schon bezahlt haben, zahlen Sie nicht noch einmal: Diese Seite zeigt, was daraus geworden ist.',
    },
    tooMany: {
      title: 'Zu viele Versuche',
      text: 'Warten Sie eine Minute, gehen Sie dann zurück und versuchen Sie es erneut. Diesmal wurde nichts gesendet.',
    },
    refused: {
      title: 'Dieses Formular können wir nicht annehmen',
      text: 'Es wurde nicht so gesendet, wie diese Seite es sendet. Gehen Sie zurück in den Shop und öffnen Sie die Zahlungsseite von dort.',
    },
    broken: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Laden Sie die Seite neu. Falls Sie gerade bezahlt haben, sehen Sie dort nach, bevor Sie noch einmal zahlen.',
    },
  },
  actions: {
    leaving: 'Sie werden zurück zum Shop geleitet …',
    leave: 'Weiter zum Shop',
    toBank: 'Weiter zu Ihrer Bank',
    anotherCard: 'Andere Karte nehmen',
    reload: 'Seite neu laden',
    still: 'Ihre Bank prüft noch. Bitte bleiben Sie auf dieser Seite.',
  },
  link: {
    open: {
      title: 'Online bezahlen',
      text: 'Ihre Daten geben Sie auf der nächsten Seite ein.',
    },
    paid: {
      title: 'Schon bezahlt',
      text: 'Es ist nichts mehr zu bezahlen.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Damit kann nicht mehr bezahlt werden. Bitten Sie den Händler um einen neuen.',
    },
    closed: {
      title: 'Dieser Link ist geschlossen',
      text: 'Er nimmt keine Zahlungen mehr an. Wenn Sie noch bezahlen möchten, fragen Sie den Händler.',
    },
    range: 'Von {min} bis {max}',
    amount: 'Geben Sie einen Betrag von {min} bis {max} ein',
    pay: 'Bezahlen',
    payAgain: 'Noch einmal bezahlen',
  },
  transfer: {
    sources: {
      BLIK: {
        title: 'Mit BLIK bezahlen',
        charge:
          'Sobald Sie in der App Ihrer Bank bestätigen, wird Ihr Konto einmalig mit {amount} belastet.',
      },
      PIX: {
        title: 'Mit Pix bezahlen',
        charge:
          'Als Nächstes sehen Sie einen QR-Code. Wenn Sie ihn in der App Ihrer Bank bezahlen, werden einmalig {amount} abgebucht.',
      },
      P2P: {
        title: 'Per Überweisung bezahlen',
        charge: 'Als Nächstes sehen Sie das Konto, auf das Sie {amount} von Ihrer Bank überweisen.',
      },
      CRYPTO: {
        title: 'Mit Kryptowährung bezahlen',
        charge: 'Als Nächstes sehen Sie die Adresse, an die Sie {amount} aus Ihrer Wallet senden.',
      },
      PHONE: {
        title: 'Per Telefon bezahlen',
        charge: 'Sobald Sie auf Ihrem Telefon zustimmen, werden einmalig {amount} abgebucht.',
      },
    },
    method: 'Zahlungsart',
    names: { P2P: 'Überweisung', CRYPTO: 'Kryptowährung', PHONE: 'Telefon' },
    code: 'BLIK-Code',
    codeHint: '6 Ziffern, aus der App Ihrer Bank',
    phone: 'Telefonnummer',
    phoneHint: 'Mit Ländervorwahl, z. B. +48 512 345 678',
    phoneKnown: 'Die Anfrage geht an {phone}.',
    cpfHint: '11 Ziffern, der Person, die bezahlt',
    bank: 'Ihre Bank',
    bankChoice: 'Bank auswählen',
    begin: 'Zahlungsdaten anzeigen',
    beginning: 'Zahlungsdaten werden vorbereitet',
    refused: 'Die Zahlung wurde abgelehnt',
    refusedRetry: 'Es wurde nichts abgebucht. Sie können es noch einmal versuchen.',
    refusedCode:
      'Es wurde nichts abgebucht. Holen Sie sich in der App Ihrer Bank einen neuen Code und geben Sie ihn hier ein.',
    reasons: {
      funds: 'Auf diesem Konto ist nicht genug Geld.',
      limit: 'Diese Zahlung übersteigt das Limit Ihres Kontos.',
      code: 'Der Code stimmt nicht oder ist abgelaufen.',
    },
    errors: {
      code: 'Geben Sie die 6 Ziffern des Codes ein',
      phone: 'Geben Sie die Nummer mit Ländervorwahl ein, z. B. +48 512 345 678',
      cpf: 'Geben Sie die 11 Ziffern der CPF ein',
      cpfDigits: 'Prüfen Sie die CPF: Eine Ziffer stimmt nicht',
      bank: 'Wählen Sie Ihre Bank aus',
    },
    preparing: {
      title: 'Ihre Zahlung wird vorbereitet',
      text: 'Das dauert meist nur wenige Sekunden. Lassen Sie diese Seite bitte offen.',
    },
    send: {
      title: 'Überweisen Sie {amount}',
      text: 'Überweisen Sie genau diesen Betrag in einer einzigen Überweisung.',
    },
    scan: {
      title: 'Scannen Sie den Code in der App Ihrer Bank',
      text: 'Oder kopieren Sie den Code unten und fügen Sie ihn in der App ein.',
    },
    sendTo: {
      title: 'Senden Sie {amount} aus Ihrer Wallet',
      text: 'Senden Sie genau diesen Betrag. Netzwerkgebühren kommen hinzu.',
    },
    bankApp: {
      title: 'Bestätigen Sie in der App Ihrer Bank',
      text: 'Öffnen Sie die App und bestätigen Sie die Zahlung innerhalb von 2 Minuten.',
    },
    phoneApp: {
      title: 'Stimmen Sie auf Ihrem Telefon zu',
      text: 'Öffnen Sie die Anfrage auf Ihrem Telefon und stimmen Sie der Zahlung zu. Lassen Sie diese Seite bitte offen.',
    },
    leaving: {
      title: 'Sie werden zur Zahlung weitergeleitet',
      text: 'Danach kommen Sie hierher zurück.',
    },
    waits: {
      title: 'Ihre Zahlung wartet auf Sie',
      text: 'Gehen Sie zum Bezahlen weiter zur Zahlungsseite. Danach kommen Sie hierher zurück.',
    },
    only: 'Nur {asset} auf {network}. Alles andere, was an diese Adresse gesendet wird, ist verloren.',
    onward: 'Weiter zur Zahlung',
    receiverBank: 'Bank des Empfängers',
    holder: 'Empfänger',
    account: 'Kontonummer',
    address: 'Adresse',
    network: 'Netzwerk',
    reference: 'Verwendungszweck',
    referenceHint: 'Geben Sie ihn bei der Überweisung an: Daran erkennen wir Ihre Zahlung.',
    pixCode: 'Code zum Kopieren',
    yourCode: 'Ihr Code',
    qr: 'QR-Code',
    payBy: 'Zahlbar bis {time}',
    sent: 'Ich habe überwiesen',
    sentAlready: {
      title: 'Wir warten auf Ihre Überweisung',
      text: 'Sobald das Geld eintrifft, steht es hier, und der Shop erfährt davon. Sie können die Seite inzwischen schließen.',
    },
    arrived: '{received} von {amount} sind eingetroffen. Es fehlen noch {missing}.',
    anotherCode: 'Anderen Code eingeben',
    wrongNumber: 'Falsche Nummer?',
    confirmOver: {
      title: 'Die Zeit zum Bestätigen ist um',
      text: 'Wenn Sie bestätigt haben, lassen Sie diese Seite offen. Wenn nicht, können Sie es noch einmal versuchen.',
    },
    stillAsking: {
      title: 'Wir fragen noch bei Ihrer Bank nach',
      text: 'Bestätigen Sie diese Zahlung nicht mehr. Sobald Ihre Bank sagt, dass nichts abgebucht wurde, können Sie es hier noch einmal versuchen.',
    },
    seen: {
      title: 'Wir sehen Ihre Zahlung: {seen} von {needed} Bestätigungen.',
      text: 'Senden Sie nicht noch einmal. Diese Seite ändert sich, sobald die Zahlung abgeschlossen ist.',
    },
    doNotSend:
      'Senden Sie dafür jetzt kein Geld mehr. Haben Sie schon etwas gesendet, wenden Sie sich an den Shop.',
    expiredPartly:
      'Rechtzeitig eingetroffen sind nur {received} von {amount}. Wenden Sie sich deswegen an den Shop.',
    tooLate: '{received} sind eingetroffen, aber zu spät. Wenden Sie sich deswegen an den Shop.',
    overpaid:
      '{received} sind eingetroffen, mehr als {amount}. Wenden Sie sich wegen der Differenz an den Shop.',
  },
  sandbox: {
    payer: 'Als Zahler handeln',
    codes: 'Testcodes',
    notice: 'Testbetrieb: Es fließt kein Geld',
    cards: 'Testkarten',
    approved: 'Wird angenommen',
    softDecline: 'Abgelehnt, neuer Versuch möglich',
    hardDecline: 'Endgültig abgelehnt',
    challenge: 'Verlangt eine Bestätigung',
    pending: 'Dauert drei Sekunden',
  },
};
