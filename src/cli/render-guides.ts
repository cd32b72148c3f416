import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { guides, type GuideName } from '#contract/pages.ts';

/** A guide as the browser gets it. */
export interface RenderedGuide {
  readonly title: string;
  /** Its first paragraph in plain text, cut at a word. */
  readonly description: string;
  readonly html: string;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function isGuide(name: string): name is GuideName {
  return guides.some((guide) => guide === name);
}

/** Where a link of a guide leads: to another guide, within it, or elsewhere by https. Anything else stops the build. */
function resolveLink(href: string): string {
  const [, name = '', fragment = ''] = /^([\w-]+)\.md(#[\w-]*)?$/.exec(href) ?? [];
  if (isGuide(name)) return `/docs/${name}${fragment}`;
  if (/^(?:https:\/\/|#|\/(?!\/))/.test(href)) return href;
  throw new Error(`A guide links to ${href}, which is neither a guide nor an https address.`);
}

/**
 * Markdown to HTML that needs no trust: raw HTML becomes text, links lead only to guides, fragments and https, and no
 * picture is loaded from elsewhere.
 */
const markdown = new Marked({
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => (/^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : escapeHtml(text)),
    image: ({ text }: Tokens.Image) => escapeHtml(text),
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const target = escapeHtml(resolveLink(href));
      const rel = target.startsWith('https:') ? ' rel="noopener noreferrer"' : '';
      return `<a href="${target}"${rel}>${this.parser.parseInline(tokens)}</a>`;
    },
    // Wide code is scrolled, by keyboard too.
    code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
  },
});

const descriptionMax = 160;

/** What the first paragraph says, without its marks. */
function describe(body: string): string {
  const [paragraph = ''] = body.trim().split(/\n\s*\n/);
  const plain = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/\s+/g, ' ');
  if (plain.length <= descriptionMax) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', descriptionMax - 1))} …`;
}

/** Renders one guide. Its first line is its title. @throws Error for a guide without one, or with a link astray */
export function renderGuide(source: string): RenderedGuide {
  const [, title, body] = /^(?:<!--[^]*?-->\s*)?# (.+)\n([^]*)$/.exec(source) ?? [];
  if (title === undefined || body === undefined) throw new Error('A guide has to begin with its title.');
  const html = markdown.parse(body, { async: false });
  return {
    title,
    description: describe(body),
    html: html.replaceAll('<table>', '<div tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
  };
}

const listId = 'virtual:guides';
const guideId = 'virtual:guide/';

/** The guides as modules: a list with their titles, and each one's HTML, loaded when it is opened. */
export function renderGuides(folder: string): Plugin {
  const read = async (name: string): Promise<RenderedGuide> =>
    renderGuide(await readFile(join(folder, `${name}.md`), 'utf8'));

  return {
    name: 'render-guides',
    resolveId: (id) => (id === listId || id.startsWith(guideId) ? `\0${id}` : null),
    async load(id) {
      if (id.startsWith(`\0${guideId}`)) {
        const name = id.slice(guideId.length + 1);
        this.addWatchFile(join(folder, `${name}.md`));
        return `export const html = ${JSON.stringify((await read(name)).html)};`;
      }
      if (id !== `\0${listId}`) return null;
      const entries = await Promise.all(
        guides.map(async (name) => {
          const { title, description } = await read(name);
          const told = JSON.stringify({ title, description }).slice(1, -1);
          return `${JSON.stringify(name)}: { ${told}, load: () => import('${guideId}${name}') }`;
        }),
      );
      return `export const guideEntries = { ${entries.join(', ')} };`;
    },
  };
}
