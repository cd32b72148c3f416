import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderGuide } from '#cli/render-guides.ts';
import { guides } from '#contract/pages.ts';

function render(body: string): string {
  return renderGuide(`# Title\n\n${body}\n`).html;
}

describe('a rendered guide', () => {
  it.each(guides)('%s has a title, text and only links that lead somewhere', async (name) => {
    const source = await readFile(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8');
    const { title, html } = renderGuide(source);
    expect(title).not.toBe('');
    expect(html).not.toMatch(/<(?:script|style|iframe|img|h1)/);
  });

  it('takes its title from the first line, behind a comment too', () => {
    expect(renderGuide('<!-- Generated. -->\n\n# How to\n\nText\n')).toEqual({
      title: 'How to',
      description: 'Text',
      html: '<p>Text</p>\n',
    });
    expect(() => renderGuide('Text\n')).toThrow('title');
  });

  it('makes text of raw HTML', () => {
    expect(render('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;\n');
    expect(render('a <b onclick="x()">b</b>')).toBe('<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>\n');
    expect(render('`<i>`')).toBe('<p><code>&lt;i&gt;</code></p>\n');
    expect(render('```\n<i>\n```')).toBe('<pre tabindex="0"><code>&lt;i&gt;</code></pre>\n');
    expect(render('![<x>](https://x.example/p.png)')).toBe('<p>&lt;x&gt;</p>\n');
  });

  it('turns links to guides into links of the site and stops at others', () => {
    expect(render('[a](replies.md#how-it-works)')).toContain('<a href="/docs/replies#how-it-works">');
    expect(render('[a](https://x.example/?a=1&b=2)')).toContain(
      '<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer">',
    );
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '//x.example', 'http://x.example', 'nowhere.md']) {
      expect(() => render(`[a](${href})`)).toThrow('A guide links to');
    }
  });

  it('gives headings names to link to, and wide things a way to scroll', () => {
    expect(render('## Port 25 & co')).toBe('<h2 id="port-25-co">Port 25 &amp; co</h2>\n');
    expect(render('| a |\n|---|\n| b |')).toMatch(/^<div tabindex="0"><table>[^]*<\/table><\/div>\n$/);
  });
});
