// reach help: a topic, or the help of a command.

import { getOwn } from '../../contract/json.ts';
import type { Host } from '../session/host.ts';
import { pagerFor } from '../session/session.ts';
import { EXIT } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';
import { type GlobalFlags, settingsOf } from '../terminal/settings.ts';
import { type FailedLine, unknownTopic } from './failure.ts';
import { findGroup } from './tree/groups.ts';
import { TOPICS } from './tree/topics.ts';

interface Program {
  readonly run: (argv: readonly string[], host: Host) => Promise<number>;
  readonly fail: (error: unknown, line: FailedLine, io: Io) => Promise<number>;
}

/** Gives the exit code. */
export async function help(words: readonly string[], flags: GlobalFlags, host: Host, { run, fail }: Program) {
  const { io } = host;
  const topic = words.length === 1 ? getOwn(TOPICS, words.join()) : undefined;
  if (topic !== undefined) {
    const pager = await pagerFor(io, flags, settingsOf(io, flags, null));
    await (pager?.io ?? io).stdout.write(await topic.text(host.guides));
    await pager?.end();
    return EXIT.done;
  }
  if (words[0] !== undefined && findGroup(words[0]) === undefined)
    return await fail(unknownTopic(words.join(' ')), { argv: ['help', ...words], command: '', verbs: [] }, io);
  return await run([...words, '--help'], host);
}
