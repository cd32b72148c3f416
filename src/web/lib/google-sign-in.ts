/** A whole navigation, not a request: the server leads on to Google. */
export const googleSignInPath = '/api/auth/google';

/** For what leads there: until the configuration is known the server's word in the page decides, so that nothing moves. */
export const untilKnown = 'without-google:hidden';
