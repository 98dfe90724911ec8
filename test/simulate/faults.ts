// Faults to put into the code on purpose: `npm run simulate -- --faults` says in how many schedules each of them is found.

import type { SourceEdit } from './load.ts';

type Fault = readonly [name: string, file: string, from: string, to: string];

const FAULTS: readonly Fault[] = [
  [
    'a bulk is noted after it was sent',
    'src/cli/import/send/send-request.ts',
    'await journal.sent(sent);',
    'setTimeout((line: SentLine) => void journal.sent(line).catch(() => {}), 60, sent);',
  ],
  ['lines are not synced', 'src/cli/files/appended-lines.ts', 'if (isLasting) await synced(fd);', ''],
  [
    'half a line stays at the end',
    'src/cli/files/appended-lines.ts',
    'if (torn !== null && isReadOnly !== true) await this.#handle.truncate(torn);',
    '',
  ],
  [
    'the size is noted before the lines are there',
    'src/cli/files/appended-lines.ts',
    'await this.#append(this.#handle, bytes, isLasting);',
    "writeSync(this.#sizeFile.fd, String(this.#sizeWritten).padStart(SIZE_DIGITS, '0'), 0); await this.#append(this.#handle, bytes, isLasting);",
  ],
  [
    'a lock is taken from a process that runs',
    'src/contract/processes.ts',
    "return start === now ? 'running' : 'gone'",
    "return 'gone'",
  ],
  [
    'a killed process keeps its lock',
    'src/contract/processes.ts',
    "if (!self.alive(pid)) return 'gone'",
    "if (!self.alive(pid)) return 'running'",
  ],
  [
    'the rate is counted for each process',
    'src/cli/import/start/import-file.ts',
    'connected?.resumePace(journal.usedAt(startedAt), journal.learned.limits);',
    '',
  ],
  [
    'the window of the rate is short',
    'src/client/retry/pacer.ts',
    'this.#now() + this.#windowMs + PACE_MARGIN_MS',
    'this.#now() + this.#windowMs - 900',
  ],
  [
    'a write without an answer is tried again',
    'src/client/retry/retry.ts',
    "error.passing && (effect === 'read' || error.sent === 'no')",
    'error.passing',
  ],
  [
    'a write is tried again after a server error',
    'src/client/retry/retry.ts',
    "if (effect === 'write') return null;",
    '',
  ],
  [
    'a bulk without an answer is sent again at once',
    'src/cli/import/send/send-bulk.ts',
    'await reconcile(run, bulk.items, unanswered, found, defer);',
    'void [reconcile, defer];',
  ],
  [
    'requests on their way are not waited for',
    'src/cli/import/recover/reconcile.ts',
    'if (waitMs > 0 && mayArrive().length > 0)',
    'if (waitMs > 1e9 && mayArrive().length > 0)',
  ],
  [
    'undo does not know what a lost request created',
    'src/cli/import/send/send-bulk.ts',
    'if (foundLater.length > 0) await session.history.found(entity.name, foundLater);',
    '',
  ],
  [
    'what a lost request created counts as there before',
    'src/cli/import/send/send-bulk.ts',
    "? status === 'unchanged' && clock.lag !== 'unrelated' && age === 'newer'",
    "? status === 'unchanged' && clock.lag === 'unrelated' && age === 'newer'",
  ],
  [
    'a file gets its name before it is whole',
    'src/cli/files/write-atomic.ts',
    'await this.#orDrop(() => this.#handle.appendFile(text));',
    'void this.#handle.appendFile(text).catch(() => {});',
  ],
  [
    'a change is sent before it is in the history',
    'src/cli/session/history/recorder.ts',
    'if (foreseen.length > 0) await sent();',
    '',
  ],
  [
    'a bulk that the rate refused counts as refused for good',
    'src/cli/import/send/send-request.ts',
    "if (error.status === 429) return 'rate_limited';",
    "if (error.status === 429) return 'refused';",
  ],
  [
    'apply does not look for what it created before',
    'src/cli/outreach/planning/carry-out.ts',
    'await creation.find(() => this.#createdBefore(planned, kind, document));',
    'await (creation.find, this.#createdBefore, null as LiveResource | null);',
  ],
  [
    'the journal knows the last attempt alone',
    'src/cli/files/journal.ts',
    '[...before, entry]',
    '[...before.slice(0, 0), entry]',
  ],
  [
    'a merge that was begun is not continued',
    'src/cli/duplicates/merge-group.ts',
    "journal.state(group.group).is === 'unanswered'",
    "journal.state(group.group).is === 'reopened'",
  ],
];

export const EDITS: readonly { readonly name: string; readonly edit: SourceEdit }[] = FAULTS.map(
  ([name, file, from, to]) => ({ name, edit: { file, from, to } }),
);
