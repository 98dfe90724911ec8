// Names and addresses of this machine itself. Free of zod.

const LOOPBACK = /^(localhost|[a-z0-9.-]{1,200}\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i;

export function isLoopback(host: string): boolean {
  // The first use of a pattern takes longer than all else that is done to an address.
  return host === '127.0.0.1' || host === 'localhost' || (host.length <= 300 && LOOPBACK.test(host));
}
