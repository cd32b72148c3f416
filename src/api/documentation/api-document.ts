/** What this program needs to know of a JSON schema to show it. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ApiSchema;
  readonly items?: ApiSchema;
  readonly prefixItems?: readonly ApiSchema[];
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly description?: string;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A body, by media type. */
export type ApiContent = Readonly<Record<string, { readonly schema: ApiSchema; readonly example?: unknown }>>;

interface HasContent {
  readonly content?: ApiContent;
}

export type ApiAnswer = HasContent & { readonly description: string };

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: ApiSchema;
}

export interface ApiOperation {
  /** What it does, in a line. */
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: HasContent & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, ApiAnswer>>;
}

export const apiMethods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type ApiMethod = (typeof apiMethods)[number];

/** OpenAPI 3.1. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<ApiMethod, ApiOperation>>>>>;
}
