// Scenarios on every core: in the thread of the command, and, where there are many of them, on others beside it.

import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Program } from '../../session/command.ts';
import type { Host, ScenarioOptions, ScenarioThread, ScenarioThreadData } from '../../session/host.ts';
import { openSession, type Session } from '../../session/session.ts';
import { parallelMap } from '../../shared/parallel-map.ts';
import type { Io } from '../../terminal/io.ts';
import { reachedIn } from './coverage.ts';
import { runScenario, type ScenarioResult } from './run-scenario.ts';
import { readScenario } from './scenario-file.ts';
import { readFolders } from './stage.ts';

export interface PlayedScenario {
  readonly result: ScenarioResult;
  readonly text: string;
  /** Where the coverage is wanted. */
  readonly reached: ReadonlySet<string>;
  /** Paths of outreach folders read so far. */
  readonly folders: readonly string[];
}

type Play = (name: string) => Promise<PlayedScenario>;

function playerIn(session: Session, run: Program['run'], { coverage, lock }: ScenarioOptions): Play {
  const folders = readFolders(session.io, lock);
  return async (name) => {
    session.io.interrupt.throwIfAborted();
    const file = await readScenario(session.io, name);
    let reached: ReadonlySet<string> = new Set();
    const result = await runScenario(session, run, file, folders, async (stage) => {
      if (coverage === true) reached = await reachedIn(stage);
    });
    // A long scenario may not have let a signal through. The first turn may come before signals are looked for, the second comes after.
    for (const _ of [1, 2]) await new Promise<void>((resolve) => setImmediate(resolve));
    session.io.interrupt.throwIfAborted();
    return { result, text: file.yaml.text, reached, folders: folders.paths() };
  };
}

/** A thread takes as long to start as a few scenarios take. */
const PER_THREAD = 6;

function playerOn(thread: ScenarioThread, { interrupt }: Io): Play {
  const ended = once(thread, 'exit').then((): never => {
    throw new Error('the thread has ended');
  });
  ended.catch(() => {});
  return async (name) => {
    interrupt.throwIfAborted();
    thread.postMessage(name);
    const [played] = await Promise.race([once(thread, 'message', { signal: interrupt }), ended]);
    return played;
  };
}

/** Plays the scenarios of these files; the results come in the order of the files. */
export async function* playAll(
  session: Session,
  run: Program['run'],
  names: readonly string[],
  options: ScenarioOptions,
): AsyncGenerator<PlayedScenario> {
  const { io, flags, host } = session;
  const { cwd, fileRoots, interrupt } = io;
  const data = { cwd, fileRoots, env: { ...io.env }, flags, options };
  const threads = await host.openScenarioThreads(Math.floor(names.length / PER_THREAD), data);
  const stop = () => {
    for (const thread of threads) thread.postMessage(null);
  };
  interrupt.addEventListener('abort', stop, { once: true });
  const here = playerIn(session, run, options);
  const idle = [here, ...threads.map((thread) => playerOn(thread, io))];
  const work: Play = async (name) => {
    const play = idle.shift() ?? here;
    try {
      const played = await play(name);
      idle.push(play);
      return played;
    } catch (error) {
      idle.push(here);
      if (play === here) throw error;
      // What ended the thread says nothing of the scenario; where it does, it happens again.
      return await here(name);
    }
  };
  const parallel = idle.length;
  const files = (async function* () {
    yield* names;
  })();
  try {
    yield* parallelMap(files, { parallel, window: names.length, work, isCancelled: () => interrupt.aborted });
    interrupt.throwIfAborted();
  } finally {
    interrupt.removeEventListener('abort', stop);
    stop();
  }
}

/** The other side: what such a thread runs. It ends with the message null, which also interrupts what it does. */
export async function playOnThread(hostOver: (io: Io) => Host, own: Io, run: Program['run']): Promise<void> {
  const { cwd, env, fileRoots, flags, options }: ScenarioThreadData = workerData;
  const ending = new AbortController();
  const session = await openSession(hostOver({ ...own, cwd, env, fileRoots, interrupt: ending.signal }), flags);
  const play = playerIn(session, run, options);
  parentPort?.on('message', (name: string | null) => {
    if (name !== null) return void play(name).then((played) => parentPort?.postMessage(played));
    ending.abort();
    parentPort?.close();
  });
}
