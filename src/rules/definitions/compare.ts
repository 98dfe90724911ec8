// The contract against the definition a live service gives of itself: what is called otherwise there, and what is missing.

import { dictionary } from '../../contract/dictionary.ts';
import type { Renamed, Renames } from '../../contract/renames.ts';
import { matchOperations, shapeOf, withOurParameters } from './match.ts';
import { pairNames } from './names.ts';
import type { Field, Operation } from './read.ts';

export interface Difference {
  /** `METHOD /v1/path` of ours. */
  readonly request: string;
  readonly part: 'path' | 'query' | 'body';
  /** Our name; the path itself for a path. */
  readonly ours: string;
  /** What stands for it there; null where nothing surely does. */
  readonly theirs: string | null;
  /** `renamed`: can be used under their name. `missing`: not there. */
  readonly kind: 'renamed' | 'missing';
  /** Why we had to choose; null for what the interface shows. */
  readonly chosen: string | null;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly renames: Renames;
  /** Requests of theirs that are none of ours. */
  readonly unknown: readonly string[];
  /** How many of ours are there, under our names. */
  readonly same: number;
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

interface ComparedPart {
  readonly renamed: Readonly<Record<string, string>>;
  readonly differences: readonly Difference[];
}

/** Only a name that was ours to choose may stand for another; one that the interface shows is there or is missing. */
function partOf(
  ours: Operation,
  part: 'query' | 'body',
  own: readonly Field[],
  theirs: readonly Field[],
): ComparedPart {
  const why = (field: Field) => field.chosen ?? ours.chosen;
  const open = own.filter((field) => why(field) !== null);
  const free = theirs.filter(({ name }) => !own.some((field) => field.name === name));
  const named = theirs.filter(({ name }) => open.some((field) => field.name === name));
  const { renamed, left } = pairNames(open, [...free, ...named]);
  const given = own.filter((field) => why(field) === null && !theirs.some(({ name }) => name === field.name));
  const request = nameOf(ours);
  return {
    renamed: Object.fromEntries(renamed),
    differences: own.flatMap((field): Difference[] => {
      const other = renamed.get(field.name);
      const common = { request, part, ours: field.name, chosen: why(field) };
      if (other !== undefined) return [{ ...common, theirs: other, kind: 'renamed' }];
      return left.includes(field) || given.includes(field) ? [{ ...common, theirs: null, kind: 'missing' }] : [];
    }),
  };
}

function compared(ours: Operation, theirs: Operation): { renamed: Renamed; differences: Difference[] } {
  const moved = shapeOf(ours.path) !== shapeOf(theirs.path);
  const path = moved ? withOurParameters(ours.path, theirs.path) : undefined;
  const query = partOf(ours, 'query', ours.query, theirs.query);
  // A body of any shape in the definition says nothing about names.
  const hasBody = ours.body !== null && theirs.body !== null && theirs.body.length > 0;
  const body = hasBody ? partOf(ours, 'body', ours.body ?? [], theirs.body ?? []) : { renamed: {}, differences: [] };
  const request = nameOf(ours);
  const some = (names: Readonly<Record<string, string>>) => Object.keys(names).length > 0;
  return {
    renamed: {
      ...(path === undefined ? {} : { path }),
      ...(some(query.renamed) ? { query: query.renamed } : {}),
      ...(some(body.renamed) ? { body: body.renamed } : {}),
    },
    differences: [
      ...(path === undefined
        ? []
        : [
            {
              request,
              part: 'path',
              ours: ours.path,
              theirs: theirs.path,
              kind: 'renamed',
              chosen: ours.chosen,
            } as const,
          ]),
      ...query.differences,
      ...body.differences,
    ],
  };
}

/** Compares our operations with those of a live service. Order: ours. */
export function compareDefinitions(ours: readonly Operation[], live: readonly Operation[]): Comparison {
  const { found, others } = matchOperations(ours, live);
  const differences: Difference[] = [];
  const renames = dictionary<Renamed>();
  let same = 0;
  for (const operation of ours) {
    const theirs = found.get(operation);
    const request = nameOf(operation);
    if (theirs === undefined) {
      const { path, chosen } = operation;
      differences.push({ request, part: 'path', ours: path, theirs: null, kind: 'missing', chosen });
      continue;
    }
    const result = compared(operation, theirs);
    if (result.differences.length === 0) same += 1;
    differences.push(...result.differences);
    if (Object.keys(result.renamed).length > 0) renames[request] = result.renamed;
  }
  return { differences, renames, unknown: others.map(nameOf), same };
}
