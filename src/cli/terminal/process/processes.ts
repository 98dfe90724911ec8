// What the system tells of processes, for locks.

import { readFileSync, readlinkSync } from 'node:fs';

function textOf(read: () => string): string | null {
  try {
    return read().trim();
  } catch {
    return null;
  }
}

/** `hostname` stands in where the system tells nothing: node:os is loaded for it alone. */
export function pidSpace(hostname: () => string): string {
  const boot = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const namespace = textOf(() => readlinkSync('/proc/self/ns/pid'));
  return boot === null || namespace === null ? hostname() : `${boot} ${namespace}`;
}

/** Field 22 of proc(5) stat, in ticks since the boot; the name before it may hold spaces and parentheses. */
export function processStart(pid: number, own: number): string | null {
  // The /proc of another namespace shows other processes under our numbers; its `self` alone is right.
  if (pid !== own && textOf(() => readlinkSync('/proc/self')) !== String(own)) return null;
  const stat = textOf(() => readFileSync(`/proc/${pid === own ? 'self' : pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
