import type { LoginInput, RegisterInput, SessionResponse, UserResponse } from '#contract/accounts.ts';
import type { AliasSettingsResponse, ChangeAliasSettings } from '#contract/alias-settings.ts';
import type {
  AliasesResponse,
  ChangeAliasResponse,
  CreateAliasInput,
  CreateAliasResponse,
  DomainsResponse,
  UpdateAliasInput,
} from '#contract/aliases.ts';
import type { PublicConfig } from '#contract/config.ts';
import type { ChangeContactResponse, Contact, ContactResponse } from '#contract/contacts.ts';
import type { CredentialsResponse, NewCredentialResponse } from '#contract/credentials.ts';
import type { DeliveriesResponse } from '#contract/deliveries.ts';
import type { InboxEntry, InboxMessage } from '#contract/inbox.ts';
import type { MessageResponse } from '#contract/messages.ts';
import type { ForgotPasswordInput, ResetPasswordInput } from '#contract/password.ts';
import type { TargetLinkResponse } from '#contract/targets.ts';
import type { WalletChallengeResponse, WalletProof } from '#contract/wallet.ts';
import type { WebhookResultResponse } from '#contract/webhooks.ts';

interface Call<Answer, Input = undefined, Params = undefined> {
  readonly params: Params;
  readonly query: undefined;
  readonly input: Input;
  readonly answer: Answer;
}

interface ById {
  readonly id: string;
}

/**
 * The calls that the browser can make, by method and path (`GET /api/aliases/{id}`): what each takes (`params` in the
 * path, `query`, `input`; undefined for none) and what it answers. For types only.
 */
export interface ApiCalls {
  readonly 'GET /api/config': Call<PublicConfig>;
  readonly 'GET /api/domains': Call<DomainsResponse>;
  readonly 'GET /api/auth/session': Call<SessionResponse>;
  readonly 'POST /api/auth/login': Call<UserResponse, LoginInput>;
  readonly 'POST /api/auth/register': Call<UserResponse, RegisterInput>;
  readonly 'POST /api/auth/logout': Call<MessageResponse>;
  readonly 'POST /api/auth/password/forgot': Call<MessageResponse, ForgotPasswordInput>;
  readonly 'POST /api/auth/password/reset': Call<MessageResponse, ResetPasswordInput>;
  readonly 'POST /api/auth/wallet': Call<UserResponse, WalletProof>;
  readonly 'POST /api/auth/wallet/challenge': Call<WalletChallengeResponse, { walletAddress?: string | undefined }>;
  readonly 'DELETE /api/account': Call<MessageResponse>;
  readonly 'GET /api/deliveries': Call<DeliveriesResponse>;
  readonly 'GET /api/aliases/{id}': Call<AliasesResponse, undefined, ById>;
  readonly 'POST /api/aliases/{id}': Call<CreateAliasResponse, CreateAliasInput, ById>;
  readonly 'PUT /api/aliases/{id}': Call<ChangeAliasResponse, UpdateAliasInput, ById>;
  readonly 'DELETE /api/aliases/{id}': Call<MessageResponse, undefined, ById>;
  readonly 'PATCH /api/aliases/{id}/toggle': Call<ChangeAliasResponse, { active: boolean }, ById>;
  readonly 'GET /api/aliases/{id}/settings': Call<AliasSettingsResponse, undefined, ById>;
  readonly 'PATCH /api/aliases/{id}/settings': Call<AliasSettingsResponse, ChangeAliasSettings, ById>;
  readonly 'POST /api/aliases/{id}/contacts': Call<ContactResponse, Pick<Contact, 'address'>, ById>;
  readonly 'PATCH /api/aliases/{id}/contacts': Call<ChangeContactResponse, Pick<Contact, 'address' | 'blocked'>, ById>;
  readonly 'GET /api/smtp-credentials/alias/{aliasId}': Call<CredentialsResponse, undefined, { aliasId: string }>;
  readonly 'POST /api/smtp-credentials': Call<NewCredentialResponse, { aliasId: string }>;
  readonly 'PATCH /api/smtp-credentials/{credentialId}/alias/{aliasId}/regenerate': Call<
    NewCredentialResponse,
    undefined,
    { credentialId: string; aliasId: string }
  >;
  readonly 'DELETE /api/smtp-credentials/{credentialId}/alias/{aliasId}': Call<
    MessageResponse,
    undefined,
    { credentialId: string; aliasId: string }
  >;
  readonly 'POST /api/targets/link': Call<TargetLinkResponse, { token: string }>;
  readonly 'POST /api/targets/confirm': Call<MessageResponse, { token: string }>;
  readonly 'POST /api/targets/stop': Call<MessageResponse, { token: string }>;
  readonly 'POST /api/targets/{id}/confirmation': Call<MessageResponse, undefined, ById>;
  readonly 'POST /api/targets/{id}/verification': Call<WebhookResultResponse, undefined, ById>;
  readonly 'GET /api/inbox': Call<{ messages: InboxEntry[] }>;
  readonly 'GET /api/inbox/{id}': Call<{ message: InboxMessage }, undefined, ById>;
}
