// The keychain of the operating system, through the program that comes with it: no native module, nothing loaded where keys
// are in the file. A key goes to the program by standard input, never among its arguments, which everybody can list.

import { execFile } from 'node:child_process';
import { CliError } from '../../terminal/exit.ts';
import { harmlessLine } from '../../terminal/formats/cells.ts';
import type { Io } from '../../terminal/io.ts';
import { programOf } from '../../terminal/programs.ts';
import type { Profile } from './profiles.ts';

/** One who is asked to unlock it needs time to type; a script must not hang. */
const WAIT_MS = 20_000;
const ANSWER_BYTES = 65_536;
const SERVICE = 'reach';

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the program of a system is called. `id` is a uuid, `label` what a person reads in the system's own window. */
interface System {
  readonly program: string;
  readonly install: string;
  store(id: string, label: string, key: string): { readonly args: readonly string[]; readonly input: string };
  read(id: string): readonly string[];
  remove(id: string): readonly string[];
  isMissing(ran: Ran): boolean;
}

const LIBSECRET: System = {
  program: 'secret-tool',
  install: 'install secret-tool (Debian: libsecret-tools; Fedora, Arch: libsecret)',
  store: (id, label, key) => ({ args: ['store', '--label', label, 'service', SERVICE, 'id', id], input: key }),
  read: (id) => ['lookup', 'service', SERVICE, 'id', id],
  remove: (id) => ['clear', 'service', SERVICE, 'id', id],
  // It says nothing where there is no such entry, or where the question to unlock was turned down.
  isMissing: ({ status, stderr }) => status === 1 && stderr.trim() === '',
};

/** `security -i` reads commands: quoted words, in which a backslash stands before a quote or a backslash. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const MACOS: System = {
  program: 'security',
  install: 'it is part of macOS, in /usr/bin',
  store: (id, label, key) => ({
    args: ['-i'],
    input: `add-generic-password -U -s ${SERVICE} -a ${id} -l ${quoted(label)} -X ${Buffer.from(key).toString('hex')}\n`,
  }),
  read: (id) => ['find-generic-password', '-s', SERVICE, '-a', id, '-w'],
  remove: (id) => ['delete-generic-password', '-s', SERVICE, '-a', id],
  // errSecItemNotFound.
  isMissing: ({ status }) => status === 44,
};

const failed = (message: string, hint: string): CliError => new CliError('access', 'keychain', message, { hint });

// The variable is not used for a profile that the line names.
const SET_KEY = 'set REACH_API_KEY, with REACH_PROFILE in place of --profile';
const UNLOCK = `unlock it and try again, or ${SET_KEY}`;
const IN_FILE = 'or keep the key in the file: reach auth login --profile NAME --no-keychain';

function run(io: Io, program: string, limitMs: number, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = { timeout: limitMs, maxBuffer: ANSWER_BYTES, killSignal: 'SIGKILL', env: io.env } as const;
    const child = execFile(program, args, { ...options, signal: io.interrupt }, (error, stdout, stderr) => {
      if (io.interrupt.aborted) reject(io.interrupt.reason);
      else if (error === null) resolve({ status: 0, stdout, stderr });
      else if (error.killed === true) {
        const seconds = Math.max(1, Math.round(limitMs / 1000));
        reject(failed(`the keychain did not answer within ${seconds} s: it may be locked`, `${UNLOCK}, ${IN_FILE}`));
      } else if (typeof error.code !== 'number') {
        reject(failed(`cannot run ${program}: ${error.code ?? error.signal}`, `${SET_KEY}, ${IN_FILE}`));
      } else resolve({ status: error.code, stdout, stderr });
    });
    // A program that ends without reading is recognized by its exit status.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** What the program printed, without what it may have been passed. */
function complaint({ status, stderr }: Ran): string {
  const reported = harmlessLine(stderr.slice(0, 1000))
    .trim()
    .replace(/gsk_\S+/g, '[key]')
    .slice(0, 300);
  return reported === '' ? `exit status ${status}` : reported;
}

/** The keychain of this system; throws where there is none. `limitMs`: how long a call of it may take. */
export function openKeychain(io: Io, limitMs: number = WAIT_MS) {
  const system = io.platform === 'darwin' ? MACOS : io.platform === 'win32' ? null : LIBSECRET;
  if (system === null) throw failed('reach cannot use the keychain of this system', IN_FILE.slice(3));
  const program = programOf(io, system.program);
  if (program === null) {
    throw failed(`there is no keychain here: ${system.program} is not on the PATH`, `${system.install}, ${IN_FILE}`);
  }
  const call = (args: readonly string[], input?: string) => run(io, program, Math.min(limitMs, WAIT_MS), args, input);
  const refused = (did: string, ran: Ran) =>
    failed(`the keychain cannot ${did} the key: ${complaint(ran)}`, `${UNLOCK}, ${IN_FILE}`);

  /** Null where it has none of that name. */
  const read = async (id: string): Promise<string | null> => {
    const ran = await call(system.read(id));
    if (system.isMissing(ran)) return null;
    if (ran.status !== 0) throw refused('give', ran);
    return ran.stdout.replace(/\r?\n$/, '');
  };
  return {
    read,
    /** Keeps the key under a name of its own, and reads it back before it says so. Gives the name. */
    store: async (label: string, key: string): Promise<string> => {
      const id = crypto.randomUUID();
      const { args, input } = system.store(id, label, key);
      const ran = await call(args, input);
      if (ran.status !== 0) throw refused('take', ran);
      if ((await read(id)) !== key) throw failed('the keychain did not keep the key', IN_FILE.slice(3));
      return id;
    },
    remove: async (id: string): Promise<void> => {
      const ran = await call(system.remove(id));
      if (ran.status !== 0 && !system.isMissing(ran)) throw refused('delete', ran);
    },
  };
}

const KEYS = new WeakMap<Profile, Promise<string>>();

/** The key of a profile that has it in the keychain, read once. */
export function keychainKey(io: Io, profile: Profile, id: string, limitMs: number): Promise<string> {
  const known = KEYS.get(profile);
  if (known !== undefined) return known;
  const reading = (async () => {
    const key = await openKeychain(io, limitMs).read(id);
    if (key !== null && key !== '') return key;
    throw failed(
      `the keychain gave no key for profile "${profile.name}": it was removed, or the keychain is locked`,
      `unlock it and try again, or log in again: reach auth login --profile ${profile.name}`,
    );
  })();
  KEYS.set(profile, reading);
  return reading;
}
