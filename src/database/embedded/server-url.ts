import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivateFile } from '#config/private-file.ts';

/** The superuser, which owns the server. Nobody but the start of the program connects as it. */
export const superuser = 'kauke';
/** The program's role: owns its tables and nothing else. */
export const programRole = 'kauke_program';

type Role = typeof superuser | typeof programRole;

/** Where a server takes connections: at a socket in a folder of its own, or at a port of 127.0.0.1. */
export interface ServerAddress {
  /** Absolute path; null: loopback. */
  readonly socketDir: string | null;
  readonly port: number;
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/** The file holds the superuser's. The role's follows from it, and does not lead back. */
export function passwordOf(role: Role, password: string): string {
  return role === superuser ? password : createHmac('sha256', password).update(role).digest('base64url');
}

/** A connection URI, with the password: never shown. */
export function serverUrl({ socketDir, port }: ServerAddress, role: Role, password: string): string {
  const host = socketDir === null ? '127.0.0.1' : encodeURIComponent(socketDir);
  return `postgres://${role}:${passwordOf(role, password)}@${host}:${port}/postgres`;
}

/** The address of a running server, which stands on the lines 4 and 5 of PostgreSQL's own pid file. */
async function readAddress(dataDir: string): Promise<ServerAddress> {
  const [, , , port, socketDir = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return { port: Number(port), socketDir: socketDir === '' ? null : socketDir };
}

/** The way to the server that a running program holds; null where there is none. */
export async function findServerUrl(dataDir: string, role: Role = programRole): Promise<string | null> {
  try {
    return serverUrl(await readAddress(dataDir), role, readPrivateFile(passwordFile(dataDir)).trim());
  } catch {
    return null;
  }
}
