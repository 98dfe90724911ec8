// One run of one command: its settings, its way out, and its connection, opened when it is first needed.

import type { Call, Client } from '../../client/api.ts';
import type { Rate } from '../../client/retry/pacer.ts';
import type { Api } from '../../contract/table.ts';
import type { View } from '../terminal/formats/cells.ts';
import type { UsedRoute } from '../terminal/formats/known-fields.ts';
import { openPrinter, type Printer } from '../terminal/formats/print.ts';
import type { Io } from '../terminal/io.ts';
import type { Pager } from '../terminal/pager.ts';
import { type Prompt, promptOf } from '../terminal/prompts.ts';
import { type GlobalFlags, isOn, type Settings, settingsOf } from '../terminal/settings.ts';
import { openSpinner, type Spinner } from '../terminal/spinner.ts';
import { connect } from './connect.ts';
import type { RecorderHost } from './history/recorder.ts';
import { type SessionHistory, sessionHistory } from './history/session-history.ts';
import type { Host } from './host.ts';
import { KIND_OF_PATH } from './name-kinds.ts';
import { type Paths, pathsOf } from './paths.ts';
import { type Profile, workspaceOwner } from './profiles/profiles.ts';
import { resolveProfile } from './profiles/resolve-profile.ts';

export interface Session {
  readonly io: Io;
  readonly host: Host;
  readonly paths: Paths;
  readonly settings: Settings;
  readonly flags: GlobalFlags;
  readonly print: Printer;
  readonly prompt: Prompt;
  /** Epoch ms at the service, by its last answer: its clock may be a virtual one, days ahead of ours. */
  now(): number;
  readonly spinner: Spinner;
  /** What the command changes is remembered here. */
  readonly history: SessionHistory;
  /** What the user wants of the checks before a write: `--strict`, or `--no-check`. */
  checks?: 'strict' | 'off';
  /** A dry run prints the requests in place of what they change. */
  showRequests?: true;
  /** A dry run saves what it finds. */
  readonly savePlan?: SavePlan;
  profile(): Profile;
  api(): Promise<Api>;
  /** The client behind it: pacing, who is at the other end. */
  client(options?: ClientNeeds): Promise<Client>;
  /**
   * Shows a person what is going on while the work takes more than a moment: `session.progress('Checking the key', …)`.
   * `tell` changes the text. Off a terminal it only does the work. Requests show themselves without it.
   */
  progress<T>(text: string, work: (tell: (text: string) => void) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const OTHER_TIME_MS = 30_000;

interface ClientNeeds {
  /** The user's own rate, in place of the documented ones. */
  readonly rate?: Rate;
  /** The service on this machine, whatever the profile. */
  readonly local?: boolean;
  /** Its data folder, in place of that of the profile `local`. */
  readonly folder?: string;
}

const progressOn =
  (spinner: Spinner): Session['progress'] =>
  async (text, work) => {
    let displayed = text;
    const end = spinner.phase(() => displayed);
    try {
      return await work((next) => {
        displayed = next;
      });
    } finally {
      end();
    }
  };

/** Where the plan of a dry run goes, and what makes its command again. */
export interface SavePlan {
  readonly file: string;
  readonly argv: readonly string[];
  readonly takesYes: boolean;
  /** What the command has read of standard input; null for nothing. */
  readonly stdin: () => string | null;
}

interface Use {
  readonly savePlan?: Omit<SavePlan, 'stdin'> | undefined;
  /** It changes something. */
  readonly writes?: boolean;
  /** It prints, and asks and waits for nothing. */
  readonly isReading?: boolean;
  /** What it asks of the service, and what its records look like. */
  readonly routes?: readonly UsedRoute[];
  readonly view?: View | undefined;
  /** Its command line, where what it changes is remembered. */
  readonly recorded?: readonly string[] | undefined;
  readonly destroys?: boolean;
}

/** Null where nothing is paged; loaded at a terminal alone. `onStart`: another program takes the screen. */
export async function pagerFor(
  io: Io,
  { pager }: GlobalFlags,
  { noInput }: Settings,
  onStart: () => void = () => {},
): Promise<Pager | null> {
  if (!io.stdout.isTTY || pager === false || noInput) return null;
  return (await import('../terminal/pager.ts')).openPager(io, onStart);
}

/** After a write it would be too late to refuse what is to be shown of it. */
async function checkBeforeWrite({ fields }: Settings, { routes = [], view }: Use): Promise<void> {
  if (view === undefined || fields === null) return;
  await (await import('../terminal/formats/known-fields.ts')).checkWithoutRecord(view, fields, routes);
}

/** A broken configuration must not keep `reach profile …` from printing: the output falls back to flags and environment. */
function profileForOutput(profile: () => Profile): Profile | null {
  try {
    return profile();
  } catch {
    return null;
  }
}

/** What the command changes is remembered, unless it only reads or the user wants none. */
function historyFor(
  use: Use,
  { history }: GlobalFlags,
  {
    settings,
    print,
    ...host
  }: Pick<RecorderHost, 'io' | 'paths' | 'profile'> & { readonly settings: Settings; readonly print: Printer },
): SessionHistory {
  const { recorded, routes = [], destroys = false } = use;
  const { io, profile } = host;
  if (history === false || isOn(io.env['REACH_NO_HISTORY'])) return sessionHistory(null, null);
  if (recorded === undefined) return sessionHistory(null, routes);
  const recorder: RecorderHost = {
    ...host,
    argv: recorded,
    destroys,
    keyMark: async (call) =>
      await (await import('./history/entry-header.ts')).keyMark({ io, settings }, profile(), call),
    note: (text) => void print.note(text),
    warn: (text) => void print.warn(text),
  };
  return sessionHistory(recorder, routes);
}

async function closeClients(opened: Iterable<Promise<Client>>): Promise<void> {
  for (const opening of opened) {
    const settled = await Promise.allSettled([opening]);
    for (const one of settled) if (one.status === 'fulfilled') await one.value.close();
  }
}

/** A plan holds what its command has read. */
async function keepingInput(io: Io, of: Use['savePlan']): Promise<{ readonly io: Io; readonly savePlan?: SavePlan }> {
  if (of === undefined) return { io };
  const { keptInput } = await import('../terminal/command-line.ts');
  const { stdin, text } = keptInput(io.stdin);
  return { io: { ...io, stdin }, savePlan: { ...of, stdin: text } };
}

/** Writes go by the plan that is carried out, if there is one, and then by the history. */
const interceptor =
  ({ guard }: Host, history: SessionHistory, { baseUrl }: Profile) =>
  (call: Call): Call => {
    const recorded = history.intercept(call);
    return guard?.intercept(recorded, call, baseUrl === null) ?? recorded;
  };

/** Opens a session. Settings that do not need a profile (help, version) never come here. */
export async function openSession(input: Host, flags: GlobalFlags, use: Use = {}): Promise<Session> {
  const { writes = false, isReading = false, routes = [] } = use;
  const paths = pathsOf(input.io);
  let chosen: Profile | undefined;
  const profile = () => {
    chosen ??= resolveProfile(input.io, paths, flags.profile);
    return chosen;
  };
  const settings = settingsOf(input.io, flags, profileForOutput(profile));
  const pager = isReading ? await pagerFor(input.io, flags, settings, () => void spinner.hold()) : null;
  const { spinner, io: drawn } = await openSpinner(pager?.io ?? input.io, settings);
  const { io, savePlan } = await keepingInput(drawn, use.savePlan);
  const host: Host = { ...input, io };
  let aheadMs = 0;
  const now = () => io.now() + aheadMs;
  const print = await openPrinter(io, settings, { now, spinner, jqThread: input.jqThread, writes, routes });
  if (writes) await checkBeforeWrite(settings, use);
  const opened = new Map<string, Promise<Client>>();
  const history = historyFor(use, flags, { io, paths, profile, settings, print });
  const seen: { profile: string; path: string; data: unknown }[] = [];
  const client = (needs: ClientNeeds = {}) => {
    const { rate = null, folder, local = folder !== undefined } = needs;
    const kind = JSON.stringify([rate, local, folder]);
    const known = opened.get(kind);
    if (known !== undefined) return known;
    const of = local ? resolveProfile(io, paths, 'local') : profile();
    const onData = (path: string, data: unknown, date: string | undefined) => {
      const ahead = Date.parse(date ?? '') - io.now();
      // Dates have whole seconds, and clocks differ a little: only another time counts.
      aheadMs = Math.abs(ahead) > OTHER_TIME_MS ? ahead : 0;
      if (Object.hasOwn(KIND_OF_PATH, path)) seen.push({ profile: workspaceOwner(of), path, data });
    };
    const intercept = of.name === profile().name ? interceptor(host, history, of) : undefined;
    const opening = connect({ host, paths, profile: of, settings, print, spinner, rate, folder, onData, intercept });
    opened.set(kind, opening);
    return opening;
  };
  return {
    io,
    host,
    paths,
    settings,
    flags,
    print,
    now,
    prompt: promptOf(io, settings, spinner),
    spinner,
    profile,
    history,
    ...(savePlan && { savePlan }),
    client,
    api: async () => (await client()).api,
    progress: progressOn(spinner),
    close: async () => {
      spinner.stop();
      try {
        await history.close();
        await closeClients(opened.values());
        if (seen.length === 0) return;
        const { rememberNames } = await import('./names.ts');
        rememberNames({ io, paths }, seen);
      } finally {
        await pager?.end();
      }
    },
  };
}
