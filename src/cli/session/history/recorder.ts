// Writes of one command that may change the same records go one after the other: what a record was before is read once the answer
// to the earlier one is there.

import type { Call, SendOptions } from '../../../client/api.ts';
import { ApiError, OtherEffectError } from '../../../client/errors.ts';
import type { RequestInput } from '../../../client/request.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { datedId } from '../../files/dated-id.ts';
import { CliError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { Paths } from '../paths.ts';
import type { Profile } from '../profiles/profiles.ts';
import { type BulkCreation, isUnread } from './creations.ts';
import { addCount, EntryWriter, hasEntry } from './entry.ts';
import { withoutSecrets } from './entry-header.ts';
import { pruneDaily } from './prune.ts';
import { type Change, combined, type ReadContext, type RecordedRoute } from './recorded-route.ts';
import { recordedRoute } from './recorded-routes.ts';

type Release = () => void;

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits for those who came before with any of these keys. The keys are free again once `release` is called. */
  async take(keys: Iterable<string>): Promise<Release> {
    const earlier = new Set<Promise<void>>();
    let finish = () => {};
    const mine = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const taken = new Set(keys);
    for (const key of taken) {
      const last = this.#last.get(key);
      if (last !== undefined) earlier.add(last);
      this.#last.set(key, mine);
    }
    await Promise.all(earlier);
    return () => {
      for (const key of taken) if (this.#last.get(key) === mine) this.#last.delete(key);
      finish();
    };
  }
}

export interface RecorderHost {
  readonly io: Io;
  readonly paths: Paths;
  readonly argv: readonly string[];
  readonly profile: () => Profile;
  /** As `keyMark` makes it. */
  readonly keyMark: (call: Call | null) => Promise<string | null>;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** What it changes does not come back by itself: without a history it does not begin. */
  readonly destroys: boolean;
}

/** Set by a command whose entry is not a new one, or takes another one back. */
export interface EntryOptions {
  readonly id?: string;
  readonly undoes?: string;
  /** Of an undo: it came to its end. */
  readonly isComplete?: boolean;
}

export class Recorder {
  readonly #host: RecorderHost;
  #options: EntryOptions;
  /** Null in it: it cannot be written, and the command goes on without. */
  #entry: Promise<EntryWriter | null> | null = null;
  readonly #counts = new Map<string, number>();
  readonly #context: ReadContext;
  readonly #turns = new Turns();
  #hasWarned = false;
  #call: Call | null = null;

  constructor(host: RecorderHost, options: EntryOptions) {
    this.#host = host;
    this.#options = options;
    this.#context = { isLocal: host.profile().baseUrl === null, memo: new Map() };
  }

  async send(call: Call, route: Route, input: RequestInput, options: SendOptions): Promise<Awaited<ReturnType<Call>>> {
    this.#call ??= call;
    const row = recordedRoute(route);
    if (row === null) return await call(route, input, options);
    const releases: (() => void)[] = [];
    const turn = async (keys: Iterable<string>) => void releases.push(await this.#turns.take(keys));
    try {
      return await this.#send(call, row, [route, input, options], turn);
    } finally {
      for (const release of releases) release();
    }
  }

  async #send(
    call: Call,
    row: NonNullable<ReturnType<typeof recordedRoute>>,
    [route, input, options]: readonly [Route, RequestInput, SendOptions],
    turn: NonNullable<ReadContext['turn']>,
  ): Promise<Awaited<ReturnType<Call>>> {
    const before = await this.#before(call, row.recorded, input, options, turn);
    const foreseen = withFormerId(row.recorded.changes(input, before), options);
    let number: number | null = null;
    let wasSent = false;
    const sent = async () => {
      number ??= (await (await this.#opened())?.sent(row.name, this.#host.io.now(), foreseen)) ?? null;
      return number;
    };
    const onTurn = async (timeoutMs: number) => {
      // Without changes there is nothing to record.
      const isRecorded = foreseen.length === 0 || (!foreseen.some(isUnread) && (await this.#opened()) !== null);
      await options.onTurn?.(timeoutMs, isRecorded);
      wasSent = true;
      // Nothing is kept of a request that changes nothing.
      if (foreseen.length > 0) await sent();
    };
    try {
      const reply = await call(route, input, { ...options, onTurn });
      const answered = row.recorded.answered?.(input, reply.data, before, this.#context) ?? [];
      const changes = withFormerId(answered, options);
      // Where others do what a service has no path for, there may have been nothing to send.
      if (wasSent && (foreseen.length > 0 || changes.length > 0))
        await this.#answered(await sent(), 'done', foreseen, changes);
      return reply;
    } catch (error) {
      if (number !== null && isRefused(error)) await this.#answered(number, 'refused', [], []);
      throw error;
    }
  }

  /** As in SessionHistory. */
  set options(options: EntryOptions) {
    this.#options = options;
  }

  /** Whether an earlier process began the entry. */
  get #isThere(): boolean {
    const { id } = this.#options;
    return id !== undefined && hasEntry(this.#host.paths, { id, profile: this.#host.profile().name });
  }

  /** By the match keys of items; null where the entry names none. */
  async creations(): Promise<ReadonlyMap<string, BulkCreation> | null> {
    if (this.#entry === null && !this.#isThere) return null;
    return (await this.#opened())?.creations.byKey() ?? null;
  }

  /** What the command found out about requests without an answer. `isSettled`: of all so far. */
  async later(changes: readonly Change[], isSettled: boolean): Promise<void> {
    // A resumed import that has nothing left to send ends its entry.
    if (this.#entry === null && changes.length === 0 && !this.#isThere) return;
    for (const change of changes) addCount(this.#counts, change);
    await (await this.#opened())?.later(changes, isSettled);
  }

  async close(): Promise<void> {
    if (this.#options.isComplete === true) void this.#opened();
    const entry = await this.#entry?.catch(() => null);
    await entry?.finish(this.#host.io.now(), Object.fromEntries(this.#counts), this.#options.isComplete);
  }

  /** Null where they cannot be read. That must not keep the command from its work, and is said. */
  async #before(
    call: Call,
    row: RecordedRoute,
    input: RequestInput,
    { signal, knownBefore }: SendOptions,
    turn: NonNullable<ReadContext['turn']>,
  ): Promise<unknown> {
    if (row.before === undefined) return null;
    if (knownBefore !== undefined) return knownBefore;
    try {
      // The service in the process does one thing at a time.
      if (this.#context.isLocal) await turn(['all']);
      return await row.before(input, (of, request) => call(of, request, signal === undefined ? {} : { signal }), {
        ...this.#context,
        turn: this.#context.isLocal ? async () => {} : turn,
      });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      if (!(error instanceof ApiError && error.status === 404)) this.#warn(error);
      return null;
    }
  }

  #warn(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const why = error instanceof Error ? error.message : String(error);
    this.#host.warn(`the values before this change could not be read, so it cannot be undone: ${why}`);
  }

  async #answered(
    number: number | null,
    is: 'done' | 'refused',
    foreseen: readonly Change[],
    changes: readonly Change[],
  ): Promise<void> {
    if (number === null) return;
    for (const change of combined(foreseen, changes)) addCount(this.#counts, change);
    try {
      await (await this.#opened())?.answered({ done: number, is, ...(changes.length > 0 && { changes }) });
    } catch (error) {
      // It is done: to fail now would have it repeated. The next request is kept back.
      this.#host.warn(`the history could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #opened(): Promise<EntryWriter | null> {
    this.#entry ??= this.#open().catch((error: unknown) => {
      if (this.#host.destroys || this.#options.undoes !== undefined || !(error instanceof CliError)) throw error;
      this.#host.warn(`this cannot be undone: ${error.message}`);
      return null;
    });
    return this.#entry;
  }

  async #open(): Promise<EntryWriter> {
    const { io, paths, argv, profile, keyMark, note } = this.#host;
    const { name, baseUrl } = profile();
    pruneDaily(paths, io.now(), io.stderr.isTTY ? note : () => {});
    return await EntryWriter.open(paths, {
      version: 1,
      id: this.#options.id ?? datedId(io.now(), () => io.random()),
      at: io.now(),
      ...io.account(),
      profile: name,
      baseUrl: baseUrl?.value ?? null,
      keyMark: await keyMark(this.#call),
      process: { pid: io.pid, start: io.startOf(io.pid), pidSpace: io.pidSpace },
      command: withoutSecrets(argv),
      ...(this.#options.undoes !== undefined && { undoes: this.#options.undoes }),
    });
  }
}

/** A record that is made again says which id it had. */
const withFormerId = (changes: readonly Change[], { recreates }: SendOptions): readonly Change[] =>
  recreates === undefined
    ? changes
    : changes.map((change) => (change.is === 'created' ? { ...change, was: recreates } : change));

/** Whether the request certainly changed nothing: a 404 to the second attempt may tell what the first one did. */
function isRefused(error: unknown): boolean {
  if (error instanceof OtherEffectError) return false;
  if (error instanceof ApiError) return error.attempts <= 1 && error.status < 500 && error.status !== 408;
  return error instanceof NetworkError && error.sent === 'no';
}
