import type * as en from '#messages/pages/confirm.tsx';

export const confirmMessages: typeof en.confirmMessages = {
  tryAgain: 'Noch einmal versuchen',
  notChecked: 'Der Link konnte nicht geprüft werden',
  notCheckedDescription: 'Der Server hat nicht geantwortet. Ihr Link bleibt gültig.',
  unusable: 'Dieser Link gilt nicht mehr',
  unusableDescription: (days) =>
    `Er ist abgelaufen oder wurde nicht vollständig kopiert. Ein Bestätigungslink wartet ${days} Tage auf seine Antwort. Haben Sie ihn angefordert, senden Sie in Ihrer Übersicht einen neuen.`,
  noAnswer: 'Der Server hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  stopped: 'Die Weiterleitung ist gestoppt',
  stoppedDescription: (address, mark) => (
    <>An {mark(address)} wird nichts weitergeleitet, und wir fragen dieses Postfach nicht noch einmal.</>
  ),
  question: 'E-Mails an dieses Postfach weiterleiten?',
  inbox: 'Postfach',
  askedBy: 'Angefragt von',
  explanation:
    'Wenn Sie bestätigen, können E-Mails an die Aliasse dieses Kontos an Sie weitergeleitet werden. Mit demselben Link können Sie das jederzeit stoppen.',
  confirm: 'Dieses Postfach bestätigen',
  confirming: 'Wird bestätigt …',
  notMe: 'Das war ich nicht',
  failed: 'Bestätigung fehlgeschlagen',
  confirmed: 'Postfach bestätigt',
  confirmedDescription: (account, address, mark) => (
    <>
      E-Mails an die Aliasse von {account} werden jetzt an {mark(address)} weitergeleitet.
    </>
  ),
  toDashboard: 'Zur Übersicht',
  refusal: {
    question: 'Nie an dieses Postfach weiterleiten?',
    description: (address) =>
      `Kein Konto bei Kauke kann dann E-Mails an ${address} weiterleiten oder noch einmal fragen. Das lässt sich nicht rückgängig machen.`,
    stop: 'Postfach sperren',
    stopping: 'Wird gesperrt …',
    notStopped: 'Nicht gesperrt',
  },
  end: {
    question: 'Weiterleitung endgültig stoppen?',
    description: (address) =>
      `Kein Konto bei Kauke leitet dann mehr E-Mails an ${address} weiter oder kann noch einmal fragen. Das lässt sich nicht rückgängig machen.`,
    stop: 'Weiterleitung stoppen',
    stopping: 'Wird gestoppt …',
    notStopped: 'Nicht gestoppt',
  },
  cancel: 'Abbrechen',
};
