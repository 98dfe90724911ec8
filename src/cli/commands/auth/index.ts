// reach auth.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { statusCommand } from './status.ts';
import { tokenCommand } from './token.ts';

export const auth: BuildGroup = (deps) =>
  groupByVerb(deps, { login: loginCommand, status: statusCommand, token: tokenCommand, logout: logoutCommand });
