/** What is said of a call that fails, whatever it was for. */
export const requestMessages = {
  noAnswer: 'The server did not answer. Check your connection, then try again.',
  rateLimited: 'Rate Limit Exceeded',
  rateLimitedUntil: (message: string, time: string) => `${message} Try again after ${time}.`,
};

/** What surrounds every page, and what stands in a page's place. */
export const shellMessages = {
  brand: 'Kauke',
  pageTitle: (title: string) => `${title} · Kauke`,
  skip: 'Skip to content',
  offline: 'You are offline. Nothing can be sent until you are back.',
  preview: 'Preview',
  previewText: 'Preview: mail never leaves this machine.',
  openInbox: 'Open the inbox',
  navigation: 'Main',
  signIn: 'Sign In',
  account: 'Your account',
  theme: { dark: 'Switch to dark theme', light: 'Switch to light theme' },
  notFound: 'Page Not Found',
  notFoundText: 'Was this page forgotten in the router?',
  toStart: 'Back to the start',
  failed: 'This page did not load',
  failedText: 'The server may be restarting, or you may be offline. Nothing of yours is lost.',
};

export const footerMessages = {
  tagline: 'Unlimited aliases that hide your real address from spam.',
  company: 'Company',
  about: 'About us',
  transparency: 'Transparency Report',
  legal: 'Legal',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  gdpr: 'GDPR Compliant',
  more: 'More',
  documentation: 'Documentation',
  social: 'Social media',
  video: 'Video',
  reviewSite: 'Reviews',
  review: 'Write a review',
  copyright: '© 2025 Kauke',
  version: (version: string) => `Version ${version}`,
  madeIn: 'Made in Lithuania',
  feedback: 'Feedback',
  feedbackNotLoaded: 'The form could not be loaded. Check your connection, then load the page again.',
};
