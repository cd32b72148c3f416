import type { OperatorFacts } from '#config/facts/fact-variables.ts';
import type { RegistrationMode } from '#contract/account/registration-mode.ts';

/** What the program runs with. Read once from the environment and the settings file, checked, frozen. */
export interface Config {
  /** Absolute path; `null`: all settings came from the environment. */
  readonly settingsFile: string | null;
  /** Whom a process that root started becomes; `null`: it stays root. */
  readonly runAs: RunAsConfig | null;
  /** Who may open an account. */
  readonly registration: RegistrationMode;
  /** Messages that all accounts younger than a week may send together in a day; `null`: as many as each may. */
  readonly newAccountsSend: number | null;
  /** How much one account may have; aliases `null`: as many as its owner likes. */
  readonly quotas: {
    readonly aliases: number | null;
    readonly unconfirmedAliases: number;
    readonly targets: number;
    readonly apiKeys: number;
  };
  /** Where outbound mail goes. */
  readonly delivery: 'preview' | 'smarthost' | 'mx';
  /** Absolute path. Holds the embedded database, the generated secret and certificates. */
  readonly dataDir: string;
  /** `null`: the embedded server. */
  readonly databaseUrl: string | null;
  /** `null`: generated into DATA_DIR. 32 octets. */
  readonly secretKey: Buffer | null;
  readonly backup: BackupConfig;
  /** Ed25519, 32 octets: who signs the archives of releases; `null`: nobody must. */
  readonly releasePublicKey: Buffer | null;
  /** Origin without a trailing slash, for example `https://mask.example`. `null`: `http://localhost:<bound HTTP port>`. */
  readonly publicUrl: string | null;
  readonly bindAddress: string;
  /** 0 = any free port. */
  readonly httpPort: number;
  /** `null`: no HTTPS listener. */
  readonly httpsPort: number | null;
  /** Plain HTTP that leads people to `publicUrl` and answers ACME servers; `null`: none. */
  readonly redirectPort: number | null;
  /** HSTS counts for all names below that of `publicUrl`, too. */
  readonly hstsSubdomains: boolean;
  /** Addresses and networks (CIDR) whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly mxPort: number;
  /** Mail programs, by STARTTLS. */
  readonly submissionPort: number;
  /** Mail programs, TLS from the first octet. */
  readonly submissionsPort: number;
  /** What people are told; `null`: the bound ones. */
  readonly submissionPublicPort: number | null;
  readonly submissionsPublicPort: number | null;
  /** Mail programs, for a mailbox that is always empty; `null`: none. */
  readonly mailboxPort: number | null;
  /** What they are told; `null`: the bound one. */
  readonly mailboxPublicPort: number | null;
  /** Addresses and networks (CIDR) whose SMTP connections begin with a PROXY header. */
  readonly proxyProtocol: readonly string[];
  /** Lower-case A-labels; they only seed an empty `domains` table. */
  readonly mailDomains: readonly string[];
  /** The name we give in banners, EHLO and Received. */
  readonly mailHostname: string;
  readonly smarthost: SmarthostConfig | null;
  /** Addresses of ours that mail leaves from; empty: as the system chooses. */
  readonly sendFrom: readonly SendAddress[];
  /** Servers for the mail of single domains, in place of what DNS or the smarthost say. */
  readonly routes: readonly RouteConfig[];
  /** `host` or `host:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
  readonly targetConfirmation: 'required' | 'off';
  readonly cutThrough: 'on' | 'off';
  /** Whether forwarded mail is sealed with ARC; `auto`: in transparent mode and where a chain arrived. */
  readonly arc: 'auto' | 'on' | 'off';
  /** A second signature on all mail, with Ed25519. */
  readonly dkimEd25519: boolean;
  /** What becomes of mail that neither SPF nor DKIM vouches for. */
  readonly unauthenticatedMail: 'refuse' | 'mark';
  /** Whose ARC seals are believed, A-labels in lower case. */
  readonly trustedSealers: readonly string[];
  /** Which reports of other domains' mail are sent to those domains. */
  readonly reportsSent: { readonly dmarc: boolean; readonly tls: boolean };
  /** DNS block lists, A-labels in lower case. */
  readonly dnsblZones: readonly string[];
  readonly rspamd: RspamdConfig | null;
  readonly spoolMaxBytes: number;
  /** Held mail of one account. */
  readonly heldMaxBytes: number;
  /** Webhooks may be plain http, on any port and on this machine. */
  readonly insecureWebhooks: boolean;
  readonly operatorEmail: string | null;
  /** `null`: postmaster at the first domain. */
  readonly privacyEmail: string | null;
  readonly links: LinksConfig;
  /** Who stands behind this installation, for the legal pages. */
  readonly legal: LegalConfig;
  /** `null`: no Google sign-in. */
  readonly google: GoogleConfig | null;
  /** `null`: no metrics. */
  readonly metricsPort: number | null;
  /** `null`: this program forwards by itself. Under a provider it has neither the role mx nor submission. */
  readonly improvmx: ImprovmxConfig | null;
  /** Accounts may bring domains of their own. */
  readonly ownDomains: boolean;
  /** Shared domains below which accounts are given names. */
  readonly subdomains: readonly string[];
  readonly roles: ReadonlySet<Role>;
  /** Processes that each do the work of all roles, on the same ports; 1: this process alone. */
  readonly workers: number;
  /** PEM files for STARTTLS and HTTPS; `null`: a self-signed certificate generated into DATA_DIR. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Certificates that the program gets by itself; `null`: it does not. */
  readonly acme: AcmeConfig | null;
  /** Where faults are told beside mail to the operator; `null`: nowhere. */
  readonly alarms: { readonly url: string | null; readonly ntfyUrl: string | null };
  /** Asked for while mail passes; `null`: nothing is. */
  readonly heartbeatUrl: string | null;
}

