import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, connect as dial, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type Identity, identity } from './certificates.ts';

/** One request as an API server or a forward proxy saw it. */
export interface Request {
  /** `direct`, or how it came through a proxy. */
  via: string;
  scheme: 'http' | 'https';
  /** Where it wanted to go, as it said itself. */
  host: string;
  path: string;
  /** Empty: none was sent. */
  sni: string;
  /** The subject of the client's certificate; empty: none. */
  client: string;
  proxyAuthorization: string;
  headers: Record<string, string[]>;
}

export interface LoggingServers {
  seen: Request[];
  ports: Record<'http' | 'https' | 'other' | 'proxy' | 'sproxy' | 'socks' | 'closed', number>;
  authority: Identity;
  /** Signs the certificate of `other`. */
  otherAuthority: Identity;
  client: Identity;
  close(): Promise<void>;
}

const names = ['api.example.test', 'alias.example.test', 'localhost', '127.0.0.1', '0.0.0.0', '10.1.2.3'];

/** An API server by http and two by https, and forward proxies by http, https and SOCKS 5 that lead every name to them; all on loopback. */
export async function loggingServers(): Promise<LoggingServers> {
  const authority = identity('authority');
  const otherAuthority = identity('other authority');
  const seen: Request[] = [];
  const tunnels = new Map<number, { via: string; proxyAuthorization: string }>();
  const secure = (by: Identity) => {
    const { certificate, key } = identity('server', by, names);
    return { cert: certificate, key, requestCert: true, rejectUnauthorized: false };
  };
  const answer: Parameters<typeof createServer>[1] = (request, response) => {
    const socket = request.socket as TLSSocket;
    const tunnel = tunnels.get(socket.remotePort ?? 0);
    seen.push({
      via: tunnel?.via ?? 'direct',
      scheme: socket.encrypted ? 'https' : 'http',
      host: request.headers.host ?? '',
      path: request.url ?? '',
      sni: (socket.encrypted && socket.servername) || '',
      client: String((socket.encrypted && socket.getPeerCertificate()?.subject?.CN) || ''),
      proxyAuthorization: tunnel?.proxyAuthorization ?? '',
      headers: headersOf(request),
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"major":"1"}');
  };
  const forward = (via: string): Parameters<typeof createServer>[1] => {
    return (request, response) => {
      const { host, pathname } = new URL(request.url ?? '');
      const proxyAuthorization = request.headers['proxy-authorization'] ?? '';
      const headers = headersOf(request);
      seen.push({
        via,
        scheme: 'http',
        host,
        path: pathname,
        sni: '',
        client: '',
        proxyAuthorization,
        headers,
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"major":"1"}');
    };
  };
  const http = createServer(answer);
  const https = createSecureServer(secure(authority), answer);
  const other = createSecureServer(secure(otherAuthority), answer);
  const proxy = createServer(forward('http proxy'));
  const sproxy = createSecureServer(secure(authority), forward('https proxy'));
  const onward = (port: string | number): Socket =>
    dial(portOf(Number(port) === 8080 ? http : https), '127.0.0.1');
  const tunnel = (
    via: string,
    target: string,
    socket: Duplex,
    proxyAuthorization: string,
    hello: Buffer | string,
  ) => {
    const onwards = onward(target.split(':').at(-1) ?? '');
    onwards.once('connect', () => {
      tunnels.set(onwards.localPort ?? 0, { via: `${via} to ${target}`, proxyAuthorization });
      socket.write(hello);
      onwards.pipe(socket).pipe(onwards);
    });
    for (const end of [socket, onwards]) end.on('error', () => {});
  };
  for (const [via, server] of [
    ['http proxy', proxy],
    ['https proxy', sproxy],
  ] as const)
    server.on('connect', (request: IncomingMessage, socket: Duplex) =>
      tunnel(
        via,
        request.url ?? '',
        socket,
        request.headers['proxy-authorization'] ?? '',
        'HTTP/1.1 200 OK\r\n\r\n',
      ),
    );
  const socks = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (asked) => {
        const length = asked[4] ?? 0;
        const [host, rest] =
          asked[3] === 3
            ? [asked.subarray(5, 5 + length).toString(), asked.subarray(5 + length)]
            : [[...asked.subarray(4, 8)].join('.'), asked.subarray(8)];
        tunnel(
          'socks5 proxy',
          `${host}:${rest.readUInt16BE(0)}`,
          socket,
          '',
          Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        );
      });
    });
  });
  const servers = { http, https, other, proxy, sproxy, socks };
  for (const server of Object.values(servers))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vacant = createSocketServer();
  await new Promise<void>((resolve) => vacant.listen(0, '127.0.0.1', resolve));
  const closed = portOf(vacant);
  await new Promise((resolve) => vacant.close(resolve));
  const ports = Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, portOf(server)]));
  return {
    seen,
    ports: { ...ports, closed } as LoggingServers['ports'],
    authority,
    otherAuthority,
    client: identity('release', authority),
    async close() {
      for (const server of [http, https, other, proxy, sproxy] as Server[]) server.closeAllConnections();
      await Promise.all(
        Object.values(servers).map((server) => new Promise((resolve) => server.close(resolve))),
      );
    },
  };
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}

/** Those that say who asks, each with all its values. */
function headersOf({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  const told = Object.entries(headersDistinct).filter(([name]) =>
    /^(authorization|impersonate-.*)$/.test(name),
  );
  return Object.fromEntries(told.sort().map(([name, values]) => [name, values ?? []]));
}
