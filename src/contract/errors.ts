import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { limits } from '#contract/limits.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { errors } from '#messages/server/errors.ts';

/**
 * Every error a person can meet over HTTP: its status, and its text from the catalogue. The only such table. A code
 * without a text does not compile, nor a text without a code.
 */
export const errorTable = {
  invalid_input: { status: 400, message: errors.invalid_input },
  malformed_json: { status: 400, message: errors.malformed_json },
  not_signed_in: { status: 401, message: errors.not_signed_in },
  wrong_credentials: { status: 401, message: errors.wrong_credentials },
  second_factor_required: { status: 401, message: errors.second_factor_required },
  wrong_code: { status: 401, message: errors.wrong_code },
  second_factor_locked: { status: 429, message: errors.second_factor_locked },
  api_key_invalid: { status: 401, message: errors.api_key_invalid },
  wallet_refused: { status: 401, message: errors.wallet_refused },
  passkey_required: { status: 401, message: errors.passkey_required },
  passkey_refused: { status: 401, message: errors.passkey_refused },
  confirm_identity: { status: 403, message: errors.confirm_identity },
  account_leaving: { status: 403, message: errors.account_leaving },
  account_waiting: { status: 403, message: errors.account_waiting },
  registration_closed: { status: 403, message: errors.registration_closed },
  invitation_required: { status: 403, message: errors.invitation_required },
  account_locked: { status: 403, message: errors.account_locked },
  account_suspended: { status: 403, message: errors.account_suspended },
  session_required: { status: 403, message: errors.session_required },
  scope_required: { status: 403, message: errors.scope_required },
  cross_site: { status: 403, message: errors.cross_site },
  not_found: { status: 404, message: errors.not_found },
  method_not_allowed: { status: 405, message: errors.method_not_allowed },
  email_taken: { status: 409, message: errors.email_taken },
  method_taken: { status: 409, message: errors.method_taken },
  last_method: { status: 409, message: errors.last_method },
  target_answered: { status: 409, message: errors.target_answered },
  target_unconfirmed: { status: 409, message: errors.target_unconfirmed },
  target_in_use: { status: 409, message: errors.target_in_use },
  password_missing: { status: 409, message: errors.password_missing },
  passkey_missing: { status: 409, message: errors.passkey_missing },
  second_factor_on: { status: 409, message: errors.second_factor_on },
  second_factor_off: { status: 409, message: errors.second_factor_off },
  credential_exists: { status: 409, message: errors.credential_exists },
  account_credential_exists: { status: 409, message: errors.account_credential_exists },
  too_many_api_keys: { status: 409, message: errors.too_many_api_keys },
  too_many_passkeys: { status: 409, message: errors.too_many_passkeys(limits.passkeysPerAccount) },
  too_many_sender_rules: { status: 409, message: errors.too_many_sender_rules(heldLimits.senderRulesMax) },
  holding_off: { status: 409, message: errors.holding_off },
  held_alias_off: { status: 409, message: errors.held_alias_off },
  held_no_key: { status: 409, message: errors.held_no_key },
  held_no_room: { status: 409, message: errors.held_no_room },
  too_many_aliases: { status: 409, message: errors.too_many_aliases },
  too_many_targets: { status: 409, message: errors.too_many_targets },
  too_many_domains: { status: 409, message: errors.too_many_domains(limits.domainsPerAccount) },
  too_many_members: { status: 409, message: errors.too_many_members(limits.membersPerDomain) },
  domain_exists: { status: 409, message: errors.domain_exists },
  domain_taken: { status: 409, message: errors.domain_taken },
  domain_in_use: { status: 409, message: errors.domain_in_use },
  domain_unproven: { status: 409, message: errors.domain_unproven },
  offer_changed: { status: 409, message: errors.offer_changed },
  offer_own: { status: 409, message: errors.offer_own },
  offer_stopped: { status: 409, message: errors.offer_stopped },
  offer_members_only: { status: 409, message: errors.offer_members_only },
  no_target: { status: 409, message: errors.no_target },
  undo_overtaken: { status: 409, message: errors.undo_overtaken },
  service_key_refused: { status: 409, message: errors.service_key_refused },
  move_stage: { status: 409, message: errors.move_stage },
  too_many_moves: { status: 409, message: errors.too_many_moves(moveLimits.movesMax) },
  alias_ended: { status: 409, message: errors.alias_ended },
  too_many_labels: { status: 409, message: errors.too_many_labels(lifeLimits.labelsPerAccount) },
  label_exists: { status: 409, message: errors.label_exists },
  alias_reserved: { status: 400, message: errors.alias_reserved },
  alias_unavailable: { status: 409, message: errors.alias_unavailable },
  provider_refused: { status: 409, message: errors.provider_refused },
  invitation_unusable: { status: 410, message: errors.invitation_unusable },
  pairing_over: { status: 410, message: errors.pairing_over },
  code_over: { status: 410, message: errors.code_over },
  link_unusable: { status: 410, message: errors.link_unusable },
  body_too_large: { status: 413, message: errors.body_too_large(limits.requestBodyMaxBytes) },
  unsupported_media_type: { status: 415, message: errors.unsupported_media_type },
  rate_limited: { status: 429, message: errors.rate_limited },
  internal: { status: 500, message: errors.internal },
  unavailable: { status: 503, message: errors.unavailable },
} as const satisfies Record<keyof typeof errors, { readonly status: number; readonly message: string }>;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[]>;

export interface ErrorDetails {
  /** Replaces the table's text where a more exact one can be told. */
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
  /** In the place of `message`, for clients of SimpleLogin. */
  error?: string;
  errors?: FieldErrors;
  rateLimited?: true;
  /** ISO 8601. */
  resetTime?: string;
}