export interface RunAsConfig {
  /** A name of the system's. */
  readonly user: string;
  /** `null`: the user's own. */
  readonly group: string | null;
}

export interface AcmeConfig {
  /** Told to the server with the account. */
  readonly email: string;
  /** The address of the server's directory. */
  readonly directory: string;
  /** Whether others trust what it gives. */
  readonly trusted: boolean;
}

export interface BackupConfig {
  /** X25519, 32 octets; `null`: none can be made. */
  readonly publicKey: Buffer | null;
  /** Absolute path; `null`: none is made unasked. */
  readonly folder: string | null;
  /** How many daily ones stay there. */
  readonly keep: number;
}

/** Pages elsewhere that the web app links to; `null`: not linked, or our own. */
export interface LinksConfig {
  readonly docs: string | null;
  readonly social: string | null;
  readonly video: string | null;
  readonly reviewSite: string | null;
  readonly review: string | null;
  readonly feedback: string | null;
}

export interface LegalConfig extends OperatorFacts {
  readonly operatorName: string;
}

export interface GoogleConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** OpenID Connect issuer; http only on this machine. */
  readonly issuer: string;
}

export interface ImprovmxConfig {
  readonly apiKey: string;
  /** With the version of the API in its path. */
  readonly apiUrl: string;
}

export interface RspamdConfig {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly password: string | null;
}

/** What mail leaves for. `new-accounts`: what owners send whose account is young; else `sending` counts for them too. */
export type SendPurpose = 'forwarding' | 'sending' | 'new-accounts' | 'own-mail';

/** One address of ours that mail leaves from. */
export interface SendAddress {
  /** In its canonical form. */
  readonly address: string;
  /** The name it gives in EHLO; A-label. */
  readonly hostname: string;
  /** What it serves; empty: all that has no address of its own. */
  readonly purposes: readonly SendPurpose[];
  /** The day (UTC) since when mail leaves from it; null: the database knows. */
  readonly since: Date | null;
  /** Gets mail only while no other address can take it. */
  readonly drain: boolean;
}

/** The server that takes all mail to a domain. Only the operator can name it, so it may be a private one. */
export interface RouteConfig {
  /** A-label. */
  readonly domain: string;
  readonly protocol: 'lmtp' | 'smtp';
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

export type Role = 'web' | 'mx' | 'submission' | 'worker';

export interface SmarthostConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first octet (`smtps:`). */
  readonly implicitTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
}
