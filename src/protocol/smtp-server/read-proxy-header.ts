import type { Socket } from 'node:net';
import { parseProxyHeader, type ParsedProxyHeader } from '#protocol/smtp-server/parse-proxy-header.ts';

/**
 * Takes the PROXY header off a connection and leaves what follows it unread; null when there is none within
 * `timeoutMs`. Never rejects.
 */
export function readProxyHeader(
  socket: Socket,
  timeoutMs: number,
): Promise<Extract<ParsedProxyHeader, { kind: 'complete' }> | null> {
  return new Promise((resolve) => {
    let octets = Buffer.alloc(0);
    const settle = (header: Extract<ParsedProxyHeader, { kind: 'complete' }> | null): void => {
      clearTimeout(timer);
      socket.off('readable', onReadable).off('end', onEnd).off('close', onEnd);
      if (header !== null && octets.length > header.lengthBytes) socket.unshift(octets.subarray(header.lengthBytes));
      resolve(header);
    };
    const onReadable = (): void => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      octets = Buffer.concat([octets, chunk]);
      const header = parseProxyHeader(octets);
      if (header.kind !== 'incomplete') settle(header.kind === 'complete' ? header : null);
    };
    const onEnd = (): void => settle(null);
    const timer = setTimeout(onEnd, timeoutMs);
    socket.on('readable', onReadable).on('end', onEnd).on('close', onEnd);
  });
}
