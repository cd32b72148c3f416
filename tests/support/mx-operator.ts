/** What `DELIVERY=mx` asks of its operator. */
export const mxOperator = {
  PUBLIC_URL: 'https://mask.example',
  OPERATOR_EMAIL: 'operator@operator.example',
  OPERATOR_NAME: 'Ann Example',
  OPERATOR_COUNTRY: 'Latvia',
};
