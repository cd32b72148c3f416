export const recoveryCodeMessages = {
  title: 'Your recovery codes',
  besideFactor:
    'Each works once, in place of a code from your app or of your passkey. Keep them where you keep important papers: they are not shown again.',
  alone:
    'Each opens your account once, should you lose your passkeys. Keep them where you keep important papers: they are not shown again, and we cannot let you in without.',
  file: 'kauke-recovery-codes.txt',
  download: 'Download',
  keptThem: 'I have kept them',
};
