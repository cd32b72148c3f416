import type { RegistrationMode } from '#contract/account/registration-mode.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyReader } from '#core/encryption-keys.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { ForwardingProvider } from '#core/forwarding-provider.ts';
import type { SystemMailer } from '#core/system-mail.ts';
import type { WebhookSender } from '#core/webhook-sender.ts';
import type { Semaphore } from '#platform/permits/semaphore.ts';

/** What the rules about inboxes behind aliases need beside the base. */
export interface TargetContext extends CoreContext {
  readonly domains: DomainDirectory;
  readonly limiter: RateLimiter;
  readonly mailer: SystemMailer;
  readonly webhooks: WebhookSender;
  readonly keyReader: KeyReader;
  /** Where verifications that nobody waits for stand in line; beyond it they are dropped. */
  readonly verifications: Semaphore;
  readonly provider: ForwardingProvider;
  readonly settings: TargetSettings;
}

/** How much one account may have. */
export interface Quotas {
  /** Null: as many as its owner likes. */
  readonly aliases: number | null;
  /** Until its email or another target is confirmed. */
  readonly unconfirmedAliases: number;
  readonly targets: number;
  readonly apiKeys: number;
}

export interface TargetSettings {
  /** Origin without a trailing slash; mailed links start with it. */
  readonly publicUrl: string;
  /** Who hears what is wrong with the installation, and who waits; null: nobody. */
  readonly operatorEmail: string | null;
  readonly delivery: 'preview' | 'smarthost' | 'mx';
  /** `off`: targets are confirmed the moment they are made. */
  readonly targetConfirmation: 'required' | 'off';
  /** Webhooks may be plain http, on any port and on this machine. */
  readonly insecureWebhooks: boolean;
  /** Who may open an account. */
  readonly registration: RegistrationMode;
  readonly quotas: Quotas;
  readonly domains: DomainSettings;
}

/** Which domains accounts may have beside the shared ones. */
export interface DomainSettings {
  /** They may bring their own. */
  readonly own: boolean;
  /** Shared domains below which they are given sub-domains. */
  readonly below: readonly string[];
  /** Where the MX records of all lead. */
  readonly mailHostname: string;
}
