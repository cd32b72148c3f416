import type * as en from '#messages/pages/account/profile.ts';

export const profileDialogMessages: typeof en.profileDialogMessages = {
  title: 'Ihr Profil',
  description: 'Alles darf leer bleiben. Niemand außer Ihnen sieht es.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  imageUrl: 'Adresse eines Bildes anderswo',
  imageUrlHint: 'Wird aufbewahrt, wie sie geschrieben ist. Wir laden das Bild nie.',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saveFailure: 'Ihr Profil konnte nicht gespeichert werden',
  fromGoogle: 'Von Google übernehmen',
};

export const accountPictureMessages: typeof en.accountPictureMessages = {
  alt: 'Ihr Bild',
  choose: 'Bild wählen',
  saving: 'Wird gespeichert …',
  remove: 'Bild entfernen',
  removing: 'Wird entfernt …',
  failure: 'Ihr Bild konnte nicht geändert werden',
  unreadable: 'Ihr Browser kann diese Datei nicht als Bild lesen. Bitte wählen Sie JPEG, PNG oder WebP.',
};
