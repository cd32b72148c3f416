import type { ImportGraph } from './import-graph.ts';

/** Files that a text is written in once for each language count once, by the name of the first language. */
const languageFolder = /^src\/messages\/(?:en|de|lt)\//u;

/**
 * The files in which a field of an alias stands, in each form of its name: `cutThrough`, `cut_through`, `cut-through`, `setCutThrough`.
 * Tests are not in the graph, and what is generated lies outside of it. To measure a field that is planted, plant it and ask for it.
 */
export function findField(graph: ImportGraph, field: string): string[] {
  const words = field.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).split(' ');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const forms = [field, words.join('_'), words.join('-')].map((form) => `(?<![a-z])${form}`);
  const stands = new RegExp(`(?:${[...forms, pascal].join('|')})(?![a-z])`, 'u');
  const files = [...graph.values()].filter(({ text }) => stands.test(text));
  return [...new Set(files.map(({ path }) => path.replace(languageFolder, 'src/messages/en/')))];
}
