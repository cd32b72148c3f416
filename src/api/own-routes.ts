import { accountRoutes } from '#api/routes/account/account.ts';
import { apiKeyRoutes } from '#api/routes/account/api-keys.ts';
import { exportRoutes } from '#api/routes/account/export.ts';
import { methodRoutes } from '#api/routes/account/methods.ts';
import { secondFactorRoutes } from '#api/routes/account/second-factor.ts';
import { sessionRoutes } from '#api/routes/account/sessions.ts';
import { aliasRoutes, aliasSettingsRoutes, deliveryRoutes } from '#api/routes/aliases/aliases.ts';
import { contactRoutes } from '#api/routes/aliases/contacts.ts';
import { smtpCredentialRoutes } from '#api/routes/aliases/smtp-credentials.ts';
import { targetLinkRoutes, targetRoutes } from '#api/routes/aliases/targets.ts';
import { webhookRoutes } from '#api/routes/aliases/webhooks.ts';
import { googleRoutes } from '#api/routes/sign-in/google.ts';
import { passwordRoutes } from '#api/routes/sign-in/password.ts';
import { signInRoutes } from '#api/routes/sign-in/sign-in.ts';
import { walletRoutes } from '#api/routes/sign-in/wallet.ts';
import { configRoutes } from '#api/routes/site/config.ts';
import { feedbackRoutes } from '#api/routes/site/feedback.ts';
import { statsRoutes } from '#api/routes/site/stats.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** The routes of our own clients, in the order of the API's description. */
export function ownRoutes(core: AccountContext) {
  return [
    ...signInRoutes,
    ...passwordRoutes,
    ...secondFactorRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...exportRoutes(core),
    ...apiKeyRoutes,
    ...walletRoutes,
    ...googleRoutes,
    ...methodRoutes,
    ...aliasRoutes,
    ...aliasSettingsRoutes,
    ...contactRoutes,
    ...targetRoutes,
    ...targetLinkRoutes,
    ...webhookRoutes,
    ...deliveryRoutes,
    ...smtpCredentialRoutes,
    ...statsRoutes(core),
    ...feedbackRoutes,
    ...configRoutes,
  ];
}
