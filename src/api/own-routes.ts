import type { Route } from '#api/route.ts';
import { accountRoutes, sessionRoutes } from '#api/routes/account/account.ts';
import { apiKeyRoutes } from '#api/routes/account/api-keys.ts';
import { domainRuleRoutes } from '#api/routes/account/domain-rules.ts';
import { accountCredentialRoutes } from '#api/routes/account/smtp-credentials.ts';
import { domainRoutes } from '#api/routes/account/domains.ts';
import { exportRoutes } from '#api/routes/account/export.ts';
import { heldRoutes, senderRuleRoutes } from '#api/routes/account/held.ts';
import { checklistRoutes, moveRoutes } from '#api/routes/account/moves.ts';
import { methodRoutes } from '#api/routes/account/methods.ts';
import { accountPasskeyRoutes } from '#api/routes/account/passkeys.ts';
import { pictureRoutes } from '#api/routes/account/picture.ts';
import { secondFactorLinkRoutes, secondFactorRoutes } from '#api/routes/account/second-factor.ts';
import { lockLinkRoutes, securityRoutes } from '#api/routes/account/security.ts';
import { aliasRoutes } from '#api/routes/aliases/aliases.ts';
import { bulkRoutes, labelRoutes } from '#api/routes/aliases/labels.ts';
import { contactRoutes } from '#api/routes/aliases/contacts.ts';
import { aliasSettingsRoutes, deliveryRoutes, senderRoutes } from '#api/routes/aliases/settings.ts';
import { smtpCredentialRoutes } from '#api/routes/aliases/smtp-credentials.ts';
import { targetLinkRoutes, targetRoutes } from '#api/routes/aliases/targets.ts';
import { traceRoutes } from '#api/routes/aliases/traces.ts';
import { undoRoutes } from '#api/routes/aliases/undo.ts';
import { webhookRoutes } from '#api/routes/aliases/webhooks.ts';
import { pairingRoutes } from '#api/routes/extension/pairings.ts';
import { siteRoutes } from '#api/routes/extension/sites.ts';
import { mcpRoutes } from '#api/routes/mcp/mcp.ts';
import { offerRoutes } from '#api/routes/offers/offers.ts';
import { operatorListRoutes } from '#api/routes/operator/lists.ts';
import { operatorRoutes } from '#api/routes/operator/operator.ts';
import { googleRoutes } from '#api/routes/sign-in/google.ts';
import { invitationRoutes } from '#api/routes/sign-in/invitation.ts';
import { passkeyRoutes } from '#api/routes/sign-in/passkey.ts';
import { passwordRoutes, signInRoutes } from '#api/routes/sign-in/sign-in.ts';
import { walletRoutes } from '#api/routes/sign-in/wallet.ts';
import type { inboxRoutes } from '#api/routes/site/inbox.ts';
import { configRoutes, feedbackRoutes, statsRoutes } from '#api/routes/site/site.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** The routes of our own clients, in the order of the API's description. */
export function ownRoutes(core: AccountContext) {
  return [
    ...signInRoutes,
    ...passwordRoutes,
    ...secondFactorRoutes,
    ...secondFactorLinkRoutes,
    ...securityRoutes,
    ...lockLinkRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...pictureRoutes,
    ...exportRoutes(core),
    ...moveRoutes,
    ...checklistRoutes,
    ...domainRuleRoutes,
    ...apiKeyRoutes,
    ...pairingRoutes,
    ...domainRoutes,
    ...accountCredentialRoutes,
    ...invitationRoutes,
    ...walletRoutes,
    ...passkeyRoutes,
    ...googleRoutes,
    ...methodRoutes,
    ...accountPasskeyRoutes,
    ...aliasRoutes,
    ...aliasSettingsRoutes,
    ...senderRoutes,
    ...bulkRoutes,
    ...labelRoutes,
    ...undoRoutes,
    ...contactRoutes,
    ...siteRoutes,
    ...targetRoutes,
    ...targetLinkRoutes,
    ...webhookRoutes,
    ...deliveryRoutes,
    ...heldRoutes,
    ...senderRuleRoutes,
    ...traceRoutes,
    ...offerRoutes,
    ...smtpCredentialRoutes,
    ...mcpRoutes,
    ...statsRoutes(core),
    ...feedbackRoutes,
    ...configRoutes,
    ...operatorRoutes,
    ...operatorListRoutes,
  ];
}

type CallOf<Some> = Some extends Route<infer Call> ? Call : never;
type OwnCall = CallOf<ReturnType<typeof ownRoutes>[number] | ReturnType<typeof inboxRoutes>[number]>;

/**
 * The calls that the browser can make, by method and path (`GET /api/aliases/{id}`): what each takes (`params` in the
 * path, `query`, `input`; undefined for none) and what it answers (null for no body), as the routes say. For types only.
 */
export type ApiCalls = {
  readonly [Call in OwnCall as Call['key']]: Pick<Call, 'params' | 'query' | 'input' | 'answer'>;
};
