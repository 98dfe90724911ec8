// The words of enumerations, ours and those of another service.

import type { Learned } from '../../../contract/learned.ts';
import type { Operation } from './read.ts';

/** Words of one name that only one of the two has. */
export interface OtherWords {
  readonly request: string;
  readonly name: string;
  readonly more: readonly string[];
  readonly fewer: readonly string[];
}

export function otherWords(ours: Operation, theirs: Operation): OtherWords[] {
  return [...ours.words].flatMap(([name, own]) => {
    const there = theirs.words.get(name) ?? own;
    const more = there.filter((word) => !own.includes(word));
    const fewer = own.filter((word) => !there.includes(word));
    return more.length + fewer.length === 0 ? [] : [{ request: `${ours.method} ${ours.path}`, name, more, fewer }];
  });
}

/** Words of their enumerations that we do not know, under the names of the fields. */
export function newWords(ours: readonly Operation[], live: readonly Operation[]): Learned['words'] {
  const collected = (operations: readonly Operation[]) => {
    const all = new Map<string, Set<string>>();
    for (const { words } of operations)
      for (const [name, some] of words) all.set(name, new Set([...(all.get(name) ?? []), ...some]));
    return all;
  };
  const known = collected(ours);
  const entries = [...collected(live)].flatMap(([name, words]) => {
    const own = known.get(name);
    const others = own === undefined ? [] : [...words].filter((word) => !own.has(word));
    return others.length === 0 ? [] : [[name, others] as const];
  });
  return Object.fromEntries(entries);
}
