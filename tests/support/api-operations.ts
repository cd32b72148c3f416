import type { ApiDocument, ApiMethod, ApiOperation, ApiParameter, ApiSchema } from '#api/documentation/api-document.ts';
import { createVisitor, type TestApi } from '#support/api.ts';

/** One operation of the OpenAPI document. */
export interface ListedOperation extends ApiOperation {
  readonly method: ApiMethod;
  /** With `{names}` in it. */
  readonly path: string;
  /** Of its JSON body; null when it takes none. */
  readonly body: ApiSchema | null;
}

/** The same without references, each in full. */
function resolveSchemas<Part>(part: Part, document: ApiDocument): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => resolveSchemas(one, document)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { $ref: reference } = part as ApiSchema;
  const named = reference && document.components.schemas[reference.replace('#/components/schemas/', '')];
  if (named) return resolveSchemas(named, document) as Part;
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, resolveSchemas<unknown>(one, document)]),
  ) as Part;
}

/** Every operation that the running API says it has. */
export async function listOperations(api: Pick<TestApi, 'url'>): Promise<ListedOperation[]> {
  const { body } = await createVisitor(api).send('GET', '/api/openapi.json');
  const document = body as ApiDocument;
  return Object.entries(resolveSchemas(document.paths, document)).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method as ApiMethod,
      body: operation.requestBody?.content?.['application/json']?.schema ?? null,
    })),
  );
}

export function parametersIn({ parameters = [] }: ApiOperation, place: ApiParameter['in']): readonly ApiParameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

/** The path with a value for each of its names; values are encoded. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
