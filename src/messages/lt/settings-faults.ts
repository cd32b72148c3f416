import type * as en from '#messages/settings-faults.ts';
import { count } from './quantities.ts';

export const passkeyFaultTexts: typeof en.passkeyFaultTexts = {
  nameRequired: 'Įveskite pavadinimą',
  nameTooLong: (max) => `Pavadinime gali būti ne daugiau kaip ${count(max, 'simbolis', 'simboliai', 'simbolių')}`,
};

export const profileFaultTexts: typeof en.profileFaultTexts = {
  nameTooLong: (max) => `Varde gali būti ne daugiau kaip ${count(max, 'simbolis', 'simboliai', 'simbolių')}`,
  imageUrl: 'Tai ne https:// adresas',
};

export const pictureFaultTexts: typeof en.pictureFaultTexts = {
  notBase64: 'Paveikslėlis siunčiamas kaip „base64“',
  unknown: 'Tai nei JPEG, nei PNG paveikslėlis',
  damaged: 'Šis paveikslėlis sugadintas arba tokios JPEG ar PNG rūšies, kurios naršyklės nerodo',
  tooManyPixels: (max) =>
    `Paveikslėlio kraštinėje gali būti ne daugiau kaip ${count(max, 'taškas', 'taškai', 'taškų')}`,
  tooLarge: (kibibytes, max) => `Šio paveikslėlio dydis – ${kibibytes} KiB. Leidžiama ne daugiau kaip ${max} KiB`,
};
