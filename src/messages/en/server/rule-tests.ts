/** What mail to an address that somebody tries out would do. */
export const ruleTestTexts = {
  exists: 'This is an alias already: rules are not asked.',
  gone: 'This alias was deleted. It never comes back by itself, whatever the rules say; you can make it again.',
  operator: 'This goes to whoever runs this service, until an alias has that name.',
  reverse: 'This is the form of a reverse address: no mail makes an alias of it.',
  make: 'The first mail makes this alias, once it proved not to be junk.',
  makesNothingYet: 'This rule would make the alias, but catch-all is off: mail to it is refused.',
  refuse: 'Mail to it is refused, as to an address that does not exist.',
  unknown: 'No rule takes this: mail to it is refused, as to an address that does not exist.',
};
