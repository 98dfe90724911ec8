// Names and addresses of this machine itself. Free of zod.

const LOOPBACK = /^(localhost|[a-z0-9.-]{1,200}\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

export function isLoopback(host: string): boolean {
  return host.length <= 300 && LOOPBACK.test(host);
}
