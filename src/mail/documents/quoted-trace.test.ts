import { describe, expect, it } from 'vitest';
import { cutQuotedTrace, type TraceOptions } from '#mail/documents/quoted-trace.ts';

const options: TraceOptions = { domain: 'kauke.test', isOwn: (text) => text.includes('ann@office.example') };

function cut(text: string, form: 'plain' | 'html' = 'plain'): string {
  const steps = cutQuotedTrace(text, form, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What a server of the owner's writes on top. */
const trace = [
  'Return-Path: <b=aaaa@kauke.test>',
  'Delivered-To: ann@office.example',
  'Received: from mx.kauke.test (mx.kauke.test [192.0.2.1])',
  '\tby mx.office.example with ESMTPS id 4F; Sat, 21 Nov 2026 12:00:01 +0000',
  'Authentication-Results: mx.office.example; dkim=pass header.d=kauke.test',
  'X-Office-Id: 7',
];
/** What we wrote, and who sent it. */
const rest = [
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
  ' d=kauke.test; s=k1; b=abc',
  'Received: from mail.sender.example by mx.kauke.test with ESMTPS id 1 for <garden@kauke.test>;',
  ' Sat, 21 Nov 2026 12:00:00 +0000',
  'X-Kauke-Loop: abc',
  'Received: from desk.sender.example by mail.sender.example; Sat, 21 Nov 2026 11:59:59 +0000',
  'From: Bob <reply=abc@kauke.test>',
  'Subject: Monday',
];
const body = ['', 'Shall we meet?', ''];
const write = (lines: readonly string[], end = '\n'): string => lines.join(end);
/** Rows as Thunderbird writes them. */
const rows = (lines: readonly string[]): string[] =>
  lines.map((line) =>
    line.replace(/^([\w-]+): (.*)$/, '<tr><th valign="BASELINE" nowrap="nowrap">$1: </th><td>$2</td></tr>'),
  );

describe('a header that a text quotes', () => {
  it.each(['\n', '\r\n'])('has nothing that a server of the owner wrote, and all below: %j', (end) => {
    const begin = ['FYI: here it is', '', '------- Forwarded Message', ''];
    expect(cut(write([...begin, ...trace, ...rest, ...body], end))).toBe(write([...begin, ...rest, ...body], end));
  });

  it('is found in a quote, and more than one', () => {
    const quoted = (lines: readonly string[]): string[] => lines.map((line) => `> ${line}`);
    const text = (top: readonly string[]): string =>
      write([...quoted([...top, ...rest, ...body]), ...top, ...rest, ...body]);
    expect(cut(text(trace))).toBe(text([]));
  });

  it.each([
    ['with a blank there', 'Received: from mx.kauke.test (mx.kauke.test [192.0.2.1]) '],
    ['as they were long', 'Received: from mx.kauke.test (mx.kauke.test [192.0.2.1] (may be forged))'],
  ])('is found where a program broke its lines, %s', (_, line) => {
    for (const mark of ['', '> ', '    ']) {
      const marked = (lines: readonly string[]): string => write(lines.map((one) => `${mark}${one}`));
      const top = ['Return-Path: <b=aaaa@kauke.test>', line, 'by mx.office.example with ESMTPS', 'X-Office-Id: 7'];
      expect(cut(marked([...top, ...rest, ...body]))).toBe(marked([...rest, ...body]));
    }
  });

  it('keeps words of the writer’s own that stand right above it', () => {
    expect(cut(write(['Note: see below', ...trace, ...rest]))).toBe(write(['Note: see below', ...rest]));
  });

  it('that did not come through us keeps who wrote what to whom, where it names the owner', () => {
    const spoken = ['From: Eve <eve@shop.example>', 'To: ann@office.example', 'Subject: Sale'];
    expect(cut(write([...trace.slice(0, 4), ...spoken, ...body]))).toBe(write([...spoken, ...body]));
  });

  it.each([
    [['Received: from mail.shop.example by mx.shop.example; today', 'From: eve@shop.example', 'Subject: Sale']],
    [['Received: from Bob', 'Missing: two boxes', 'For: ann@office.example']],
    [['We received: from Bob', 'two boxes, says ann@office.example.']],
    [rest],
    [['Received:']],
    [[]],
  ])('stays as it is: %j', (lines) => {
    expect(cut(write([...lines, ...body]))).toBe(write([...lines, ...body]));
  });

  it('is found in a table of Thunderbird', () => {
    const html = (lines: readonly string[]): string =>
      `<p>Look:</p><table class="moz-email-headers-table" border="0"><tbody>${rows(lines).join('\n')}</tbody></table><p>Received: x</p>`;
    const unfold = (lines: readonly string[]): string[] => write(lines).replaceAll(/\n\s/g, ' ').split('\n');
    const [short, kept] = [unfold(trace), unfold(rest)];
    // The lines that end rows which go, go with them.
    expect(cut(html([...short, ...kept]), 'html')).toBe(html(kept));
    expect(cut(html(kept), 'html')).toBe(html(kept));
  });

  it.each([
    ['plain', 'Received: from a by b\n'],
    ['plain', 'received: \n\nx-a: b\n'],
    ['plain', '>>>> '],
    ['plain', `${'a: b\n'.repeat(50)}\n`],
    ['html', '<table class="moz-email-headers-table"><tr><th>Received: </th>'],
    ['html', '<table '],
  ] as const)('is looked for in %s without end: %j', (form, piece) => {
    const text = piece.repeat(200_000);
    expect(cut(text, form)).toBe(text);
  });
});
