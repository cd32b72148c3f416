import type * as en from '#messages/pages/landing.tsx';
import { countText } from '#messages-de/quantities.ts';

export const landingMessages: typeof en.landingMessages = {
  title: 'E-Mail-Aliasse, die an Sie weiterleiten',
  headline: 'Seien Sie, wer Sie wollen',
  stopHeadline: 'Wechselnde Überschrift anhalten',
  turnHeadline: 'Überschrift wechseln lassen',
  tagline: 'Ein Klick, eine neue Identität. Ihr Postfach bleibt geschützt.',
  promise:
    'Geben Sie jedem Shop, jeder Liste und jedem Fremden eine eigene Adresse. Was sie senden, wird an Ihr echtes Postfach ' +
    'weitergeleitet, und keiner erfährt, welches das ist.',
  free: (totals) => (totals === null ? 'Kostenlos.' : `${totals}. Kostenlos.`),
  totals: (people, aliases) =>
    `${countText(people)} ${people === 1 ? 'Person' : 'Personen'}, ` +
    `${countText(aliases)} ${aliases === 1 ? 'Alias' : 'Aliasse'}`,
  join: (thousands) =>
    thousands < 1
      ? 'Gehören Sie zu denen, die ihr Postfach für sich behalten.'
      : `Gehören Sie zu den über ${countText(thousands * 1000)} Menschen, die ihr Postfach für sich behalten.`,
  loading: 'Wird geladen …',
  toDashboard: 'Zur Übersicht',
  start: 'Kostenlos beginnen',
  private: 'Ein privater Dienst für alle, die ein Konto haben.',
  google: 'Mit Google anmelden',
  mission: 'Mehr über unser Anliegen',
};

export const pictureMessages: typeof en.pictureMessages = {
  label: 'Drei Fremde kennen drei Aliasse; keiner von ihnen kennt Ihr Postfach.',
  strangers: [
    ['Ein gehacktes Forum', 'old-forum'],
    ['Ein Shop', 'sneakers'],
    ['Ein Newsletter', 'sunday-read'],
  ],
  writesTo: (who) => `${who} schreibt an`,
  refused: 'Abgewiesen',
  forwarded: 'Weitergeleitet',
  inbox: 'Ihr Postfach',
  unknown: 'niemandem bekannt',
};

export const featureMessages: typeof en.featureMessages = {
  label: 'In Kürze',
  unlimited: 'Unbegrenzt viele Aliasse',
  unlimitedElsewhere: 'Ein Alias für jeden Absender',
  instant: 'Sofortige Weiterleitung',
  reply: 'Anonym antworten',
  send: 'Als Ihr Alias senden',
  domains: 'Mehrere Domains',
};
