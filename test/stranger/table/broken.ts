// What is broken today: exit code and a part of what is wrong, asserted so that a repair shows.

import type { Mode } from '../switches.ts';

type Broken = Readonly<Record<string, readonly [code: number, problem: string]>>;

export const BROKEN: Readonly<Record<Mode, Broken>> = {
  minimal: {},
  strict: {},
  renamed: {},
  typed: {},
  richer: {},
};
