/** The page behind the unsubscribe button of forwarded mail, where the owner of the alias wants it to do something else. */
export const unsubscribeTexts = {
  pauseQuestion: 'Pause this alias?',
  pauseText: (alias: string) =>
    `Mail to ${alias} is then dropped until you switch the alias on again. Senders are told nothing.`,
  pause: 'Pause the alias',
  paused: 'Alias paused',
  pausedText: (alias: string) =>
    `Mail to ${alias} is dropped until you switch the alias on again. Senders are told nothing.`,
  pausedByOwner: (alias: string) =>
    `You paused ${alias} yourself, or in another way. This link changes nothing about that; your account does.`,
  blockQuestion: 'Block this sender?',
  blockText: (sender: string, alias: string) =>
    `Mail from ${sender} to ${alias} is then dropped, and they are told nothing. Everybody else still reaches you.`,
  block: 'Block the sender',
  blocked: 'Sender blocked',
  blockedText: (sender: string, alias: string) =>
    `Mail from ${sender} to ${alias} is dropped, and they are told nothing. Everybody else still reaches you.`,
  blockedByOwner: (sender: string, alias: string) =>
    `You blocked ${sender} at ${alias} yourself, or in another way. This link changes nothing about that; your account does.`,
  undo: 'Undo',
  undone: 'Undone',
  undoneText: 'Mail arrives as before.',
  unusable: 'This link does nothing',
  unusableText: (days: number) =>
    `It is older than ${days} days, was not copied whole, or the alias it was for is gone. Nothing was changed.`,
  tooOften: 'Too often',
  tooOftenText: 'This was done and undone many times within an hour. Please try again later.',
  toAccount: 'To your account',
};
