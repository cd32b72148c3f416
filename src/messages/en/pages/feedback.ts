export const feedbackMessages = {
  title: 'Feedback',
  description: 'It reaches the people who run this service, without your name. Add an address if you want an answer.',
  message: 'Your message',
  empty: 'Please write something first',
  cancel: 'Cancel',
  send: 'Send feedback',
  sending: 'Sending...',
  sent: 'Feedback Sent',
  notSent: 'Not Sent',
  failure: 'Failed to send feedback',
};
