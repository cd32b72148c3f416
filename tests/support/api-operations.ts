import type { ApiDocument, ApiMethod, ApiOperation, ApiParameter, ApiSchema } from '#api/describe-api.ts';
import { createVisitor, type TestApi } from '#support/api.ts';

/** One operation of the OpenAPI document. */
export interface ListedOperation extends ApiOperation {
  readonly method: ApiMethod;
  /** With `{names}` in it. */
  readonly path: string;
  /** Of its JSON body; null when it takes none. */
  readonly body: ApiSchema | null;
}

/** Every operation that the running API says it has. */
export async function listOperations(api: Pick<TestApi, 'url'>): Promise<ListedOperation[]> {
  const { body } = await createVisitor(api).send('GET', '/api/openapi.json');
  return Object.entries((body as ApiDocument).paths).flatMap(([path, item]) =>
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
