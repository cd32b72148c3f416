import { request } from 'node:http';

export interface HostAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Asks for a page under the name of a host, which fetch does not let a test choose. */
export function askAsHost(url: string, host: string): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { Host: host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}
