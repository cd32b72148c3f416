import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const issuer = 'CN=Test Authority';

/** Issues certificates by a library that is none of ours. */
export interface TestAuthority {
  /** What clients must trust, in PEM. */
  readonly root: string;
  /** The host names that a request (DER) is for. @throws Error when it is not signed by its own key. */
  namesIn(request: Buffer): Promise<string[]>;
  /** The chain for a request, in PEM. Times in milliseconds since the Unix epoch. */
  issue(request: Buffer, times: { readonly fromMs: number; readonly toMs: number }): Promise<string>;
}

export async function createTestAuthority(): Promise<TestAuthority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.createSelfSigned({
    name: issuer,
    keys,
    notBefore: new Date(Date.UTC(2020, 0)),
    notAfter: new Date(Date.UTC(2060, 0)),
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  let issued = 0;
  const read = (request: Buffer): Pkcs10CertificateRequest => new Pkcs10CertificateRequest(new Uint8Array(request));
  const namesIn = async (request: Buffer): Promise<string[]> => {
    const parsed = read(request);
    if (!(await parsed.verify())) throw new Error('the request is not signed by its key');
    const [names] = parsed.extensions.filter((one) => one instanceof SubjectAlternativeNameExtension);
    return (names?.names.items ?? []).filter(({ type }) => type === 'dns').map(({ value }) => value);
  };
  return {
    root: root.toString('pem'),
    namesIn,
    issue: async (request, { fromMs, toMs }) => {
      issued += 1;
      const certificate = await X509CertificateGenerator.create({
        // The first octet is above 7f: in DER a zero stands before it.
        serialNumber: `f0${issued.toString(16).padStart(14, '0')}`,
        issuer,
        notBefore: new Date(fromMs),
        notAfter: new Date(toMs),
        publicKey: read(request).publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          await AuthorityKeyIdentifierExtension.create(root.publicKey),
          new SubjectAlternativeNameExtension(
            (await namesIn(request)).map((value) => ({ type: 'dns' as const, value })),
          ),
        ],
      });
      return `${certificate.toString('pem')}\n${root.toString('pem')}\n`;
    },
  };
}
