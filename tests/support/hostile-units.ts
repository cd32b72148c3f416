/** What every message that is forwarded begins with. */
export const hostileHeader = [
  'From: Bob <bob@sender.example>',
  'To: someone@kauke.test',
  'Date: Sat, 21 Nov 2026 10:00:00 +0000',
  'Message-ID: <hostile@sender.example>',
  'MIME-Version: 1.0',
  '',
].join('\r\n');

/** Units that make a careless pattern go back and forth; each stands in every field that is read, 30 kB long. */
export const hostileUnits = [
  '<',
  '>',
  '"',
  '(',
  ')',
  '\\"',
  '(\\"',
  '=?utf-8?q?a?= ',
  '=?a?b?',
  '<a@b.example> ',
  ' ',
  '\t',
  ';',
  'a=b;',
  'a*0=b;',
  '@',
  '.',
  '[',
  'a:;',
  ',',
  'i=1;',
  '; b=',
  '<mailto:a@b.example?cc=c@d.example>,',
  '\r\n ',
  '%41',
];

/** Whatever is read of a header. */
export const readFields = [
  'Cc',
  'Reply-To',
  'Subject',
  'References',
  'In-Reply-To',
  'List-Id',
  'List-Unsubscribe',
  'Content-Type',
  'Content-Disposition',
  'DKIM-Signature',
  'ARC-Seal',
  'ARC-Message-Signature',
  'ARC-Authentication-Results',
  'Authentication-Results',
  'Auto-Submitted',
  'X-Foo',
];
