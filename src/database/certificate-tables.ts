import type { ColumnType } from 'kysely';

type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** Our accounts at ACME servers. */
interface AcmeAccountsTable {
  /** The server: the address of its directory. */
  directory: string;
  /** PKCS#8 DER, sealed. */
  keySealed: Buffer;
  /** Null: it is still to be made there. */
  url: string | null;
  createdAt: CreatedAt;
}

/** Certificates for host names of ours. */
interface CertificatesTable {
  /** Lower-case A-labels. */
  name: string;
  /** PKCS#8 DER, sealed. Renewals keep it. */
  keySealed: Buffer;
  /** PEM; null: there is none yet. */
  chain: string | null;
  /** The directory that the chain came from. */
  issuedBy: string | null;
  issuedAt: Date | null;
  endsAt: Date | null;
  renewAt: Date | null;
  /** When the server is asked again for renewal information. */
  askAt: Date | null;
  /** The directory that was asked last; order and failures are of that one. */
  directory: string | null;
  /** An order under way. */
  orderUrl: string | null;
  /** Of a challenge under way. */
  challengeToken: string | null;
  /** In a row. */
  failures: ColumnType<number, number | undefined, number>;
  /** The code of the last one. */
  failure: string | null;
  /** Not before, while tries fail. */
  tryAt: ColumnType<Date, Date | undefined, Date>;
  createdAt: CreatedAt;
}

/** What proves our host names to others. */
export interface CertificateTables {
  acmeAccounts: AcmeAccountsTable;
  certificates: CertificatesTable;
}
