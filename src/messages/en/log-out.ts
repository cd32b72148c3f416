export const logOutMessages = {
  done: 'Logged Out',
  description: 'Successfully logged out',
};
