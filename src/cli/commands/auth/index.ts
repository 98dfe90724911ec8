// reach auth.

import type { BuildGroup } from '../../session/command.ts';
import { group } from '../../session/command.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { statusCommand } from './status.ts';
import { tokenCommand } from './token.ts';

export const auth: BuildGroup = (deps) =>
  group('auth', [], 'Log in, check the key, log out', [
    loginCommand(deps),
    statusCommand(deps),
    tokenCommand(deps),
    logoutCommand(deps),
  ]);
