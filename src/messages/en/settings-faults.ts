/** What may be wrong with a passkey. */
export const passkeyFaultTexts = {
  nameRequired: 'Name is required',
  nameTooLong: (max: number) => `A name must be ${max} characters or less`,
};

/** What may be wrong with the profile. */
export const profileFaultTexts = {
  nameTooLong: (max: number) => `A name must be ${max} characters or less`,
  imageUrl: 'This is not an https:// address',
};

/** What may be wrong with the picture of an account. */
export const pictureFaultTexts = {
  notBase64: 'A picture is sent as base64',
  unknown: 'This is neither a JPEG nor a PNG picture',
  damaged: 'This picture is damaged, or a kind of JPEG or PNG that browsers do not draw',
  tooManyPixels: (max: number) => `A picture can have at most ${max} pixels a side`,
  tooLarge: (kibibytes: number, max: number) => `This picture has ${kibibytes} KiB. At most ${max} KiB are allowed`,
};
