// Names in reach.yaml that lead nowhere.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathText } from '../../../contract/envelope.ts';
import { has } from '../../../contract/json.ts';
import { didYouMean, nearest } from '../../../rules/nearest.ts';
import { keyOf } from '../../../rules/outreach/kinds.ts';
import type { At } from '../../../rules/problem.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { LOCK_FOLDER } from '../folder/folder.ts';
import type { ReadFolder } from '../folder/read.ts';

/** A misspelt name in the settings would leave the one that is meant without them. */
export function unknownInSettings({ folder, files, workspace }: ReadFolder): FileProblem[] {
  const { file, settings } = folder;
  if (file === null) return [];
  const { policy, moved = {}, names = {}, workspaces = {} } = settings;
  const warning = (code: string, at: At, message: string): FileProblem => ({
    ...{ file: file.name, ...file.yaml.placeOf(at), path: pathText(at), code, message, severity: 'warning' },
  });
  const keys = new Set(files.map(({ kind, resource }) => keyOf(kind, resource)));
  const isApplied = (name: string) => existsSync(join(folder.path, LOCK_FOLDER, `${name}.json`));
  const misspelt = [['names', names] as const, ['workspaces', workspaces] as const].flatMap(([key, of]) => {
    const near = has(of, workspace) ? null : nearest(workspace, Object.keys(of));
    return near === null || isApplied(near) ? [] : [[key, near] as const];
  });
  return [
    ...(policy?.notFromCi ?? []).flatMap((name, index) =>
      keys.has(keyOf('campaign', name))
        ? []
        : warning('policy', ['policy', 'notFromCi', index], `no campaign of the folder is called "${name}"`),
    ),
    ...Object.entries(moved).flatMap(([from, to]) =>
      keys.has(to) ? [] : warning('unknown_name', ['moved', from], `no file is ${to}${didYouMean(to, keys)}`),
    ),
    ...misspelt.map(([key, near]) =>
      warning('unknown_name', [key, near], `this is of ${near}; did you mean "${workspace}", which has none?`),
    ),
  ];
}
