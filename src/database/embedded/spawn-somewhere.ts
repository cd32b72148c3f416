import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#config/start-error.ts';
import { spawnServer, type RunningServer, type ServerPlace } from '#database/embedded/spawn-server.ts';
import type { Log } from '#platform/log.ts';

/** A port taken since we looked, and processes of a killed server that have not noticed yet, both pass. */
function passes(error: unknown): boolean {
  return error instanceof StartError && /TCP\/IP sockets|shared memory block/u.test(error.message);
}

export async function spawnPatiently(place: ServerPlace, log: Log, port?: number): Promise<RunningServer> {
  for (let attempts = 40; ; attempts -= 1) {
    try {
      return await spawnServer(place, log, port);
    } catch (error) {
      if (attempts <= 1 || !passes(error)) throw error;
    }
    await delay(250);
  }
}

/** At a socket, or where the file system has none at a port. */
export async function spawnSomewhere(
  place: ServerPlace,
  log: Log,
): Promise<{ server: RunningServer; place: ServerPlace }> {
  try {
    return { server: await spawnPatiently(place, log), place };
  } catch (error) {
    if (place.socketDir === null || !(error instanceof StartError) || !/Unix-domain socket/u.test(error.message))
      throw error;
    return spawnSomewhere({ ...place, socketDir: null }, log);
  }
}
