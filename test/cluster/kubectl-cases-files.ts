import { type Case, config, http, https, one } from './kubectl-cases.ts';

const named = (name: string, token: string): object => ({
  'current-context': name,
  clusters: [{ name, cluster: https }],
  users: [{ name, user: { token } }],
  contexts: [{ name, context: { cluster: name, user: name } }],
});
const several = { a: named('one', 'first'), b: named('two', 'second') };
const list = { KUBECONFIG: '{dir}/a:{dir}/missing::{dir}/b' };

/** Which files, which context, which entries. */
export const fileCases: Case[] = [
  { name: 'the file of --kubeconfig beats KUBECONFIG', files: several, kubeconfig: '{dir}/b', env: list },
  {
    name: 'KUBECONFIG beats the home folder',
    files: { ...several, '.kube/config': config(https, { token: 'home' }) },
    env: list,
  },
  { name: 'the home folder', files: { '.kube/config': config(https, { token: 'home' }) } },
  {
    name: 'an empty KUBECONFIG counts as unset',
    files: { '.kube/config': config(https, { token: 'home' }) },
    env: { KUBECONFIG: '' },
  },
  { name: 'the first current-context of several files', files: several, env: list },
  { name: 'a context of the second file', files: several, env: list, context: 'two' },
  {
    name: 'of two users of one name the first, whole',
    files: { a: config(https, { 'as-uid': '' }), b: config(https, { token: 'second' }) },
    env: { KUBECONFIG: '{dir}/b:{dir}/a' },
  },
  {
    name: 'context, cluster and user from three files',
    files: {
      a: { 'current-context': 'x', contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }] },
      b: { clusters: [{ name: 'c', cluster: https }] },
      c: { users: [{ name: 'u', user: { token: 'third' } }] },
    },
    env: { KUBECONFIG: '{dir}/a:{dir}/b:{dir}/c' },
  },
  {
    name: 'paths are relative to their own file',
    files: {
      'sub/a': config({ ...https, 'certificate-authority': '../ca.pem' }, { tokenFile: 'token' }),
      'sub/token': 'from-file\n',
    },
    env: { KUBECONFIG: '{dir}/sub/a' },
  },
  {
    name: 'a relative KUBECONFIG',
    files: { 'sub/a': config({ ...https, 'certificate-authority': '../ca.pem' }) },
    env: { KUBECONFIG: 'sub/a' },
  },
  {
    name: 'a relative --kubeconfig from another folder',
    files: { 'sub/a': config({ ...https, 'certificate-authority': '../ca.pem' }) },
    kubeconfig: 'a',
    cwd: 'sub',
  },
  {
    name: 'an empty file is skipped',
    files: { ...several, empty: '' },
    env: { KUBECONFIG: '{dir}/empty:{dir}/b' },
  },
  {
    name: 'no file of KUBECONFIG exists',
    files: {},
    env: { KUBECONFIG: '{dir}/missing' },
    says: /does not exist/,
  },
  {
    name: 'the file of --kubeconfig does not exist',
    files: {},
    kubeconfig: '{dir}/missing',
    says: /does not exist/,
  },
  one('no current-context', config(https, {}, {}, { 'current-context': '' }), {
    says: /choose one with --context/,
  }),
  one('a context that is not there', config(https), { context: 'other', says: /context other is not in/ }),
  one(
    'a broken entry nobody uses',
    config(
      https,
      { token: 'abc' },
      {},
      {
        contexts: [
          { name: 'main', context: { cluster: 'main', user: 'me' } },
          { name: 'scratch', context: { cluster: '', user: '' } },
        ],
      },
    ),
  ),
  one(
    'a cluster without server nobody uses',
    config(
      https,
      { token: 'abc' },
      {},
      {
        clusters: [
          { name: 'main', cluster: https },
          { name: 'other', cluster: {} },
        ],
      },
    ),
  ),
  one(
    'an entry of a wrong type nobody uses',
    config(
      https,
      { token: 'abc' },
      {},
      {
        users: [
          { name: 'me', user: { token: 'abc' } },
          { name: 'other', user: { token: 5 } },
        ],
      },
    ),
    { differs: 'wrong-type-unused' },
  ),
  one(
    'an entry without a name',
    config(
      https,
      { token: 'abc' },
      {},
      {
        users: [{ name: 'me', user: { token: 'abc' } }, { user: {} }],
      },
    ),
  ),
  one(
    'two users of one name in one file',
    config(
      https,
      {},
      {},
      {
        users: [
          { name: 'me', user: { token: 'a' } },
          { name: 'me', user: { token: 'b' } },
        ],
      },
    ),
    { says: /users have me twice/ },
  ),
  one('a context that names no cluster', config(https, {}, { cluster: 'other' }), {
    says: /names no cluster/,
  }),
  one('a context that names a user that is not there', config(https, {}, { user: 'other' }), {
    says: /names no user/,
  }),
  one('a context without user', config(https, {}, { user: '' }), { differs: 'no-user' }),
  one('a namespace that is no name', config(https, { token: 'abc' }, { namespace: 'Not_One' })),
  one('fields that nobody knows', config({ ...https, colour: 'red' }, { token: 'abc', colour: 'red' })),
  {
    name: 'the same key twice',
    files: {
      config:
        'current-context: x\ncurrent-context: main\nclusters: [{name: main, cluster: {server: "https://127.0.0.1:{https}", certificate-authority: ca.pem}}]\nusers: [{name: me, user: {token: a, token: b}}]\ncontexts: [{name: main, context: {cluster: main, user: me}}]\n',
    },
    env: { KUBECONFIG: '{dir}/config' },
  },
  {
    name: 'a merge key',
    files: {
      config:
        'x: &x {token: merged}\ncurrent-context: main\nclusters: [{name: main, cluster: {server: "https://127.0.0.1:{https}", certificate-authority: ca.pem}}]\nusers: [{name: me, user: {<<: *x}}]\ncontexts: [{name: main, context: {cluster: main, user: me}}]\n',
    },
    env: { KUBECONFIG: '{dir}/config' },
  },
  { name: 'not YAML', files: { config: 'a: [' }, env: { KUBECONFIG: '{dir}/config' }, says: /not YAML/ },

  one(
    'a certificate authority as data',
    config({ server: https.server, 'certificate-authority-data': '{ca}' }),
  ),
  one('the authority’s file is missing', config({ ...https, 'certificate-authority': 'missing.pem' }), {
    says: /certificate-authority cannot be read: ENOENT/,
  }),
  one('authority as file and data', config({ ...https, 'certificate-authority-data': '{ca}' }), {
    says: /certificate-authority and certificate-authority-data exclude/,
  }),
  one(
    'authority data that is not base64',
    config({ server: https.server, 'certificate-authority-data': '!' }),
    { says: /certificate-authority-data is not base64/ },
  ),
  one(
    'authority data that is no certificate',
    config({ server: https.server, 'certificate-authority-data': 'aGVsbG8=' }),
    { says: /holds no certificate/ },
  ),
  one('an authority’s file that is not PEM', config({ ...https, 'certificate-authority': '{dir}/config' }), {
    says: /holds no certificate/,
  }),
  one('an authority that did not sign', config({ ...https, 'certificate-authority': '{dir}/other-ca.pem' }), {
    says: /certificate .* is not trusted/,
  }),
  one('insecure-skip-tls-verify', config({ server: https.server, 'insecure-skip-tls-verify': true })),
  one('insecure-skip-tls-verify with an authority', config({ ...https, 'insecure-skip-tls-verify': true }), {
    says: /exclude each other/,
  }),
  one(
    'insecure-skip-tls-verify as text',
    config({ server: https.server, 'insecure-skip-tls-verify': 'true' }),
    { says: /neither true nor false/ },
  ),
  one('tls-server-name', config({ ...https, 'tls-server-name': 'alias.example.test' })),
  one(
    'a tls-server-name that the certificate does not bear',
    config({ ...https, 'tls-server-name': 'nobody.example.test' }),
    { says: /certificate .* is not trusted/ },
  ),
  one(
    'tls-server-name without verification',
    config({
      server: https.server,
      'insecure-skip-tls-verify': true,
      'tls-server-name': 'nobody.example.test',
    }),
  ),
  one('a name sends its SNI', config({ ...https, server: 'https://localhost:{https}' })),
  one('disable-compression', config({ ...https, 'disable-compression': true })),
  one('a path before the API', config({ ...https, server: 'https://127.0.0.1:{https}/k8s/clusters/c-1/' })),
  one('no server', config({ 'certificate-authority': '{dir}/ca.pem' }), { says: /server is missing/ }),
  one('a server of another scheme', config({ ...https, server: 'ftp://127.0.0.1:{https}' }), {
    says: /no http or https address/,
  }),
  one('a server without scheme is http', config({ server: '127.0.0.1:{http}' }), {
    differs: 'http-loopback',
  }),
  one('http to loopback', config(http), { differs: 'http-loopback' }),
];
