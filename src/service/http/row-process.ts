// Heavy rows that read, in a process of its own: only a process that is killed stops a statement of SQLite at once.

import { fork } from 'node:child_process';
import type { RowThread } from './heavy.ts';

/** Runs `program` with `data`, which it takes for its own. */
export function rowProcess(program: string, data: object): RowThread {
  const child = fork(program, [JSON.stringify(data)], {
    // None of ours: they may be of a debugger or a profiler.
    execArgv: [],
    serialization: 'advanced',
    // What we print is for our caller.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // One that could not be started does not exit.
    child.once('error', () => child.pid === undefined && resolve());
  });
  // It must not keep us running.
  child.unref();
  child.channel?.unref();
  return {
    // A failure is told by the event `exit`, too.
    postMessage: (request) => void child.send(request, () => {}),
    on: child.on.bind(child),
    off: child.off.bind(child),
    terminate: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
