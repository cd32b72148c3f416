import { z } from '@hono/zod-openapi';
import { inputError } from '#api/render-error.ts';
import { scopeOpens, type ApiKeyScope } from '#contract/api-keys.ts';
import type { AppError } from '#contract/errors.ts';
import { providerFeatures, type ProviderFeatures, type ProviderName } from '#contract/provider.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** Who calls a tool. */
export interface ToolCaller {
  readonly core: AccountContext;
  readonly userId: string;
  readonly scope: ApiKeyScope;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

/** A tool as a client lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: object;
}

export interface Tool {
  readonly listed: ListedTool;
  /** The narrowest scope of a key that opens it. */
  readonly scope: ApiKeyScope;
  /** What the forwarding provider may lack. */
  readonly feature?: keyof ProviderFeatures;
  /** @throws AppError invalid_input, and what the core throws. */
  call(caller: ToolCaller, input: unknown): Promise<object>;
}

interface ToolParts<Input extends z.ZodType> extends Pick<Tool, 'scope' | 'feature'> {
  readonly title: string;
  /** What a model reads to choose it. */
  readonly description: string;
  readonly input: Input;
  /** Changes nothing. */
  readonly reads?: true;
}

/** A tool: what it takes, who may call it, and what it does in the core. */
export function tool<Input extends z.ZodType>(
  name: string,
  { title, description, input, scope, feature, reads = false as true }: ToolParts<Input>,
  perform: (caller: ToolCaller, input: z.output<Input>) => Promise<object>,
): Tool {
  const inputSchema = z.toJSONSchema(input, { io: 'input' });
  return {
    listed: {
      name,
      title,
      description,
      inputSchema,
      annotations: { title, readOnlyHint: reads, destructiveHint: false, openWorldHint: false },
    },
    scope,
    ...(feature && { feature }),
    async call(caller, given) {
      const read = await input.safeParseAsync(given);
      if (!read.success) throw inputError('json', read.error);
      return perform(caller, read.data);
    },
  };
}

/** Those of a list that a key opens, where mail is forwarded so. */
export function findTools(tools: readonly Tool[], scope: ApiKeyScope, provider: ProviderName): Tool[] {
  const features = providerFeatures[provider];
  return tools.filter(
    (each) => scopeOpens(scope, each.scope) && (each.feature === undefined || features[each.feature]),
  );
}

/** Why a call failed, in words that a model can mend it by. */
export function explain(error: AppError): string {
  const faults = Object.entries(error.details.errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(' ')}`);
  return [error.message, ...faults].join('\n');
}
