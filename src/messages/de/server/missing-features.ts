import type * as en from '#messages/server/missing-features.ts';

export const missingFeatures: typeof en.missingFeatures = {
  replies:
    'Hier leitet ImprovMX die Mail weiter: Eine Antwort auf eine weitergeleitete Nachricht geht unter der eigenen Adresse des Postfachs hinaus, nicht als Alias.',
  contacts:
    'Hier leitet ImprovMX die Mail weiter und erzeugt keine Rückadressen: An Korrespondenten kann weder als Alias geschrieben noch können sie gesperrt werden.',
  deliveries:
    'Hier leitet ImprovMX die Mail weiter: Dieser Server sieht die Nachrichten nicht und kann weder sagen, welche warten, noch eine Testmail senden.',
  transparent:
    'Hier leitet ImprovMX die Mail weiter: Wie es die Nachrichten eines Alias behandelt, lässt sich nicht einstellen.',
  held: 'Hier leitet ImprovMX die Mail weiter: Dieser Server sieht die Nachrichten nicht und kann sie weder zurückhalten noch verfolgen noch nach Absender sortieren.',
  signedWebhooks:
    'Hier sendet ImprovMX an die Webhooks: Die Aufrufe sind nicht signiert und können weder getestet noch wiederholt werden.',
  ownDomains: 'Domains können hier nicht mitgebracht werden.',
  domainRules:
    'Hier leitet ImprovMX die Mail weiter und nimmt keine Regeln von uns: Catch-all kann nur aus sein oder jeden Namen weiterleiten.',
  domainOffers: 'Eine Domain, die ImprovMX weiterleitet, kann nicht an ein anderes Konto übergehen.',
  lives: 'Hier leitet ImprovMX die Mail weiter: Aliasse können nicht von selbst enden.',
  encryption:
    'Hier leitet ImprovMX die Mail weiter: Dieser Server sieht die Nachrichten nicht und kann sie nicht verschlüsseln.',
  counts: 'Hier leitet ImprovMX die Mail weiter: Dieser Server sieht die Nachrichten nicht und kann sie nicht zählen.',
  reports: 'Hier leitet ImprovMX die Mail weiter: Berichte anderer Mailserver erreichen diesen Server nicht.',
  accountSending: 'Hier versendet ImprovMX die Mail: Jeder Alias hat sein eigenes Passwort, und keines gilt für alle.',
};

export const catchAllNeedsPlan: string =
  'Der Tarif des Weiterleitungsdienstes hat keine Webhooks: Mit Catch-all würde die Mail angehaltener Aliasse trotzdem weitergeleitet.';
