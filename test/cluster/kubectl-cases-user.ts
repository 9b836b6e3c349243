import { type Case, config, http, https, one } from './kubectl-cases.ts';

const v1 = 'client.authentication.k8s.io/v1';
const plug = { apiVersion: v1, command: './plug', args: null, env: null, interactiveMode: 'Never' };
const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { realm: 'blue' } }];
/** Hands back as its token what it was told. */
const echo = (version = v1, more = ''): string =>
  `#!/bin/sh\nprintf '{"kind":"ExecCredential","apiVersion":"${version}","status":{"token":"%s"${more}}}' "$(printf %s "$KUBERNETES_EXEC_INFO$1$EXTRA" | base64 | tr -d '\\n')"\n`;
const saying = (status: string): string =>
  `#!/bin/sh\ncat <<'END'\n{"kind":"ExecCredential","apiVersion":"${v1}","status":${status}}\nEND\n`;

function plugged(
  name: string,
  exec: object,
  script: string,
  more: Partial<Case> = {},
  cluster: object = https,
): Case {
  const files = {
    'sub/config': config({ ...https, ...cluster }, { exec: { ...plug, ...exec } }),
    'sub/plug': script,
  };
  return { name, files, env: { KUBECONFIG: '{dir}/sub/config' }, ...more };
}

