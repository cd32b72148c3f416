/** Where mail programs send as an alias that ImprovMX forwards. They sign in with the whole address. */
export const improvmxSmtp = {
  host: 'smtp.improvmx.com',
  /** STARTTLS. */
  port: 587,
  /** TLS from the first octet. */
  sslPort: 465,
} as const;
