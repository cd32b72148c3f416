/** The dialog by which the profile is filled in. */
export const profileDialogMessages = {
  title: 'Your profile',
  description: 'All of it may stay empty. Nobody but you sees it.',
  firstName: 'First name',
  lastName: 'Last name',
  imageUrl: 'Address of a picture',
  imageUrlHint: 'Kept as it is written. We never load it.',
  save: 'Save',
  saving: 'Saving...',
  saveFailure: 'Your profile could not be saved',
  fromGoogle: 'Take it from Google',
};
