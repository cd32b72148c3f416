/** The dialog by which the profile is filled in. */
export const profileDialogMessages = {
  title: 'Your profile',
  description: 'All of it may stay empty. Nobody but you sees it.',
  firstName: 'First name',
  lastName: 'Last name',
  imageUrl: 'Address of a picture elsewhere',
  imageUrlHint: 'Kept as it is written. We never load it.',
  save: 'Save',
  saving: 'Saving...',
  saveFailure: 'Your profile could not be saved',
  fromGoogle: 'Take it from Google',
};

/** The picture that an account has here. */
export const accountPictureMessages = {
  alt: 'Your picture',
  choose: 'Choose a picture',
  saving: 'Saving...',
  remove: 'Remove the picture',
  removing: 'Removing...',
  failure: 'Your picture could not be changed',
  unreadable: 'Your browser cannot read this file as a picture. Please choose a JPEG, PNG or WebP.',
};
