import { describe, expect, it } from 'vitest';
import { hideClient } from '#mail/as-alias/rebuild-parts.ts';

describe('the HTML of an answer', () => {
  it.each([
    ['generators', '<meta name=Generator content="Microsoft Word 15"><p>x</p>', '<p>x</p>'],
    ['blocks for Office', 'a<!--[if gte mso 9]><xml><o:x/></xml><![endif]-->b', 'ab'],
    ['marks of blocks that Office skips', 'a<!--[if !mso]><!--><p>x</p><!--<![endif]-->b', 'a<p>x</p>b'],
    ['such marks written otherwise', 'a<!--[if !mso]><!-- --><p>x</p><!-- <![endif]-->b', 'a<p>x</p>b'],
    ['namespaces', '<html xmlns:o="urn:schemas-microsoft-com:office:office" lang=en>', '<html lang=en>'],
    ['Office styles', '<p style="mso-list:l0;margin:0">', '<p style="margin:0">'],
    ['private attributes', '<img data-outlook-trace="x" src="cid:1" moz-do-not-send=true>', '<img src="cid:1">'],
    [
      'local links',
      '<img src="file:///C:/Users/ann/x.png"><a href=mailbox://ann@host/x>',
      '<img src="about:blank"><a href=about:blank>',
    ],
    ['local links in closing tags', '</a href="file:///C:/Users/Olive/x">', '</a href="about:blank">'],
    ['names and private attributes in closing tags', '</p class="gmail_quote" data-x=1>', '</p class="mail_quote">'],
  ])('loses %s', (_, html, expected) => {
    expect(hideClient(html)).toBe(expected);
  });

  it('keeps its styles under other names', () => {
    const html =
      '<style>p.MsoNormal {margin:0; mso-style-priority:99;} </style><p class="MsoNormal gmail_quote" id=AppleMail>x</p>';
    expect(hideClient(html)).toBe(
      '<style>p.mailNormal {margin:0; } </style><p class="mailNormal mail_quote" id=mailMail>x</p>',
    );
  });

  it('keeps its words, its links and the names others chose', () => {
    const html =
      '<a href="https://outlook.live.com/gmail?class=MsoNormal" class="blue">Outlook and Gmail, mso-x: y</a> 1 < 2';
    expect(hideClient(html)).toBe(html);
  });

  it('is read from a megabyte of anything', () => {
    const units = [
      '<',
      '<!--[if',
      '<style>',
      ' class="',
      "<a class='",
      'mso-',
      '<meta ',
      ' data-x',
      '<a     ',
      ' ',
      ' class',
      'a=',
    ];
    for (const unit of units) {
      expect(() => hideClient(unit.repeat(1_000_000 / unit.length))).not.toThrow();
      expect(() => hideClient(`<p ${unit.repeat(1_000_000 / unit.length)}>`)).not.toThrow();
    }
  });
});
