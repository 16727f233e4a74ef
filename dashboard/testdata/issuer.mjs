import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const p = new Provider(issuer, {
    clients: [{ client_id: 'litmus', client_secret: 'secret-of-litmus', redirect_uris: [process.argv[2]], response_types: ['code'], grant_types: ['authorization_code'] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email: id, email_verified: true }) }),
    cookies: { keys: ['k'] },
  });
  server.on('request', p.callback());
  console.log(issuer);
});
