import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { X509Certificate, SubjectAlternativeNameExtension } from '@peculiar/x509';

/** Where the server looks for proofs, whatever DNS says; 0: nobody answers there. */
export interface ProofPorts {
  http: number;
  tls: number;
}

/** What a server found instead of a proof, as the type of a problem (RFC 8555 §6.7); null: a proof. */
export type ProofFault = 'connection' | 'unauthorized' | 'tls' | null;

async function checkHttp(name: string, token: string, wanted: string, port: number): Promise<ProofFault> {
  const path = `/.well-known/acme-challenge/${token}`;
  const sent = request({ host: '127.0.0.1', port, path, agent: false, headers: { Host: name } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(response);
  return response.statusCode === 200 && body.trimEnd() === wanted ? null : 'unauthorized';
}

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';

/** RFC 8737 §3. */
async function checkTls(name: string, wanted: string, port: number): Promise<ProofFault> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    servername: name,
    ALPNProtocols: ['acme-tls/1'],
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect');
    if (socket.alpnProtocol !== 'acme-tls/1') return 'unauthorized';
    const shown = new X509Certificate(new Uint8Array(socket.getPeerCertificate().raw));
    const names = shown.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
    const proof = shown.getExtension(acmeIdentifier);
    const digest = createHash('sha256').update(wanted).digest('hex');
    const isOurs = names.length === 1 && names[0]?.type === 'dns' && names[0].value === name;
    const isProof = proof?.critical === true && Buffer.from(proof.value).toString('hex') === `0420${digest}`;
    return isOurs && isProof ? null : 'unauthorized';
  } catch {
    return 'tls';
  } finally {
    socket.destroy();
  }
}

/** Looks for the proof of a name as an ACME server does. `wanted`: the key authorization. */
export async function checkProof(
  type: string,
  { name, token, wanted }: { readonly name: string; readonly token: string; readonly wanted: string },
  ports: ProofPorts,
): Promise<ProofFault> {
  try {
    return type === 'http-01'
      ? await checkHttp(name, token, wanted, ports.http)
      : await checkTls(name, wanted, ports.tls);
  } catch {
    return 'connection';
  }
}
