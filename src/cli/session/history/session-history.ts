// The history of a session: loaded with every command, and nearly nothing until the first write.

import type { Call } from '../../../client/api.ts';
import type { EntityName } from '../../../contract/entities.ts';
import type { Change } from './recorded-route.ts';
import type { SentRoute } from './recorded-routes.ts';
import type { EntryOptions, Recorder, RecorderHost } from './recorder.ts';

export interface LateRecord {
  readonly id: number;
  readonly item: object;
}

export type SessionHistory = ReturnType<typeof sessionHistory>;

/**
 * `host` is null where nothing is remembered: a command that only reads, a dry run, --no-history. `declared`: the requests of the
 * command; null where the user wants no history.
 */
export function sessionHistory(host: RecorderHost | null, declared: readonly SentRoute[] | null) {
  let options: EntryOptions = {};
  let recorder: Promise<Recorder> | null = null;
  const opened = (of: RecorderHost) => {
    recorder ??= import('./recorder.ts').then((module) => new module.Recorder(of, options));
    return recorder;
  };
  let closing: Promise<void> | null = null;
  const close = async () => {
    // An undo that found nothing to do is an entry, too: what it takes back counts as undone.
    if (host !== null && options.isComplete === true) await opened(host);
    const used = await recorder;
    if (used === null) return;
    used.options = options;
    await used.close();
  };
  return {
    /** The user wants it. */
    isWanted: declared !== null,
    /**
     * Whether undo takes back what these requests change, or all that the command can send; null where nothing is remembered, or is
     * known to change. `changes` is null where that is not known.
     */
    undoText: async (sent: readonly SentRoute[] = declared ?? [], changes: readonly Change[] | null = null) =>
      declared === null || sent.length === 0 ? null : (await import('./recorded-routes.ts')).undoText(sent, changes),
    /** What the entry is, where it is not simply a new one; to be called before the first write. */
    entry: (next: EntryOptions): void => {
      options = { ...options, ...next };
    },
    /** What became of requests without an answer, as the command found out. `isSettled`: of all of them so far. */
    later: async (changes: readonly Change[], isSettled: boolean) => {
      if (host !== null) await (await opened(host)).later(changes, isSettled);
    },
    /** Records that requests without an answer made, with what was sent of them: those that they were to create are kept. */
    found: async (entity: EntityName, records: readonly LateRecord[]) => {
      if (host === null) return;
      const { createdRecord, matchKeys } = await import('./recorded-records.ts');
      const known = await (await opened(host)).creations();
      const keys = matchKeys(
        entity,
        records.map(({ item }) => item),
      );
      // Undo deletes what was created: of a record that was to be merged, or of which nothing is known, that is not said.
      const created = records.filter((_, at) => {
        const key = keys[at] ?? null;
        return key === null || known?.get(key) === 'unanswered';
      });
      await (await opened(host)).later(
        created.map(({ id, item }) => createdRecord(entity, id, item)),
        false,
      );
    },
    /**
     * Of each item, whether a bulk was to create its record, and whether that was answered; null of one that no bulk was to create,
     * undefined of one without a match key. Null in place of all where the history does not know.
     */
    creations: async (entity: EntityName, items: readonly object[]) => {
      const known = host === null ? null : await (await opened(host)).creations();
      if (known === null) return null;
      const { matchKeys } = await import('./recorded-records.ts');
      return matchKeys(entity, items).map((key) => (key === null ? undefined : (known.get(key) ?? null)));
    },
    /** Sends writes through the recorder. */
    intercept: (call: Call): Call => {
      if (host === null) return call;
      return async (route, input = {}, sendOptions = {}) => {
        if (route.effect === 'write') return await (await opened(host)).send(call, route, input, sendOptions);
        return await call(route, input, sendOptions);
      };
    },
    /** Ends the entry. An undo does so itself, while no other process undoes the same. */
    close: () => (closing ??= close()),
  };
}
