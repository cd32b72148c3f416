import type { z } from '@hono/zod-openapi';
import {
  accountSchema,
  apiKeySchema,
  changeAccountSchema,
  createApiKeySchema,
  keyAccountResponseSchema,
  listedEventSchema,
  newApiKeyResponseSchema,
  sessionSchema,
} from '#contract/account.ts';
import { ownDomainSchema } from '#contract/account/domains.ts';
import { passkeySchema } from '#contract/account/passkeys.ts';
import { bulkResponseSchema, bulkSchema } from '#contract/aliases/bulk.ts';
import { labelSchema } from '#contract/aliases/labels.ts';
import { aliasSettingsSchema } from '#contract/aliases/alias-settings.ts';
import {
  aliasesResponseSchema,
  aliasSchema,
  aliasTargetSchema,
  changeAliasResponseSchema,
  changeSchema,
  contactInputSchema,
  contactSchema,
  createAliasResponseSchema,
  createAliasSchema,
  credentialSchema,
  generateAliasSchema,
  newCredentialResponseSchema,
  updateAliasSchema,
} from '#contract/aliases.ts';
import { errorResponseSchema, messageResponseSchema, simpleLoginErrorSchema } from '#contract/answers.ts';
import { aliasTraceSchema, traceLineSchema } from '#contract/held/alias-trace.ts';
import { heldMessageSchema } from '#contract/held/held.ts';
import { senderRuleInputSchema, senderRuleSchema } from '#contract/held/sender-rules.ts';
import { accountExportSchema, importReportSchema, importRowSchema, importSchema } from '#contract/export.ts';
import { suspensionSchema, userSchema } from '#contract/sign-in.ts';
import { publicConfigSchema } from '#contract/site.ts';
import { webhookResultSchema, webhookSecretSchema } from '#contract/targets.ts';

/** The parts of requests and answers that the description of the API calls by a name, so that a generated client has a type for each. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  Error: errorResponseSchema,
  SimpleLoginError: simpleLoginErrorSchema,
  Message: messageResponseSchema,
  User: userSchema,
  Suspension: suspensionSchema,
  Account: accountSchema,
  AccountOfKey: keyAccountResponseSchema,
  ChangeAccount: changeAccountSchema,
  AccountExport: accountExportSchema,
  Session: sessionSchema,
  SecurityEvent: listedEventSchema,
  Passkey: passkeySchema,
  ApiKey: apiKeySchema,
  NewApiKey: newApiKeyResponseSchema.shape.apiKey,
  CreateApiKey: createApiKeySchema,
  Alias: aliasSchema,
  ListedAlias: aliasesResponseSchema.shape.aliases.element,
  AliasTarget: aliasTargetSchema,
  AliasSettings: aliasSettingsSchema,
  CreateAlias: createAliasSchema,
  GenerateAlias: generateAliasSchema,
  UpdateAlias: updateAliasSchema,
  NewAlias: createAliasResponseSchema,
  ChangedAlias: changeAliasResponseSchema,
  ChangeMany: bulkSchema,
  ChangedMany: bulkResponseSchema,
  Label: labelSchema,
  Change: changeSchema,
  Contact: contactSchema,
  Correspondent: contactInputSchema,
  SmtpCredential: credentialSchema,
  NewSmtpCredential: newCredentialResponseSchema.shape.credential,
  Trace: aliasTraceSchema,
  TraceLine: traceLineSchema,
  HeldMessage: heldMessageSchema,
  SenderRule: senderRuleSchema,
  NewSenderRule: senderRuleInputSchema,
  OwnDomain: ownDomainSchema,
  Import: importSchema,
  ImportReport: importReportSchema,
  ImportRow: importRowSchema,
  WebhookResult: webhookResultSchema,
  WebhookSecret: webhookSecretSchema,
  Config: publicConfigSchema,
};
