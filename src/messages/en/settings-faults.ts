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
