import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import type { ApiSchema } from '#api/documentation/api-document.ts';

const id = '3f0c1a2b-7c1e-4d5a-9b3f-2a6d8c0e4b71';
const time = '2026-11-24T09:30:00.000Z';

/** What a field of this name may hold, in the examples of the description. */
const byName: Readonly<Record<string, unknown>> = {
  email: 'you@home.example',
  username: 'shop@mask.example',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'staple battery horse',
  alias: 'shop',
  domain: 'mask.example',
  domains: ['mask.example', 'veil.example'],
  name: 'A script',
  forwardTo: 'you@home.example',
  lastForwardTo: null,
  defaultForwardTo: 'you@home.example',
  value: 'you@home.example',
  notes: 'For boots',
  labels: ['Shops'],
  address: 'bob@example.com',
  host: 'shop.example',
  reverseAddress: `${writeReverseName('k3v2mfq7zt5hw4xn6ybjcdrgup', 'plain')}@mask.example`,
  from: 'Bob <bob@example.com>',
  subject: 'Your order',
  match: '@example.com',
  scope: 'aliases',
  key: 'k3v2mfq7zt5hw4xn6yb1cdrg8pk3v2mfq7zt5hw4xn6y',
  message: 'Done',
  csv: 'alias,domain,forward_to,notes,active\nshop,mask.example,you@home.example,For boots,true\n',
  balance: '0.00',
  generate: 'words',
  code: '123456',
  date: '2026-11-24',
  pattern: 'shop-*',
  kind: undefined,
};

const byFormat: Readonly<Record<string, string>> = {
  uuid: id,
  'date-time': time,
  date: '2026-11-24',
  email: 'you@home.example',
  uri: 'https://mask.example/',
};

type Resolve = (schema: ApiSchema) => ApiSchema;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function textFits(text: string, { format, pattern, minLength = 0, maxLength = Infinity }: ApiSchema): boolean {
  if (format !== undefined && format !== 'email') return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false;
  return text.length >= minLength && text.length <= maxLength;
}

function fits(value: unknown, schema: ApiSchema): boolean {
  if (![schema.type ?? []].flat().includes(kindOf(value))) return false;
  if (Array.isArray(value)) return value.every((item) => fits(item, schema.items ?? {}));
  if (schema.enum !== undefined) return schema.enum.includes(value);
  return typeof value !== 'string' || textFits(value, schema);
}

/** Of a text: what its format says, else as long as it must be. */
function textExample({ format, pattern, minLength = 0 }: ApiSchema): string {
  const known = byFormat[format ?? ''];
  if (known !== undefined) return known;
  if (pattern !== undefined && /^\^\[(?:A-Za-z0-9_|\\w)-\]/u.test(pattern)) return 'A'.repeat(Math.max(minLength, 43));
  return 'text'.padEnd(minLength, 't');
}

function objectExample(schema: ApiSchema, resolve: Resolve, whole: boolean): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const shown = Object.entries(properties).filter(([name]) => whole || required.includes(name));
  return Object.fromEntries(shown.map(([name, part]) => [name, makeExample(part, resolve, { name, whole })]));
}

function plainExample(schema: ApiSchema, resolve: Resolve, whole: boolean): unknown {
  switch ([schema.type ?? 'object'].flat()[0]) {
    case 'string':
      return textExample(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'array':
      return (schema.prefixItems ?? [schema.items ?? {}]).map((item) => makeExample(item, resolve, { whole }));
    case 'null':
      return null;
    default:
      return objectExample(schema, resolve, whole);
  }
}

/**
 * An example of what a schema takes. `whole`: with what may be left out, as answers are shown; without, as requests are.
 * `name`: of the field, by which the value makes sense to people.
 */
export function makeExample(
  given: ApiSchema,
  resolve: Resolve,
  { name = '', whole }: { readonly name?: string; readonly whole: boolean },
): unknown {
  const schema = resolve(given);
  if (schema.const !== undefined) return schema.const;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const told = choices.map(resolve).find((choice) => fits(byName[name], choice));
    return told === undefined ? makeExample(choices[0] ?? {}, resolve, { name, whole }) : byName[name];
  }
  if (fits(byName[name], schema)) return byName[name];
  if (schema.enum !== undefined) return schema.enum[0];
  return plainExample(schema, resolve, whole);
}

/** Requests whose rules a schema cannot tell, or that are worth seeing as people write them. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  'POST /api/aliases/{id}': {
    alias: 'shop',
    domain: 'mask.example',
    forwardTo: 'you@home.example',
    notes: 'For boots',
  },
  'POST /api/aliases/{id}/generated': { generate: 'words', domain: 'mask.example', forwardTo: 'you@home.example' },
  'PUT /api/aliases/{id}': { forwardTo: 'you@home.example, https://hooks.example.org/mail', labels: ['Shops'] },
  'PATCH /api/aliases': { filter: { labels: ['Shops'], state: 'on' }, change: { active: false } },
  'PATCH /api/aliases/{id}/settings': { autoReplies: true },
  'PATCH /api/account': { binDays: 30 },
  'POST /api/sender-rules': { scope: 'account', match: '@example.com', action: 'block' },
  'POST /api/api-keys': { name: 'A script', scope: 'aliases', days: 90 },
  'POST /api/account/import': {
    csv: 'alias,domain,forward_to\nshop,mask.example,you@home.example\n',
    domain: 'mask.example',
    dryRun: true,
  },
};
