// Connections through a proxy: it is asked by CONNECT for a tunnel to the service, and sees none of what goes through.

import { type Agent, type ClientRequest, type RequestOptions, request } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { startTimer } from '../../contract/timers.ts';
import type { BaseUrl } from '../base-url.ts';
import { ProxyFailure } from './network-error.ts';
import type { ProxyRoute } from './proxy.ts';
import type { WireTimes } from './time-limits.ts';

type OnConnected = (error: Error | null, socket?: Socket) => void;

/** The user and password in the proxy's address. */
function authorizationOf({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Makes the agent open its connections through the proxy. `close` ends those that do not stand yet. */
export function tunnelThrough(agent: Agent, { uri }: ProxyRoute, { host, port, secure }: BaseUrl, times: WireTimes) {
  const proxy = new URL(uri);
  const isSecureProxy = proxy.protocol === 'https:';
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const opening = new Set<ClientRequest>();

  const options: RequestOptions = {
    ...{ agent: false, method: 'CONNECT', path: target },
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port === '' ? (isSecureProxy ? 443 : 80) : Number(proxy.port),
    headers: { host: target, ...authorizationOf(proxy) },
  };

  const openTunnel = (done: OnConnected): void => {
    const asked = isSecureProxy ? requestSecure(options) : request(options);
    opening.add(asked);
    // For the whole answer: a proxy that sends a byte now and then is never idle.
    const limit = startTimer(times.connectMs, () =>
      asked.destroy(Object.assign(new Error('no answer to CONNECT'), { code: 'ETIMEDOUT' })),
    );
    asked.on('close', () => {
      limit.stop();
      opening.delete(asked);
    });
    asked.on('error', (error) => done(new ProxyFailure(error)));
    asked.on('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      // The service speaks only once it is spoken to: bytes behind the answer are a page of the proxy, not a tunnel.
      if (statusCode === 200 && head.length === 0) return done(null, socket);
      socket.destroy();
      done(new ProxyFailure(statusCode));
    });
    asked.end();
  };

  const createConnection = (_: unknown, done: OnConnected): void =>
    openTunnel((error, socket) => {
      if (error !== null || !secure) return done(error, socket);
      done(null, connect({ socket, host, ...(isIP(host) === 0 && { servername: host }) }));
    });
  Object.assign(agent, { createConnection });

  return {
    close: () => {
      for (const asked of opening) asked.destroy();
    },
  };
}
