// reach identity mailboxes.

import { type Deps, group } from '../../../session/command.ts';
import { addCommand } from './add.ts';
import { listCommand } from './list.ts';

export const mailboxesGroup = (deps: Deps) =>
  group('mailboxes', ['mailbox'], 'Mailboxes of an identity', [listCommand(deps), addCommand(deps)]);
