import type { ApiSchema } from '#api/documentation/api-document.ts';

type Json = unknown;

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives the same number for schemas that say the same, whatever the order they say it in: each part is read once. */
function createNumbering(): (value: Json) => number {
  const numbers = new Map<string, number>();
  const known = new WeakMap<object, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const read = (value: object): number => {
    if (Array.isArray(value)) return numberOf(`[${value.map(number).join()}]`);
    const parts = Object.entries(value).filter(([, part]) => part !== undefined);
    const sorted = parts.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return numberOf(`{${sorted.map(([name, part]) => `${JSON.stringify(name)}:${number(part)}`).join()}}`);
  };
  const number = (value: Json): number => {
    if (typeof value !== 'object' || value === null) return numberOf(JSON.stringify(value) ?? 'null');
    const found = known.get(value) ?? read(value);
    known.set(value, found);
    return found;
  };
  return number;
}

/** Patterns are without flags; the generator leaves `u` at their end, after the slash of the source. */
export function mendPatterns<Part>(part: Part): Part {
  return JSON.parse(
    JSON.stringify(part, (name, value: Json) =>
      name === 'pattern' && typeof value === 'string' ? value.replace(/\/u$/u, '') : value,
    ),
  ) as Part;
}

/** Without null, where a schema takes an object or null. */
function withoutNull({ type, ...schema }: Record<string, Json>): Record<string, Json> | null {
  if (!Array.isArray(type) || type.length !== 2 || !type.includes('null')) return null;
  return { ...schema, type: type.find((name) => name !== 'null') as Json };
}

/**
 * Puts a reference in the place of each schema that has a name, also within schemas that have one themselves: what reads
 * the document has one type for one thing.
 */
export function shareSchemas(named: Readonly<Record<string, ApiSchema>>) {
  const numberOf = createNumbering();
  const names = new Map(Object.entries(named).map(([name, schema]) => [numberOf(schema), name]));
  const refer = (schema: Json): { $ref: string } | null => {
    const name = names.get(numberOf(schema));
    return name === undefined ? null : { $ref: `#/components/schemas/${name}` };
  };
  const inside = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replace(part)]));
  };
  const replace = (value: Json): Json => {
    if (!isObject(value)) return inside(value);
    const whole = refer(value);
    if (whole !== null) return whole;
    const bare = withoutNull(value);
    const nullable = bare === null ? null : refer(bare);
    return nullable === null ? inside(value) : { anyOf: [nullable, { type: 'null' }] };
  };
  return {
    replace: <Part>(part: Part): Part => replace(part) as Part,
    schemas: Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, inside(schema) as ApiSchema]),
    ) as Readonly<Record<string, ApiSchema>>,
  };
}
