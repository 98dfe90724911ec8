// reach local key: keys with selected scopes, to try out what a restricted key can do.

import { type Deps, group } from '../../../session/command.ts';
import { createCommand } from './create.ts';
import { listCommand } from './list.ts';
import { revokeCommand } from './revoke.ts';

export const keyGroup = (deps: Deps) =>
  group('key', ['keys'], 'Keys of the local service', [createCommand(deps), listCommand(deps), revokeCommand(deps)]);
