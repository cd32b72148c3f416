/**
 * A certificate authority for tests and a mail host's certificate that it issued (P-256, valid until 2081):
 * `openssl req -x509 -addext basicConstraints=critical,CA:TRUE`, then `openssl x509 -req -CA` with subjectAltName.
 */
export const chainAuthority = `-----BEGIN CERTIFICATE-----
MIIBejCCASGgAwIBAgIUeKD3FYDpaH/j7Pc5escVr10gNLAwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjEwNTE3MjFaGA8yMDgxMDgyNDA1
MTcyMVowEjEQMA4GA1UEAwwHVGVzdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABI3zsueInrwLyVTbEpIu9+VQCkxMlgy+wrk0pecDqej8TV2NX4iANu82gM8G
vpeoXsDDdcsocORPp0QXwVpuacWjUzBRMB0GA1UdDgQWBBQxTgbUylfgspGH41tZ
YAX1/mZOADAfBgNVHSMEGDAWgBQxTgbUylfgspGH41tZYAX1/mZOADAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIAd4i/lWGisXk33f94+S5jyKF9yz
zk+z1ZxiUrcbXqQUAiAAuD4BBwwwe1b+Bmgor1TolW8fZYoYTsQhHRnO79PQ/A==
-----END CERTIFICATE-----
`;

/** For `sink.example`. */
const hostCertificate = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUNsX/z83pn2GwW7/viUVld71e9q0wCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjEwNTE3MjFaGA8yMDgxMDgyNDA1
MTcyMVowDDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABG5M
tz6kO7TToMyaWl209NTHbRmEVhCKWIZXp6HmSn4vCDbTnKDU2fBD2D6DoniCqv9v
y3KowSkrraRTakHCEzyjWzBZMBcGA1UdEQQQMA6CDHNpbmsuZXhhbXBsZTAdBgNV
HQ4EFgQUppEaZ6VWMTKzeW8tHo9/xSLFSQYwHwYDVR0jBBgwFoAUMU4G1MpX4LKR
h+NbWWAF9f5mTgAwCgYIKoZIzj0EAwIDSAAwRQIgUwlXzX+6ytQxoaLFrGOQYYoo
yXTc7Zjk7dvkDzPaluACIQDXdRS6FC9Pp4+X0YgvSRoBF8VJhzpNvCog62Gj4zJP
QQ==
-----END CERTIFICATE-----
`;

const hostKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgynADgJIExmCNh0QS
/5VCm9cG+XtDMkOluc85u3uTV5KhRANCAARuTLc+pDu006DMmlpdtPTUx20ZhFYQ
iliGV6eh5kp+Lwg205yg1NnwQ9g+g6J4gqr/b8tyqMEpK62kU2pBwhM8
-----END PRIVATE KEY-----
`;

/** As a mail host presents it: its own certificate, then the authority's. */
export const hostChain = { cert: `${hostCertificate}${chainAuthority}`, key: hostKey };
