/** A whole navigation, not a request: the server leads on to Google. */
export const googleSignInPath = '/api/auth/google';
