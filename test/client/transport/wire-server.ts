// Servers on loopback that do to a connection what networks do. None of our code.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening } from '../../listening.ts';
import { selfSigned } from './certificate.ts';

/** Listens on a free port of loopback until the test has finished; gives the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  const port = await listening(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) {
      server.close();
      await once(server, 'close');
    }
  });
  return port;
}

/** An HTTP server until the test has finished; gives its base URL. */
export async function httpServer(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}`;
}

/** The same with a certificate no one trusts, unless it is named as an authority. */
export async function httpsServer(answer: RequestListener): Promise<{ url: string; cert: string }> {
  const { key, cert } = selfSigned();
  return { url: `https://127.0.0.1:${await listen(createTlsServer({ key, cert }, answer))}`, cert };
}

/** A proxy that opens tunnels, or answers them all with a status; it notes what it was asked. */
export async function tunnelProxy(status = 200): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((_, outgoing) => outgoing.writeHead(500).end());
  server.on('connect', (request, socket: Socket) => {
    asked.push(
      `${request.url} ${request.headers['proxy-authorization'] ?? '-'} ${request.headers['x-api-key'] ?? '-'}`,
    );
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const url = new URL(`http://${request.url}`);
    const tunnel = connect(Number(url.port), url.hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
  });
  return { port: await listen(server), asked };
}

/** A server that speaks bytes; gives its port. */
export async function tcpServer(talk: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(talk));
}

/** A port at which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Reads a whole request, head and body, then calls back. */
export function afterRequest(socket: Socket, then: () => void): void {
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    const head = seen.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0);
    if (head !== -1 && seen.length >= head + 4 + length) {
      seen = '';
      then();
    }
  });
}
