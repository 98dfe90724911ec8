// A row of the table: one command, how it is called, what proves that it did its work, and how it ends in each mode.

import type { Seeded } from '../seed.ts';
import type { StrangerRequest } from '../server.ts';
import type { Store } from '../store.ts';
import type { Mode } from '../switches.ts';

export type Outcome =
  | { readonly is: 'works' | 'works after sync' }
  /** It does its work, or a part of it, and says so on stderr. */
  | { readonly is: 'degraded'; readonly note: string; readonly code?: number }
  /** Nothing was changed, and the message says why. */
  | { readonly is: 'not possible'; readonly code: number; readonly message: string };

const WORKS: Outcome = { is: 'works' };
export const degraded = (note: string, code?: number): Outcome => ({
  is: 'degraded',
  note,
  ...(code !== undefined && { code }),
});
export const notPossible = (code: number, message: string): Outcome => ({ is: 'not possible', code, message });

/** What a command did: both streams, what the server was asked, and what it stores now. */
export interface Seen {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly StrangerRequest[];
  readonly store: Store;
  readonly ids: Seeded;
  readonly mode: Mode;
  /** Text of a file that the command wrote. */
  file(name: string): string;
  /** Standard output as JSON. */
  json(): unknown;
}

export interface Row {
  /** As `reach commands` names it. */
  readonly command: string;
  /** What follows the command; `{name}` is an id of the seeded workspace. */
  readonly argv: string;
  /** In these modes other words follow it. */
  readonly argvIn?: Readonly<Partial<Record<Mode, string>>>;
  readonly stdin?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Files that those command lines find. */
  readonly filesBefore?: Readonly<Record<string, string>>;
  /** Command lines that come before it, in the same folder. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `profile`: as one who has logged in and synced; by default with address and key from the environment. */
  readonly as?: 'profile';
  /** Its exit status where it works; 0 unless given. */
  readonly code?: number;
  /** Throws unless standard output and the store show that the work was done, and nothing else. */
  readonly proof: (seen: Seen) => void;
  /** A mode that is not named: it works. */
  readonly modes?: Readonly<Partial<Record<Mode, Outcome>>>;
  /** Concerns no remote service: outside the share of commands that work. */
  readonly local?: true;
}

export const row = (
  command: string,
  argv: string,
  proof: Row['proof'],
  more: Partial<Omit<Row, 'command' | 'argv' | 'proof'>> = {},
): Row => ({ command, argv, proof, ...more });

export const outcomeOf = (row: Row, mode: Mode): Outcome => row.modes?.[mode] ?? WORKS;

/** How the row is called in the report of the tests, and in the list of what is broken. */
export const nameOf = ({ command, argv }: Row) => [command, argv].filter(Boolean).join(' ');
