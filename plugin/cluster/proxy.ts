import { BlockList, isIP, isIPv6 } from 'node:net';
import { RunError } from '../model/run-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY choose for `server`, by the rules of Go's net/http that kubectl follows
 * (https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config); undefined: none. Empty variables count as unset.
 * @throws RunError 'badVariable' for a proxy that would be used and is none
 */
export function proxyOf(server: URL, env: Env): URL | undefined {
  const [name, value] = firstSet(env, server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (value === '' || bypasses(server, firstSet(env, 'NO_PROXY')[1])) return undefined;
  const proxy = parseProxy(value.includes('://') ? value : `http://${value}`);
  if (proxy !== undefined && proxySchemes.has(proxy.protocol)) return proxy;
  const expects = 'a proxy is HOST:PORT or an http, https or socks5 address';
  throw new RunError('badVariable', { name, value: value.replace(/^.*@/s, ''), expects });
}

/** A whole address; undefined for anything else, such as `host:port`. */
export function parseProxy(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url === undefined || url.hostname === '' ? undefined : url;
}

export const proxySchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:']);

/** `localhost` and every loopback address: a request to it does not leave the machine. */
export function isLoopback(server: URL): boolean {
  const host = hostOf(server);
  return host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, family(host)));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function firstSet(env: Env, upper: string): [name: string, value: string] {
  const name = (env[upper] ?? '') === '' ? upper.toLowerCase() : upper;
  return [name, env[name] ?? ''];
}

function bypasses(server: URL, noProxy: string): boolean {
  if (isLoopback(server)) return true;
  const host = hostOf(server);
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry === '*' || (entry !== '' && matches(entry, host, port)));
}

function matches(entry: string, host: string, port: string): boolean {
  const [, network = '', bits = ''] = /^([\d.a-f:]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (isIP(network) !== 0) return isIP(host) !== 0 && inNetwork(host, network, Number(bits));
  const bracketed = /^\[(.*)\]:(\d*)$/.exec(entry) ?? /^([^:]*):(\d*)$/.exec(entry);
  const [, name = '', only = ''] = bracketed ?? [entry, entry, ''];
  if (name === '' || (only !== '' && only !== port)) return false;
  if (isIP(name) !== 0) return isIP(host) !== 0 && inNetwork(host, name, isIPv6(name) ? 128 : 32);
  if (isIP(host) !== 0) return false;
  const domain = name.replace(/^\*?\./, '');
  return host.endsWith(`.${domain}`) || (host === domain && domain === name);
}

function inNetwork(host: string, network: string, bits: number): boolean {
  if (bits > (isIPv6(network) ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family(network));
  return list.check(host, family(host));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
