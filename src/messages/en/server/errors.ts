import { sizeText } from '#messages/quantities.ts';

/** What a person reads of each error of the API, by its code. Its status stands in the table that makes it one. */
export const errors = {
  invalid_input: 'Please fix the errors shown below and try again.',
  malformed_json: 'The request body is not valid JSON.',
  not_signed_in: 'Please sign in to continue.',
  wrong_credentials: 'Invalid email or password',
  second_factor_required: 'Enter the code from your authenticator app.',
  wrong_code: 'This code is wrong or was already used.',
  second_factor_locked:
    'Too many wrong codes were tried for this account. Use a recovery code, or ask for a link by mail.',
  api_key_invalid: 'This API key is not valid: it is unknown or was revoked.',
  wallet_refused: 'Wallet authentication failed',
  passkey_required: 'Now your passkey, or one of your recovery codes.',
  passkey_refused: 'This passkey could not be used here. Please try again.',
  confirm_identity: 'Please confirm that it is you, then try again.',
  account_leaving: 'This account is being deleted. Sign in on the website to keep it.',
  account_waiting: 'This account waits for the operator to approve it. Until then nothing can be changed.',
  registration_closed: 'No new accounts are opened here.',
  invitation_required: 'New accounts are by invitation here. Open the link that you were given.',
  account_locked: 'This account is locked. Choose a new password by "Forgot password?".',
  account_suspended: 'This account is suspended. Sign in on the website to read why.',
  session_required: 'An API key cannot do this. Please sign in on the website.',
  scope_required: 'This API key may not do this. Make one that may under Settings on the website.',
  cross_site: 'This request came from another site and was refused.',
  not_found: 'Not found',
  method_not_allowed: 'This method is not allowed here.',
  email_taken: 'This email is already registered',
  method_taken: 'This sign-in method already belongs to another account.',
  last_method: 'This is the only way into your account. Add another one first.',
  target_answered: 'The owner of this inbox has already answered.',
  target_unconfirmed: 'This webhook is not confirmed yet. Verify it first.',
  target_in_use: 'This is the only target of some aliases. Change or delete them first.',
  password_missing: 'Add an email and a password to your account first.',
  passkey_missing: 'Add a passkey to your account first.',
  second_factor_on: 'The second factor is already on.',
  second_factor_off: 'The second factor is off.',
  credential_exists: 'This alias already has SMTP credentials.',
  too_many_api_keys: 'This account has as many API keys as it may have. Revoke one first.',
  too_many_passkeys: (max: number) => `An account may have ${max} passkeys. Remove one you no longer use first.`,
  too_many_aliases: 'This account has as many aliases as it may have. Delete one you no longer use first.',
  too_many_targets: 'This account has as many inboxes and webhooks as it may have. Delete one you no longer use first.',
  no_target: 'Your account has no inbox yet. Create an alias on the website first.',
  undo_overtaken: 'This was changed again since, so nothing was undone.',
  alias_reserved: 'This alias name is reserved. Please choose a different name.',
  alias_unavailable: 'This alias is not available. Please choose another name.',
  provider_refused: 'The forwarding provider refused this.',
  invitation_unusable: 'This invitation is over or was used up. Ask whoever gave it to you for a new one.',
  link_unusable: 'This link has expired or was already used.',
  body_too_large: (maxBytes: number) => `The request body is larger than ${sizeText(maxBytes)}.`,
  unsupported_media_type: 'Send the body as application/json.',
  rate_limited: 'Too many requests. Please wait a moment.',
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'The service is busy or starting. Please try again shortly.',
};

/** Errors told more exactly than by the text of their code. */
export const exactErrors = {
  brokenText: 'Text must not contain NUL or broken characters.',
  starting: 'The service is starting. Please try again shortly.',
  crossSite: (origin: string) => `${errors.cross_site} This service answers at ${origin} (PUBLIC_URL).`,
  inboxElsewhere: 'The preview inbox answers only to localhost and 127.0.0.1.',
  wrongPassword: 'Invalid password',
  newMethodLocked:
    'This account is locked, and this way to sign in was added shortly before. Use one that you had longer.',
  hasOtherEmail: 'Your account already has another email.',
  hasPassword: 'Your account already has a password.',
  hasWallet: 'Your account already has a wallet.',
  webhookConfirmed: 'This webhook is confirmed already.',
  targetFirst: 'Confirm a target of this alias first.',
  soleTargetOf: (names: readonly string[], more: number) =>
    `This is the only target of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Change or delete them first.`,
  tooManyAliases: (max: number) => `An account may have ${max} aliases. Delete one you no longer use first.`,
  tooManyUnconfirmed: (max: number) =>
    `Until you confirm your email or another inbox your account may have ${max} aliases. Open the link in the mail we sent you.`,
  tooManyTargets: (max: number) =>
    `An account may have ${max} inboxes and webhooks. Delete one you no longer use first.`,
  keyMissing: 'Send an API key as `Authorization: Bearer <key>`. Make one under Settings on the website.',
  scopeRequired: (scope: string) =>
    `This API key may not do this: it takes one with the scope “${scope}”. Make one under Settings on the website.`,
  noApiKey: 'This is not an API key of this service.',
  apiKeyExpired: 'This API key has expired.',
  linkTooEarly: 'This link does not work yet.',
  notSuspended: 'This account is not suspended.',
  ownerStillThere: 'That account is still there: its owner can make the alias again.',
  notTheirName: 'No name that the account with this id gave up.',
  notLocked: 'Nothing is locked.',
  notWaiting: 'This account does not wait for anybody.',
  operatorThere: 'There is an account already. Name an operator with: npm run kauke -- operator add EMAIL',
  tooManyInvitations: (max: number) =>
    `There are ${max} links that are good already. End them with: npm run kauke -- invite end`,
  tooManyBlocks: (max: number) => `${max} senders are blocked already.`,
  severalDestinations: 'Several destinations have this name: take the id that stands before it.',
  tooManyHolds: (max: number) => `${max} destinations are on hold already.`,
  signInExpired: 'This sign-in has expired. Please sign in again.',
};

/** What is wrong with a new password, as only the server can tell. */
export const weakPasswords = {
  common: 'Many people use this password, so it is guessed first. A few words that do not belong together are better.',
  own: 'This is little more than your address or our name. A few words that do not belong together are better.',
  regular: 'This repeats itself or follows the keyboard. A few words that do not belong together are better.',
};
