/** Says an English sentence of ours in another language; one that is not ours stays as it is. */
export type Translator = (sentence: string) => string;

interface Template {
  /** Finds what stands in the places of an English sentence. */
  readonly form: RegExp;
  /** How many letters of it are always the same. */
  readonly letters: number;
  /** Null where its own language cannot say it. */
  readonly say: (values: readonly string[]) => string | null;
}

interface Catalogue {
  readonly sentences: Map<string, string>;
  readonly templates: Template[];
}

type Maker = (...values: unknown[]) => unknown;

function place(index: number): string {
  return `\uE000${index}\uE001`;
}
const places = /\uE000(\d)\uE001/;

/** Sizes are written in words of their own. The only one that a sentence has. */
const mebibyte = 1024 * 1024;

/** What a sentence may be made of: a place for any value, and the values that some sentences treat in their own way. */
function valuesAt(index: number): readonly unknown[] {
  return [place(index), 0, 1, mebibyte, true, false, [place(index)]];
}

function combine(arity: number): unknown[][] {
  let lists: unknown[][] = [[]];
  for (let index = 0; index < arity; index++) {
    lists = lists.flatMap((list) => valuesAt(index).map((value) => [...list, value]));
  }
  return lists;
}

function make(maker: Maker, values: readonly unknown[]): string | null {
  try {
    const made = maker(...values);
    // A value that this sentence cannot take shows in it.
    return typeof made === 'string' && !/true|false|undefined|NaN|\[object/.test(made) ? made : null;
  } catch {
    return null;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Fewer letters say too little about whose sentence it is. */
const lettersMin = 6;

/** Numbers as numbers: each language counts in its own way. */
function readValue(text: string): string | number {
  return /^\d{1,3}(?:,?\d{3})*$/.test(text) ? Number(text.replaceAll(',', '')) : text;
}

function addTemplate(catalogue: Catalogue, english: string, own: Maker, values: readonly unknown[]): void {
  const parts = english.split(places);
  const letters = parts.filter((_part, index) => index % 2 === 0).join('').length;
  if (letters < lettersMin) return;
  const seen: string[] = [];
  const form = parts
    .map((part, index) => {
      if (index % 2 === 0) return escape(part);
      if (seen.includes(part)) return String.raw`\k<at${part}>`;
      seen.push(part);
      return `(?<at${part}>.+?)`;
    })
    .join('');
  const say = (found: readonly string[]): string | null => {
    const given = values.map((value, index) => {
      const at = seen.indexOf(String(index));
      const text = found[at];
      if (text === undefined) return value;
      const inner = catalogue.sentences.get(text) ?? readValue(text);
      return Array.isArray(value) ? [inner] : inner;
    });
    return make(own, given);
  };
  catalogue.templates.push({ form: new RegExp(`^${form}$`, 's'), letters, say });
}

function addMaker(catalogue: Catalogue, english: Maker, own: Maker): void {
  for (const values of combine(english.length)) {
    const sentence = make(english, values);
    if (sentence === null) continue;
    if (places.test(sentence)) addTemplate(catalogue, sentence, own, values);
    else if (!catalogue.sentences.has(sentence)) {
      const translated = make(own, values);
      if (translated !== null) catalogue.sentences.set(sentence, translated);
    }
  }
}

function addAll(catalogue: Catalogue, english: unknown, own: unknown): void {
  if (typeof english === 'string' && typeof own === 'string') catalogue.sentences.set(english, own);
  else if (typeof english === 'function' && typeof own === 'function') {
    addMaker(catalogue, english as Maker, own as Maker);
  } else if (typeof english === 'object' && english !== null && typeof own === 'object' && own !== null) {
    const others = new Map(Object.entries(own));
    for (const [name, value] of Object.entries(english)) addAll(catalogue, value, others.get(name));
  }
}

/**
 * Translates by the English sentence, as gettext does: whoever makes one says it once, in English, wherever it goes. Sentences with values
 * in them are known by what stands around these.
 */
export function createTranslator(english: unknown, own: unknown): Translator {
  const catalogue: Catalogue = { sentences: new Map(), templates: [] };
  addAll(catalogue, english, own);
  const templates = catalogue.templates.toSorted((one, other) => other.letters - one.letters);
  return (sentence) => {
    const known = catalogue.sentences.get(sentence);
    if (known !== undefined) return known;
    for (const { form, say } of templates) {
      const groups = form.exec(sentence)?.groups;
      if (groups !== undefined) return say(Object.values(groups)) ?? sentence;
    }
    return sentence;
  };
}
