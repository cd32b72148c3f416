import { z } from '@hono/zod-openapi';
import { modelTexts } from '#messages/server/models.ts';

/**
 * Model Context Protocol, as far as a server of tools needs it: the stateless revision of 2026-07-28, in which each request names
 * its own version, and those before it, which begin with a handshake and are served without a session.
 */

const modern = '2026-07-28';
/** Newest first. */
const earlier = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const supportedVersions: readonly string[] = [modern, ...earlier];

/** JSON-RPC 2.0 §5.1, and what the protocol adds to it. */
export const rpcErrors = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

const versionKey = 'io.modelcontextprotocol/protocolVersion';
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

const idMax = 200;
const idSchema = z.union([z.string().max(idMax), z.int()]);

/** A request, or a notification where it has no `id` (JSON-RPC 2.0 §4). */
export const rpcMessageSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: idSchema.optional(),
  method: z.string().min(1).max(idMax),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});
export type RpcMessage = z.infer<typeof rpcMessageSchema>;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Headers that say once more what the body says, so that what stands between can read it; null: not sent. */
export interface RpcHeaders {
  readonly version: string | null;
  readonly method: string | null;
  readonly name: string | null;
}

/** Which revision a message is written for: that of 2026-07-28, or one before it. */
export type Era = 'modern' | 'earlier';

function unsupported(requested: string): RpcError {
  return {
    code: rpcErrors.unsupportedVersion,
    message: modelTexts.unknownVersion(requested),
    data: { supported: supportedVersions, requested },
  };
}

function mismatch(header: string, wanted: string): RpcError {
  return { code: rpcErrors.headerMismatch, message: modelTexts.otherHeader(header, wanted) };
}

const wrapped = /^=\?base64\?([A-Za-z\d+/]*={0,2})\?=$/u;

/** A header value; what does not fit into one comes as Base64. */
function decode(value: string): string {
  const [, octets] = wrapped.exec(value) ?? [];
  return octets === undefined ? value : Buffer.from(octets, 'base64').toString();
}

function findHeaderFault(message: RpcMessage, headers: RpcHeaders): RpcError | null {
  if (headers.version !== modern) return mismatch('MCP-Protocol-Version', modern);
  if (headers.method === null || decode(headers.method) !== message.method) {
    return mismatch('Mcp-Method', message.method);
  }
  const name = message.method === 'tools/call' ? message.params?.['name'] : undefined;
  if (typeof name === 'string' && (headers.name === null || decode(headers.name) !== name)) {
    return mismatch('Mcp-Name', modelTexts.toolName);
  }
  return null;
}

/** For which revision a message is written, or why it cannot be answered. Notifications have no answer, so nothing is wrong with them. */
export function readEra(message: RpcMessage, headers: RpcHeaders): Era | RpcError {
  const named = message.params?._meta?.[versionKey];
  if (named === undefined) {
    const isKnown = headers.version === null || earlier.some((version) => version === headers.version);
    return isKnown ? 'earlier' : unsupported(headers.version ?? '');
  }
  if (named !== modern)
    return unsupported(typeof named === 'string' ? named.slice(0, idMax) : JSON.stringify(named).slice(0, idMax));
  return message.id === undefined ? 'modern' : (findHeaderFault(message, headers) ?? 'modern');
}

/** What the handshake of earlier revisions agrees on: what the client asks for, else our newest. */
export function chooseVersion(requested: unknown): string {
  return earlier.find((version) => version === requested) ?? earlier[0];
}
