import { describe, expect, it } from 'vitest';
import { checkHeader } from './check-header.ts';

const results =
  'mx.example;\r\n\tdkim=pass header.d=a.example;\r\n\tspf=pass smtp.mailfrom=b@a.example;\r\n\tdmarc=pass';
const verified = `Authentication-Results: ${results}\r\n`;
const signature = 'DKIM-Signature: v=1; a=rsa-sha256;\r\n d=kauke.test; s=k; bh=YQ==; b=Yg==\r\n';
const arcSet = [
  'ARC-Seal: i=1; a=rsa-sha256; cv=none; d=kauke.test;\r\n s=k; b=Yg==\r\n',
  'ARC-Message-Signature: i=1; d=kauke.test; bh=YQ==;\r\n b=Yg==\r\n',
  `ARC-Authentication-Results: i=1; ${results}\r\n`,
].join('');
const rest = 'From: <c@a.example>\r\nSubject: dkim=pass spf=pass dmarc=pass';

describe('the look at a forwarded header', () => {
  it('finds what was verified, signed and sealed', () => {
    expect(checkHeader(verified + signature + rest, { sealed: false, signedBy: 'kauke.test' })).toEqual([]);
    expect(checkHeader(arcSet + verified + rest, { sealed: true, signedBy: null })).toEqual([]);
  });

  it('misses verdicts that are not all pass', () => {
    const failed = verified.replace('spf=pass', 'spf=none');
    for (const header of [rest, failed + rest]) {
      expect(checkHeader(header, { sealed: false, signedBy: null })).toHaveLength(1);
    }
  });

  it('misses the signature of another domain', () => {
    const foreign = signature.replace('kauke.test', 'not-kauke.test');
    expect(checkHeader(verified + foreign + rest, { sealed: false, signedBy: 'kauke.test' })).toEqual([
      'no DKIM-Signature of kauke.test',
    ]);
  });

  it.each(['ARC-Seal', 'ARC-Message-Signature', 'ARC-Authentication-Results'])('misses a set without %s', (name) => {
    const broken = arcSet.replace(`${name}:`, `X-${name}:`);
    expect(checkHeader(broken + verified + rest, { sealed: true, signedBy: null })).toEqual([
      `no valid ${name.toLowerCase()}`,
    ]);
  });

  it('does not take a seal where none is wanted', () => {
    expect(checkHeader(arcSet + verified + rest, { sealed: false, signedBy: null })).toHaveLength(3);
  });
});
