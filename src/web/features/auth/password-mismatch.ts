export const passwordMismatch = 'Passwords do not match';
