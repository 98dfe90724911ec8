// reach identity.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { mailboxesGroup } from './mailboxes/index.ts';
import { showCommand } from './show.ts';
import { signatureCommand } from './signature.ts';
import { updateCommand } from './update.ts';

export const identity: BuildGroup = (deps) =>
  groupByVerb(deps, {
    list: listCommand,
    show: showCommand,
    update: updateCommand,
    signature: signatureCommand,
    mailboxes: mailboxesGroup,
  });
