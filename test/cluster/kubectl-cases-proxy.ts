import { type Case, config, https, one } from './kubectl-cases.ts';

const far = { ...https, server: 'https://api.example.test:6443' };
const plain = { server: 'http://api.example.test:8080' };
const address = { ...https, server: 'https://10.1.2.3:6443' };
const here = { ...https, server: 'https://0.0.0.0:{https}' };
const proxy = 'http://127.0.0.1:{proxy}';

function under(name: string, cluster: object, env: Record<string, string>, more: Partial<Case> = {}): Case {
  return one(name, config({ ...cluster }), { ...more, env: { KUBECONFIG: '{dir}/config', ...env } });
}

const bypassed = (name: string, cluster: object, noProxy: string): Case =>
  under(name, cluster, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: noProxy });

/** By which way: the kubeconfig's proxy-url, the variables, plain http. */
export const proxyCases: Case[] = [
  one('proxy-url', config({ ...far, 'proxy-url': proxy })),
  one(
    'proxy-url with name and password',
    config({ ...far, 'proxy-url': 'http://me:p%40ss@127.0.0.1:{proxy}' }),
  ),
  one('proxy-url by https', config({ ...far, 'proxy-url': 'https://127.0.0.1:{sproxy}' })),
  one('proxy-url by SOCKS 5', config({ ...far, 'proxy-url': 'socks5://127.0.0.1:{socks}' })),
  one('proxy-url by SOCKS 4', config({ ...far, 'proxy-url': 'socks4://127.0.0.1:{socks}' }), {
    says: /proxy-url is no http, https or socks5 address/,
  }),
  one('proxy-url without scheme', config({ ...far, 'proxy-url': '127.0.0.1:{proxy}' }), {
    says: /proxy-url is no http, https or socks5 address/,
  }),
  one('proxy-url also on loopback', config({ ...https, 'proxy-url': proxy })),
  one(
    'a proxy-url where nobody listens',
    config({ ...far, 'proxy-url': 'http://me:s3cret@127.0.0.1:{closed}' }),
    { says: /through the proxy http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED/ },
  ),
  under(
    'proxy-url beats the variables',
    { ...far, 'proxy-url': proxy },
    { HTTPS_PROXY: 'http://127.0.0.1:{closed}', NO_PROXY: '*' },
  ),
  under('HTTPS_PROXY', far, { HTTPS_PROXY: proxy }),
  under('https_proxy', far, { https_proxy: proxy }),
  under('HTTPS_PROXY beats https_proxy', far, {
    HTTPS_PROXY: proxy,
    https_proxy: 'http://127.0.0.1:{closed}',
  }),
  under('an empty HTTPS_PROXY counts as unset', far, { HTTPS_PROXY: '', https_proxy: proxy }),
  under('an empty https_proxy counts as unset', far, { HTTPS_PROXY: proxy, https_proxy: '' }),
  under('HTTPS_PROXY without scheme', far, { HTTPS_PROXY: '127.0.0.1:{proxy}' }),
  under('HTTPS_PROXY without scheme, by name', far, { HTTPS_PROXY: 'localhost:{proxy}' }),
  under('HTTPS_PROXY with name and password', far, { HTTPS_PROXY: 'http://me:secret@127.0.0.1:{proxy}' }),
  under('HTTPS_PROXY by https', far, { HTTPS_PROXY: 'https://127.0.0.1:{sproxy}' }),
  under('HTTPS_PROXY by SOCKS 5', far, { HTTPS_PROXY: 'socks5://127.0.0.1:{socks}' }),
  under('HTTPS_PROXY that is none', far, { HTTPS_PROXY: 'http://[' }, { says: /HTTPS_PROXY is http:\/\/\[/ }),
  under(
    'HTTPS_PROXY of an unknown scheme',
    far,
    { HTTPS_PROXY: 'ftp://me:s3cret@127.0.0.1:{proxy}' },
    { differs: 'proxy-scheme', says: /HTTPS_PROXY is 127/ },
  ),
  under('HTTPS_PROXY is not for http', plain, { HTTPS_PROXY: proxy }, { warns: /plain http/ }),
  under('HTTP_PROXY is not for https', here, { HTTP_PROXY: proxy }),
  under(
    'HTTP_PROXY forwards http, without the token',
    plain,
    { HTTP_PROXY: proxy },
    { warns: /plain http: the credentials of context main are not sent/ },
  ),
  under('ALL_PROXY counts for nothing', here, { ALL_PROXY: proxy }),
  under('the proxy is not for 127.0.0.1', https, { HTTPS_PROXY: proxy }),
  under(
    'the proxy is not for localhost',
    { ...https, server: 'https://localhost:{https}' },
    { HTTPS_PROXY: proxy },
  ),
  under(
    'the proxy is not for the rest of 127/8',
    { ...https, server: 'https://127.9.9.9:{https}', 'tls-server-name': 'localhost' },
    { HTTPS_PROXY: proxy },
  ),
  under('the proxy is for 0.0.0.0', here, { HTTPS_PROXY: proxy }),
  bypassed('NO_PROXY *', far, '*'),
  bypassed('NO_PROXY * among others', far, 'x.example.test, *'),
  bypassed('NO_PROXY names the host', far, 'api.example.test'),
  bypassed('NO_PROXY names it in capitals', far, 'API.Example.Test'),
  bypassed('NO_PROXY names the domain', far, 'example.test'),
  bypassed('NO_PROXY names the domain with a dot', far, '.example.test'),
  bypassed('NO_PROXY names the host with a dot', far, '.api.example.test'),
  bypassed('NO_PROXY names the domain with a star', far, '*.example.test'),
  bypassed('NO_PROXY names part of a word', far, 'ple.test'),
  bypassed('NO_PROXY names host and port', far, 'api.example.test:6443'),
  bypassed('NO_PROXY names another port', far, 'api.example.test:443'),
  bypassed('NO_PROXY names the host with an empty port', far, 'api.example.test:'),
  bypassed('NO_PROXY names the address', here, '0.0.0.0'),
  bypassed('NO_PROXY names address and port', here, '0.0.0.0:{https}'),
  bypassed('NO_PROXY names the network', here, '10.0.0.0/8, 0.0.0.0/8'),
  bypassed('NO_PROXY names another network', address, '10.2.0.0/16'),
  bypassed('NO_PROXY names a network that is none', address, '10.0.0.0/99'),
  bypassed('NO_PROXY names the end of an address', address, '.2.3'),
  bypassed('NO_PROXY is parted by spaces alone', far, 'x.example.test api.example.test'),
  bypassed('NO_PROXY is empty entries', far, ' , ,'),
  under('an empty NO_PROXY counts as unset', far, {
    HTTPS_PROXY: proxy,
    NO_PROXY: '',
    no_proxy: 'api.example.test',
  }),
  under(
    'a proxy of the variables where nobody listens',
    far,
    { HTTPS_PROXY: 'http://127.0.0.1:{closed}' },
    { says: /through the proxy http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED/ },
  ),
  under('http to another host', { server: 'http://0.0.0.0:{http}' }, {}, { warns: /plain http/ }),
];

/** Where no authority is named. SSL_CERT_FILE and SSL_CERT_DIR are the process's own, so these need one that has them. */
export const authorityCases: Case[] = [
  one('SSL_CERT_FILE', config({ server: 'https://127.0.0.1:{https}' })),
  one('SSL_CERT_DIR', config({ server: 'https://127.0.0.1:{other}' })),
  one('the kubeconfig’s authority alone counts', config({ ...https, server: 'https://127.0.0.1:{other}' }), {
    says: /certificate .* is not trusted/,
  }),
];
