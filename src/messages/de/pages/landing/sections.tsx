import type * as en from '#messages/pages/landing/sections.tsx';

export const problemMessages: typeof en.problemMessages = {
  title: 'Eine Adresse für alle ist eine Adresse zu wenig.',
  problem: 'Das Problem',
  problemText:
    'Ihre Adresse ist der Schlüssel, der all Ihre Konten verbindet. Ein einziges Leck genügt: Sie wird weiterverkauft, der Spam ' +
    'beginnt, und zurückholen können Sie sie von niemandem.',
  problemDrawing: 'Fünf Fremde kennen eine Adresse, geben sie weiter, und alles kommt an.',
  solution: 'Die Lösung',
  solutionText:
    'Ein Alias steht zwischen jedem Absender und Ihrem Postfach. Wird einer lästig, schalten Sie ihn ab. Die anderen bleiben, und Sie ' +
    'wissen, wer Ihre Adresse weitergegeben hat.',
  solutionDrawing:
    'Jeder Fremde trifft vor dem Postfach auf eine eigene Maske; eine ist ausgeschaltet, und ihre E-Mails enden dort.',
};

export const productMessages: typeof en.productMessages = {
  title: 'Alle in einer Liste',
  text: 'Für wen jeder Alias da ist, wohin seine E-Mails gehen, und ein Schalter, der damit Schluss macht. Die Eingabetaste legt den nächsten an.',
  picture:
    'Bildschirmfoto: eine Liste von Aliassen, jeder mit seinem Postfach, einer Notiz, einem Menü und einem Schalter.',
};

export const stepMessages: typeof en.stepMessages = {
  title: 'So funktioniert es',
  intro: 'In etwa 30 Sekunden eingerichtet.',
  steps: [
    ['Konto anlegen', 'Mit E-Mail und Passwort oder einer Wallet. Kein Name, keine Telefonnummer, keine Karte.'],
    [
      'Alias anlegen',
      'Wählen Sie einen Namen und wohin seine E-Mails gehen sollen. Einen für jeden Shop, jede Liste, jeden Fremden.',
    ],
    [
      'Empfangen und senden',
      'E-Mails kommen in Ihrem Postfach an. Antworten Sie als Alias, und niemand erfährt, welches Postfach das ist.',
    ],
  ],
  elsewhere:
    'E-Mails kommen in Ihrem Postfach an. Schreiben Sie als Alias mit dessen eigenem SMTP-Passwort; eine einfache Antwort aus Ihrem Postfach zeigt dessen Adresse.',
};

export const cardMessages: typeof en.cardMessages = {
  label: 'Was Sie bekommen',
  privacy: 'Privatsphäre zuerst',
  privacyText:
    'Ihre echte Adresse liegt verschlüsselt in unserer Datenbank, und wir nennen sie niemandem, der Ihnen schreibt. Wie lange eine Zustellung dauert, kann andeuten, welche Aliasse sie teilen.',
  privacyElsewhere:
    'Ihre echte Adresse liegt verschlüsselt in unserer Datenbank. Niemand, der Ihnen schreibt, erfährt sie; ImprovMX, das die E-Mails weiterleitet, muss sie kennen.',
  free: 'Völlig kostenlos',
  freeText:
    'Unbegrenzt viele Aliasse auf jeder Domain. Es gibt keinen bezahlten Tarif, also wird auch nichts dafür zurückgehalten.',
  freeElsewhereText:
    'Einen bezahlten Tarif gibt es hier nicht. Wie viele Aliasse möglich sind, bestimmt der Tarif, den dieser Dienst bei ImprovMX hat.',
  logs: 'Keine Protokolle',
  logsText:
    'Wir führen kein Protokoll darüber, wer wem geschrieben hat, und sammeln nichts vom Inhalt dessen, was weitergeleitet wird.',
  logsElsewhere: 'Nicht alle führen keine',
  logsElsewhereText:
    'Wir führen kein Protokoll darüber, wer wem geschrieben hat. ImprovMX, das die E-Mails weiterleitet, führt eigene mit Adressen und Betreffzeilen.',
};

export const whyMessages: typeof en.whyMessages = {
  title: 'Warum Kauke',
  text: (
    <>
      <span lang="lt">Kaukė</span> ist litauisch und heißt Maske. Unsere schützt durch ihre Bauart: Was wir nicht
      aufbewahren, kann niemand nehmen, verlangen oder verkaufen.
    </>
  ),
  reasons: [
    [
      'Sie haben den Schalter',
      'Ändern Sie das Postfach hinter einem Alias, wann immer Sie wollen. Wer Ihnen schreibt, merkt nichts davon.',
    ],
    [
      'Er antwortet nie für Sie',
      'Ein pausierter Alias verwirft E-Mails stillschweigend. Ein gelöschter weist sie ab.',
      'Ein gelöschter Alias weist E-Mails ab. Ein pausierter verwirft sie stillschweigend, oder weist sie ab, wo der Tarif bei ImprovMX nichts anderes kennt.',
    ],
    [
      'Er passt zu Ihren Werkzeugen',
      'Senden Sie als Alias mit Ihrem eigenen Mailprogramm, oder lassen Sie seine E-Mails an einen Webhook schicken.',
      'Senden Sie als Alias mit Ihrem eigenen Mailprogramm, oder lassen Sie seine E-Mails an einen Webhook schicken, soweit der Tarif bei ImprovMX reicht.',
    ],
    [
      'Sie können jederzeit gehen',
      'Exportieren Sie alles, wann Sie wollen. Löschen Sie das Konto, dann verschwindet, was darin war.',
    ],
  ],
};
