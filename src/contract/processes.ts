// Processes of this machine, as locks name them: an id alone is used again, and in every container by other processes.

export interface Processes {
  readonly pid: number;
  /** What process ids count in: the boot and the pid namespace on Linux, else the host. */
  readonly pidSpace: string;
  /** Whether a process of this pid space is running. */
  alive(pid: number): boolean;
  /** When it started, in a form that only compares equal; null if the platform does not tell. */
  startOf(pid: number): string | null;
}

/** A process as it was recorded; null: by a version that did not, or on a platform that does not tell. */
export interface RecordedProcess {
  readonly pid: number;
  readonly start: string | null;
  readonly pidSpace: string | null;
}

/** `isOurs`: what to make of our own pid, which may be that of an earlier process. */
export function processState({ pid, start, pidSpace }: RecordedProcess, self: Processes, isOurs: boolean) {
  if (pid <= 0) return 'gone';
  if (pidSpace !== null && pidSpace !== self.pidSpace) return 'unknown';
  if (!self.alive(pid)) return 'gone';
  if (pid === self.pid) return isOurs ? 'running' : 'gone';
  if (pidSpace === null) return 'running';
  const now = self.startOf(pid);
  if (start === null || now === null) return 'unknown';
  return start === now ? 'running' : 'gone';
}
