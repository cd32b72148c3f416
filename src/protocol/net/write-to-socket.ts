import type { Socket } from 'node:net';
import { WireError } from '#protocol/net/wire-error.ts';

/**
 * Writes and, when the other side reads too slowly, waits until it caught up.
 * @throws WireError `closed`, or `timeout` after `timeoutMs` without progress
 */
export function writeToSocket(socket: Socket, octets: readonly (string | Buffer)[], timeoutMs: number): Promise<void> {
  if (!socket.writable) return Promise.reject(new WireError('closed'));
  socket.cork();
  let room = true;
  for (const piece of octets) room = socket.write(piece);
  socket.uncork();
  if (room || !socket.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (fault: 'closed' | 'timeout' | null): void => {
      clearTimeout(timer);
      socket.off('drain', onDrain).off('close', onClose);
      if (fault === null) resolve();
      else reject(new WireError(fault));
    };
    const onDrain = (): void => settle(null);
    const onClose = (): void => settle('closed');
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    socket.on('drain', onDrain).on('close', onClose);
  });
}
