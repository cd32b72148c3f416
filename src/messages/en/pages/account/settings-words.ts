/** What stands on each page of the settings: it is found by these words, too. */
export const settingsWords = {
  '/settings/sign-in': 'profile picture passkey password email wallet google',
  '/settings/security': 'second factor 2fa authenticator recovery codes sessions lock everything',
  '/settings/inboxes': 'targets default inbox encryption key pgp rules for senders block sender name',
  '/settings/domains': 'dns records catch-all members',
  '/settings/api-keys': 'browser extension bitwarden mail programs smtp apple generated names default domain',
  '/settings/data': 'bin export import backup move in move out offline list count mail',
};
