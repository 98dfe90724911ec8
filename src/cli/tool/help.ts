// reach help: a topic, or the help of a command.

import { getOwn } from '../../contract/json.ts';
import type { Host } from '../session/host.ts';
import { pagerFor } from '../session/session.ts';
import { EXIT } from '../terminal/exit.ts';
import { PLAIN } from '../terminal/formats/colour.ts';
import { printerOf } from '../terminal/formats/print.ts';
import { type GlobalFlags, settingsOf } from '../terminal/settings.ts';
import { printError, unknownTopic } from './failure.ts';
import { findGroup } from './tree/groups.ts';
import { TOPICS } from './tree/topics.ts';

/** Gives the exit code. */
export async function help(
  words: readonly string[],
  flags: GlobalFlags,
  host: Host,
  run: (argv: readonly string[], host: Host) => Promise<number>,
): Promise<number> {
  const { io } = host;
  const topic = words.length === 1 ? getOwn(TOPICS, words.join()) : undefined;
  if (topic !== undefined) {
    const settings = settingsOf(io, flags, null);
    const pager = await pagerFor(io, flags, settings);
    const print = printerOf(pager?.io ?? io, settings, { stdout: PLAIN, stderr: PLAIN });
    await print.text(await topic.text(host.guides));
    await pager?.end();
    return EXIT.done;
  }
  if (words[0] !== undefined && findGroup(words[0]) === undefined)
    return await printError(unknownTopic(words.join(' ')), { argv: ['help', ...words], command: '', verbs: [] }, io);
  return await run([...words, '--help'], host);
}