/** Who asks: tokens, passwords, certificates, plugins, impersonation. */
export const userCases: Case[] = [
  one('a token', config(https)),
  one('a token file goes before the token', config(https, { token: 'old', tokenFile: '{dir}/token' }), {
    files: { config: config(https, { token: 'old', tokenFile: '{dir}/token' }), token: 'new\n' },
  }),
  one(
    'a token file that is missing leaves the token',
    config(https, { token: 'old', tokenFile: '{dir}/missing' }),
  ),
  one('a token file that is missing', config(https, { tokenFile: '{dir}/missing' }), {
    says: /tokenFile cannot be read: ENOENT/,
  }),
  one('name and password', config(https, { username: 'u', password: 'p:x' })),
  one('a password alone', config(https, { password: 'p' }), { differs: 'no-credentials' }),
  one('token and password', config(https, { token: 'abc', username: 'u', password: 'p' }), {
    says: /token and username exclude each other/,
  }),
  one('a token that is a number', config(https, { token: 5 }), { says: /token is no string/ }),
  one('no credentials', config(https, {}), { differs: 'no-credentials' }),
  one(
    'name and password in the server’s address',
    config({ ...https, server: 'https://u:p@127.0.0.1:{https}' }, { token: '' }),
    { differs: 'no-credentials' },
  ),
  one(
    'a client certificate',
    config(https, { 'client-certificate': '{dir}/client.pem', 'client-key': '{dir}/client-key.pem' }),
  ),
  one(
    'a client certificate as data',
    config(https, { 'client-certificate-data': '{client}', 'client-key-data': '{clientKey}' }),
  ),
  one(
    'a client certificate and a token',
    config(https, { token: 'abc', 'client-certificate-data': '{client}', 'client-key-data': '{clientKey}' }),
  ),
  one('a client certificate without key', config(https, { 'client-certificate-data': '{client}' }), {
    says: /client-key is missing/,
  }),
  one('a client key without certificate', config(https, { token: 'abc', 'client-key-data': '{clientKey}' })),
  one(
    'a client key of another certificate',
    config(https, { 'client-certificate-data': '{client}', 'client-key-data': '{otherKey}' }),
    { says: /client-certificate and client-key are no pair: .*KEY_VALUES_MISMATCH/ },
  ),
  one(
    'a client certificate’s file is missing',
    config(https, { 'client-certificate': 'missing', 'client-key': 'missing' }),
    { says: /client-certificate cannot be read: ENOENT/ },
  ),

  one(
    'impersonation whole',
    config(https, {
      token: 'abc',
      as: 'release-bot',
      'as-uid': '77',
      'as-groups': ['releasers', 'readers'],
      'as-user-extra': { reason: ['deploy', 'night'], 'example.test/Scope %': ['a'] },
    }),
  ),
  one('impersonation beyond ASCII', config(https, { token: 'abc', as: 'Jürgen ✓' })),
  one('impersonation with a line break', config(https, { token: 'abc', as: 'a\nb' }), {
    says: /line break or another control character/,
  }),
  one('a token with a line break inside', config(https, { token: 'a\nb' }), {
    says: /line break or another control character/,
  }),
  one('a token with a line break at its end', config(https, { token: 'abc\n' }), {
    differs: 'token-line-break',
  }),
  one('a plugin’s variables that are none', config(https, { exec: { ...plug, env: [null] } }), {
    says: /exec.env holds something else than name and value/,
  }),
  one('impersonation of a user alone', config(https, { token: 'abc', as: 'release-bot' })),
  one('impersonation over http', config(http, { as: 'release-bot', 'as-groups': ['releasers'] })),
  one('groups without a user', config(https, { token: 'abc', 'as-groups': ['releasers'] }), {
    says: /as-groups is given without as/,
  }),
  one('a uid without a user', config(https, { token: 'abc', 'as-uid': '77' }), {
    says: /as-uid is given without as/,
  }),
  one('groups as text', config(https, { token: 'abc', as: 'x', 'as-groups': 'releasers' }), {
    says: /as-groups is no list of strings/,
  }),

  plugged('a plugin beside its kubeconfig', {}, echo()),
  plugged(
    'a plugin is told its cluster',
    { provideClusterInfo: true },
    echo(),
    {},
    { extensions, 'tls-server-name': 'alias.example.test' },
  ),
  plugged('a plugin is told its cluster without config', { provideClusterInfo: true }, echo()),
  plugged(
    'a plugin is told an insecure cluster and its proxy',
    { provideClusterInfo: true },
    echo(),
    {},
    {
      server: 'https://api.example.test:6443',
      'certificate-authority': '',
      'insecure-skip-tls-verify': true,
      'proxy-url': 'http://127.0.0.1:{proxy}',
      'disable-compression': true,
    },
  ),
  plugged(
    'a plugin’s arguments and variables',
    {
      args: ['one'],
      env: [
        { name: 'EXTRA', value: 'two' },
        { name: 'KUBERNETES_EXEC_INFO', value: 'forged' },
      ],
    },
    echo(),
  ),
  plugged(
    'a plugin of v1beta1',
    { apiVersion: 'client.authentication.k8s.io/v1beta1', interactiveMode: undefined },
    echo('client.authentication.k8s.io/v1beta1'),
  ),
  plugged('a plugin of v1 without interactiveMode', { interactiveMode: undefined }, echo(), {
    differs: 'exec-interactive-mode',
  }),
  plugged('a plugin that is interactive if it can be', { interactiveMode: 'IfAvailable' }, echo()),
  plugged('a plugin that needs a terminal', { interactiveMode: 'Always' }, echo(), {
    says: /interactiveMode Always needs a terminal/,
  }),
  plugged('a plugin of v1alpha1', { apiVersion: 'client.authentication.k8s.io/v1alpha1' }, echo(), {
    says: /exec.apiVersion is none of/,
  }),
  plugged('a plugin that answers in another version', {}, echo('client.authentication.k8s.io/v1beta1'), {
    says: /did not answer with an ExecCredential/,
  }),
  plugged('a plugin on the PATH', { command: 'cat', args: ['{dir}/answer'] }, '', {
    files: {
      'sub/config': config(https, { exec: { ...plug, command: 'cat', args: ['{dir}/answer'] } }),
      answer: JSON.stringify({ kind: 'ExecCredential', apiVersion: v1, status: { token: 'from-path' } }),
    },
  }),
  plugged(
    'a plugin that is absent',
    { command: './absent', installHint: 'get it from the platform team' },
    '',
    { says: /exec plugin .*absent does not exist: get it from the platform team/ },
  ),
  plugged('a plugin that fails', {}, '#!/bin/sh\necho s3cret >&2\nexit 3\n', {
    says: /exec plugin .*plug failed \(3\)/,
  }),
  plugged('a plugin that answers without kind', {}, '#!/bin/sh\necho \'{"status":{"token":"bare"}}\'\n', {
    differs: 'exec-answer',
  }),
  plugged('a plugin that answers nothing', {}, saying('{}'), { says: /without a token or certificate/ }),
  plugged('a plugin that gives a certificate', {}, '#!/bin/sh\ncat {dir}/client-answer\n'),
  plugged('a plugin that gives a certificate without key', {}, saying('{"clientCertificateData":"x"}'), {
    says: /half of certificate and key/,
  }),
  plugged(
    'a plugin’s token that has expired at once',
    {},
    echo(v1, ',"expirationTimestamp":"2001-01-01T00:00:00Z"'),
  ),
  one(
    'a plugin beside a token is not asked',
    config(https, { token: 'abc', exec: { ...plug, command: '/missing/plug' } }),
  ),
  one(
    'a plugin beside a client certificate is not asked',
    config(https, {
      'client-certificate-data': '{client}',
      'client-key-data': '{clientKey}',
      exec: { ...plug, command: '/missing/plug' },
    }),
  ),
  one(
    'a plugin and an auth-provider',
    config(https, {
      exec: plug,
      'auth-provider': {
        name: 'oidc',
        config: { 'idp-issuer-url': 'https://x.example.test', 'client-id': 'x' },
      },
    }),
    {
      says: /exec and auth-provider exclude each other/,
    },
  ),
  one('a plugin without command', config(https, { exec: { ...plug, command: '' } }), {
    says: /exec.command is missing/,
  }),
  one('auth-provider gcp', config(https, { 'auth-provider': { name: 'gcp' } }), {
    says: /auth-provider gcp does not exist any more/,
  }),
  one(
    'auth-provider oidc',
    config(https, {
      'auth-provider': {
        name: 'oidc',
        config: { 'id-token': '{jwt}', 'client-id': 'x', 'idp-issuer-url': 'https://issuer.example.test' },
      },
    }),
  ),
  one(
    'auth-provider oidc, expired',
    config(https, {
      'auth-provider': {
        name: 'oidc',
        config: { 'id-token': '{oldJwt}', 'client-id': 'x', 'idp-issuer-url': 'https://issuer.example.test' },
      },
    }),
    { says: /id-token has expired, and there is nothing to refresh it with/ },
  ),
];
