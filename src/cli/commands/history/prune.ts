import { counted } from '../../../contract/english.ts';
import { does, writesFile } from '../../session/command.ts';
import { removeEntry } from '../../session/history/entry.ts';
import { entriesBeyond, KEPT_BYTES, KEPT_DAYS } from '../../session/history/prune.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { durationMs, wholeNumber } from '../../terminal/settings.ts';

const prunedView: View = {
  noun: 'entry',
  plural: 'entries',
  columns: [
    { key: 'entries', kind: 'number' },
    { key: 'bytes', kind: 'number' },
  ],
};

const DAY_MS = 86_400_000;
const MB = 1024 * 1024;

const declare = () =>
  writesFile('prune', {
    summary: 'Remove old entries of the history, of all profiles',
    description: `Without options: those older than ${KEPT_DAYS} days, and the oldest beyond 1 GB. That is also done by itself, once a day. What is removed cannot be undone any more.`,
    view: prunedView,
    json: 'record',
    output: 'how many entries and bytes were removed',
    examples: [
      ['reach history prune', 'what is beyond the bounds'],
      ['reach history prune --older-than 7d', 'all but the last week'],
    ],
  })
    .option('--older-than <duration>', `entries older than this (${KEPT_DAYS}d)`)
    .option('--max-size <mb>', 'keep at most so many megabytes, the newest (1024)');

export const pruneCommand = does(declare, async ({ paths, io, print }, options) => {
  const days = options.olderThan === undefined ? KEPT_DAYS : durationMs(options.olderThan, '--older-than') / DAY_MS;
  const bytes =
    options.maxSize === undefined ? KEPT_BYTES : wholeNumber(options.maxSize, '--max-size', 0, 1_000_000) * MB;
  const beyond = entriesBeyond(paths, io.now(), { days, bytes });
  for (const entry of beyond) removeEntry(entry);
  const sum = beyond.reduce((total, entry) => total + entry.bytes, 0);
  await print.record(prunedView, { entries: beyond.length, bytes: sum });
  await print.note(`${counted(beyond.length, 'entry', 'entries')} removed`);
});
