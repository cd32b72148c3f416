import type { Context } from 'hono';
import { z } from '@hono/zod-openapi';
import { route } from '#api/route.ts';
import { aliasTools } from '#api/routes/mcp/alias-tools.ts';
import {
  chooseVersion,
  readEra,
  rpcErrors,
  rpcMessageSchema,
  serverInfoKey,
  supportedVersions,
  type RpcError,
  type RpcMessage,
} from '#api/routes/mcp/rpc.ts';
import { explain, findTools, type ToolCaller } from '#api/routes/mcp/tool.ts';
import { AppError } from '#contract/errors.ts';
import { modelTexts } from '#messages/server/models.ts';

const capabilities = { tools: {} };

/** Our tools change with a release, and by the scope of a key. */
const listLifeMs = 60 * 60 * 1000;

type Outcome = { readonly result: object } | { readonly error: RpcError; readonly status: 200 | 400 | 404 };

interface Server extends ToolCaller {
  readonly version: string;
}

const callSchema = z.looseObject({ name: z.string(), arguments: z.looseObject({}).optional() });

async function callTool(server: Server, params: RpcMessage['params']): Promise<Outcome> {
  const { success, data } = callSchema.safeParse(params);
  const tools = findTools(aliasTools, server.scope, server.core.provider.name);
  const chosen = success ? tools.find(({ listed }) => listed.name === data.name) : undefined;
  if (chosen === undefined) {
    const names = tools.map(({ listed }) => listed.name).join(', ');
    const message = modelTexts.unknownTool(names);
    return { error: { code: rpcErrors.invalidParams, message }, status: 200 };
  }
  try {
    const structuredContent = await chosen.call(server, data?.arguments ?? {});
    return { result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The model reads it, and may try again.
    return { result: { content: [{ type: 'text', text: explain(error) }], isError: true } };
  }
}

/** What both eras answer. */
async function perform(server: Server, { method, params }: RpcMessage): Promise<Outcome> {
  switch (method) {
    case 'ping':
      return { result: {} };
    case 'tools/list': {
      const tools = findTools(aliasTools, server.scope, server.core.provider.name).map(({ listed }) => listed);
      return { result: { tools, ttlMs: listLifeMs, cacheScope: 'private' } };
    }
    case 'tools/call':
      return callTool(server, params);
    default:
      return { error: { code: rpcErrors.methodNotFound, message: modelTexts.unknownMethod(method) }, status: 404 };
  }
}

async function answerEarlier(server: Server, message: RpcMessage): Promise<Outcome> {
  if (message.method !== 'initialize') {
    const outcome = await perform(server, message);
    // By 404 these clients are told that their session is over.
    return 'error' in outcome ? { ...outcome, status: 200 } : outcome;
  }
  const protocolVersion = chooseVersion(message.params?.['protocolVersion']);
  const serverInfo = { name: 'kauke', title: 'Kauke', version: server.version };
  return { result: { protocolVersion, capabilities, serverInfo, instructions: modelTexts.instructions } };
}

async function answerModern(server: Server, message: RpcMessage): Promise<Outcome> {
  const discovered = {
    supportedVersions,
    capabilities,
    instructions: modelTexts.instructions,
    ttlMs: listLifeMs,
    cacheScope: 'private',
  };
  const outcome = message.method === 'server/discover' ? { result: discovered } : await perform(server, message);
  if ('error' in outcome) return outcome;
  const serverInfo = { name: 'kauke', title: 'Kauke', version: server.version };
  return { result: { resultType: 'complete', ...outcome.result, _meta: { [serverInfoKey]: serverInfo } } };
}

async function answer(server: Server, message: RpcMessage, c: Context): Promise<Outcome> {
  const header = (name: string): string | null => c.req.header(name)?.trim() ?? null;
  const headers = {
    version: header('MCP-Protocol-Version'),
    method: header('Mcp-Method'),
    name: header('Mcp-Name'),
  };
  const era = readEra(message, headers);
  if (typeof era === 'object') return { error: era, status: 400 };
  return era === 'modern' ? answerModern(server, message) : answerEarlier(server, message);
}

/** The tools of an account for a model's client: Model Context Protocol by Streamable HTTP, without a session or a stream. */
export const mcpRoutes = [
  route(
    'POST /api/mcp',
    {
      access: 'key-only',
      scope: 'create',
      heavy: true,
      input: z.unknown(),
      answer: z.unknown(),
      description:
        'The answer to a JSON-RPC request of the Model Context Protocol; 202 without a body to a notification',
    },
    async ({ core, site, c, ip, user, apiKey, input }) => {
      const read = rpcMessageSchema.safeParse(input);
      if (!read.success) {
        const error = {
          code: rpcErrors.invalidRequest,
          message: modelTexts.noRequest,
        };
        return c.json({ jsonrpc: '2.0', id: null, error }, 400);
      }
      const { id } = read.data;
      if (id === undefined) return c.body(null, 202);
      const server = { core, userId: user.id, scope: apiKey.scope, ip, version: site.version };
      const outcome = await answer(server, read.data, c);
      if ('error' in outcome) return c.json({ jsonrpc: '2.0', id, error: outcome.error }, outcome.status);
      return c.json({ jsonrpc: '2.0', id, result: outcome.result });
    },
  ),
];
