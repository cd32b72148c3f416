/** What the program runs with. Read once from the environment, checked, frozen. */
export interface Config {
  /** Where outbound mail goes. */
  readonly delivery: 'preview' | 'smarthost' | 'mx';
  /** Absolute path. Holds the embedded database, the generated secret and certificates. */
  readonly dataDir: string;
  /** `null`: the embedded server. */
  readonly databaseUrl: string | null;
  /** `null`: generated into DATA_DIR. 32 octets. */
  readonly secretKey: Buffer | null;
  /** Origin without a trailing slash, for example `https://mask.example`. `null`: `http://localhost:<bound HTTP port>`. */
  readonly publicUrl: string | null;
  readonly bindAddress: string;
  /** 0 = any free port. */
  readonly httpPort: number;
  readonly mxPort: number;
  /** Lower-case A-labels; they only seed an empty `domains` table. */
  readonly mailDomains: readonly string[];
  /** The name we give in banners, EHLO and Received. */
  readonly mailHostname: string;
  readonly smarthost: SmarthostConfig | null;
  /** `host` or `host:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
  readonly targetConfirmation: 'required' | 'off';
  readonly cutThrough: 'on' | 'off';
  readonly spoolMaxBytes: number;
  readonly operatorEmail: string | null;
  readonly roles: ReadonlySet<Role>;
  /** PEM files for STARTTLS; `null`: a self-signed certificate generated into DATA_DIR. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
}

export type Role = 'web' | 'mx' | 'worker';

export interface SmarthostConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first octet (`smtps:`). */
  readonly implicitTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
}
