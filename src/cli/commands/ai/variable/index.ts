// reach ai variable: the shared verbs, and the archive.

import { type Deps, group } from '../../../session/command.ts';
import { KINDS } from '../../../shared/ai/kinds.ts';
import { entityVerbs } from '../entity/index.ts';
import { archiveCommand, unarchiveCommand } from './archive.ts';

export const variableGroup = (deps: Deps) =>
  group('variable', ['variables'], 'AI variables: research that becomes a field of contacts or companies', [
    ...entityVerbs(deps, KINDS.variable),
    archiveCommand(deps),
    unarchiveCommand(deps),
  ]);
