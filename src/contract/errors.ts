import { limits } from '#contract/limits.ts';

/** Every error a person can meet over HTTP: its status and its text. The only such table. */
export const errorTable = {
  invalid_input: { status: 400, message: 'Please fix the errors shown below and try again.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  not_signed_in: { status: 401, message: 'Please sign in to continue.' },
  wrong_credentials: { status: 401, message: 'Invalid email or password' },
  second_factor_required: { status: 401, message: 'Enter the code from your authenticator app.' },
  wrong_code: { status: 401, message: 'This code is wrong or was already used.' },
  api_key_invalid: { status: 401, message: 'This API key is not valid: it is unknown or was revoked.' },
  wallet_refused: { status: 401, message: 'Wallet authentication failed' },
  confirm_identity: { status: 403, message: 'Please confirm that it is you, then try again.' },
  session_required: { status: 403, message: 'An API key cannot do this. Please sign in on the website.' },
  cross_site: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  email_taken: { status: 409, message: 'This email is already registered' },
  method_taken: { status: 409, message: 'This sign-in method already belongs to another account.' },
  last_method: { status: 409, message: 'This is the only way into your account. Add another one first.' },
  target_answered: { status: 409, message: 'The owner of this inbox has already answered.' },
  target_unconfirmed: { status: 409, message: 'This webhook is not confirmed yet. Verify it first.' },
  target_in_use: { status: 409, message: 'This is the only target of some aliases. Change or delete them first.' },
  password_missing: { status: 409, message: 'Add an email and a password to your account first.' },
  second_factor_on: { status: 409, message: 'The second factor is already on.' },
  second_factor_off: { status: 409, message: 'The second factor is off.' },
  credential_exists: { status: 409, message: 'This alias already has SMTP credentials.' },
  too_many_api_keys: { status: 409, message: 'This account has as many API keys as it may have. Revoke one first.' },
  too_many_targets: {
    status: 409,
    message: `An account may have ${limits.targetsPerAccount} inboxes and webhooks. Delete one you no longer use first.`,
  },
  no_target: { status: 409, message: 'Your account has no inbox yet. Create an alias on the website first.' },
  alias_reserved: { status: 400, message: 'This alias name is reserved. Please choose a different name.' },
  alias_unavailable: { status: 409, message: 'This alias is not available. Please choose another name.' },
  provider_refused: { status: 409, message: 'The forwarding provider refused this.' },
  link_unusable: { status: 410, message: 'This link has expired or was already used.' },
  body_too_large: { status: 413, message: 'The request body is larger than 1 MiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is busy or starting. Please try again shortly.' },
} as const;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[]>;

export interface ErrorDetails {
  /** Replaces the table's text where a more exact one is known. */
  message?: string;
  /** Field name → texts, shown beside the field. */
  errors?: FieldErrors;
  /** When a rate limit ends. */
  resetTime?: Date;
}

/** An error meant for the person who caused it. Everything else is answered generically. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errorTable[code].message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** The JSON body of every error answer. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  /** The message once more, for clients of other services. */
  error?: string;
  errors?: FieldErrors;
  rateLimited?: true;
  /** ISO 8601. */
  resetTime?: string;
}
