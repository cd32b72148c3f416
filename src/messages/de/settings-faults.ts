import type * as en from '#messages/settings-faults.ts';

export const passkeyFaultTexts: typeof en.passkeyFaultTexts = {
  nameRequired: 'Der Name fehlt',
  nameTooLong: (max) => `Ein Name darf höchstens ${max} Zeichen haben`,
};

export const profileFaultTexts: typeof en.profileFaultTexts = {
  nameTooLong: (max) => `Ein Name darf höchstens ${max} Zeichen haben`,
  imageUrl: 'Das ist keine https://-Adresse',
};

export const pictureFaultTexts: typeof en.pictureFaultTexts = {
  notBase64: 'Ein Bild wird als Base64 gesendet',
  unknown: 'Das ist weder ein JPEG- noch ein PNG-Bild',
  damaged: 'Dieses Bild ist beschädigt, oder eine Art JPEG oder PNG, die Browser nicht zeichnen',
  tooManyPixels: (max) => `Ein Bild darf auf jeder Seite höchstens ${max} Pixel haben`,
  tooLarge: (kibibytes, max) => `Dieses Bild hat ${kibibytes} KiB. Erlaubt sind höchstens ${max} KiB`,
};
