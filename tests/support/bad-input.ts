import fc from 'fast-check';
import type { ApiSchema } from '#api/documentation/api-document.ts';
import { anyText } from '#support/any-text.ts';

/** Values of every kind that fit or do not fit a schema, for requests that must never break the server. */

const nastyTexts = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '𝒶𝒹𝓂𝒾𝓃',
  'аdmin@kauke.test',
  'a@b@c.example',
  "'; drop table users; --",
  '../../etc/passwd',
  '%00%2e%2e',
  '__proto__',
  '\u202eevil',
  'e\u0301',
  'x'.repeat(200),
  'x'.repeat(50_000),
  '00000000-0000-0000-0000-000000000000',
  'https://169.254.169.254/',
  '9'.repeat(400),
];

const oddText = fc.oneof(fc.constantFrom(...nastyTexts), anyText({ maxLength: 80 }));

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 1e308, [], {}, [[]], ['a'], { a: 'b' }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Texts that look right, so that a request gets beyond its schema. */
const plausibleTexts: Readonly<Record<string, readonly string[]>> = {
  email: ['ann@home.example', 'new@home.example', 'Ąžuolas@home.example'],
  password: ['correct horse', 'x'.repeat(300)],
  currentPassword: ['correct horse'],
  newPassword: ['correct horse'],
  alias: ['my-alias', 'admin', 'MY.Alias', 'x'.repeat(65)],
  domain: ['kauke.test', 'mask.test', 'nowhere.test'],
  forwardTo: [
    'ann@home.example',
    'ann@home.example,bob@home.example',
    'x@kauke.test',
    'https://a.example/hook',
    'null',
  ],
  lastForwardTo: ['ann@home.example'],
  notes: ['a note', 'é'.repeat(128), 'x'.repeat(129)],
  code: ['123456', 'abcd-efgh-ijkl'],
  csv: [
    'alias,domain\nshop,kauke.test',
    'alias,note,enabled,mailboxes\na@b.example,,true,c@d.example',
    '"',
    'a\n\n,,,',
  ],
  walletAddress: ['11111111111111111111111111111111'],
  signedMessage: [Buffer.from('Nonce: 00000000000000000000000000000000').toString('base64')],
  signature: [Buffer.alloc(64).toString('base64')],
  token: ['A'.repeat(43)],
};

function fittingText(name: string, { format }: ApiSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return format === 'uuid'
    ? fc.constantFrom(...ids)
    : fc.oneof(fc.constantFrom(...(plausibleTexts[name] ?? ['text'])), oddText);
}

function fitting(name: string, schema: ApiSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(name, choice, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer();
    case 'array':
      return fc.array(fitting(name, schema.items ?? {}, ids), { maxLength: 3 });
    case 'object':
      return fittingObject(schema, ids);
    default:
      return fittingText(name, schema, ids);
  }
}

function fittingObject({ properties = {}, required = [] }: ApiSchema, ids: readonly string[]) {
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(name, schema, ids)])),
    { requiredKeys: [...required] },
  );
}

/** A body that fits its schema, or one with a field missing, extra or of another kind, or no object at all. */
export function bodyFor(schema: ApiSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fits = fitting('', schema, ids);
  const spoiled = fc
    .tuple(fits, fc.nat(), anyValue, fc.constantFrom('missing', 'extra', 'replaced'), oddText)
    .map(([value, index, other, how, name]) => {
      const fields = Object.entries(value as object);
      if (how === 'extra') return Object.fromEntries([...fields, [name, other]]);
      const at = fields.length === 0 ? 0 : index % fields.length;
      const changed = fields.map(([field, kept], position) => [field, position === at ? other : kept] as const);
      return Object.fromEntries(how === 'replaced' ? changed : fields.toSpliced(at, 1));
    });
  return fc.oneof(
    { arbitrary: fits, weight: 3 },
    { arbitrary: spoiled, weight: 5 },
    { arbitrary: anyValue, weight: 1 },
  );
}

/** A value for a path or query parameter. */
export function parameterFor(schema: ApiSchema, ids: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    // Longer ones are refused by HTTP itself.
    fitting('', schema, ids)
      .map(String)
      .filter((text) => text.isWellFormed() && text.length < 2000),
    fc.constantFrom(...ids),
    // A lone surrogate has no form in a URL.
    oddText.filter((text) => text !== '' && text.isWellFormed() && text.length < 2000 && !/^\.\.?$/u.test(text)),
  );
}
