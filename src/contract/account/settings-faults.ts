import { limits } from '#contract/limits.ts';
import { passkeyFaultTexts, pictureFaultTexts, profileFaultTexts } from '#messages/settings-faults.ts';

/** What may be wrong with a passkey, in the words of the form and of the API. */
export const passkeyFaults = {
  ...passkeyFaultTexts,
  nameTooLong: passkeyFaultTexts.nameTooLong(limits.passkeyNameMax),
} as const;

/** The first fault of the name of a passkey, if any. */
export function findPasskeyNameFault(text: string): string | null {
  const name = text.trim();
  if (name === '') return passkeyFaults.nameRequired;
  return name.length > limits.passkeyNameMax ? passkeyFaults.nameTooLong : null;
}

/** What may be wrong with the profile, in the words of the form and of the API. */
export const profileFaults = {
  ...profileFaultTexts,
  nameTooLong: profileFaultTexts.nameTooLong(limits.profileNameMax),
} as const;

/** What may be wrong with the picture of an account. */
export const pictureFaults = {
  ...pictureFaultTexts,
  tooManyPixels: pictureFaultTexts.tooManyPixels(limits.pictureSideMax),
  tooLarge: (bytes: number) => pictureFaultTexts.tooLarge(inKibibytes(bytes), inKibibytes(limits.pictureMaxBytes)),
} as const;

function inKibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}

/** The first fault of a name in the profile, if any. */
export function findProfileNameFault(text: string): string | null {
  return text.trim().length > limits.profileNameMax ? profileFaults.nameTooLong : null;
}

/** The first fault of the address of a picture, if any. Nobody loads it. */
export function findImageUrlFault(text: string): string | null {
  const url = text.trim();
  const fits =
    url === '' || (url.length <= limits.profileImageUrlMax && url.startsWith('https://') && URL.canParse(url));
  return fits ? null : profileFaults.imageUrl;
}
