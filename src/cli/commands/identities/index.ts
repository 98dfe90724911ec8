// reach identity.

import type { BuildGroup } from '../../session/command.ts';
import { groupByVerb } from '../../session/command.ts';
import { listCommand } from './list.ts';
import { mailboxesGroup } from './mailboxes/index.ts';
import { showCommand } from './show.ts';
import { signatureCommand } from './signature.ts';
import { updateCommand } from './update.ts';

export const identity: BuildGroup = (deps) =>
  groupByVerb(deps, 'identity', ['identities'], 'Sender identities, their signatures and mailboxes', {
    list: () => listCommand(deps),
    show: () => showCommand(deps),
    update: () => updateCommand(deps),
    signature: () => signatureCommand(deps),
    mailboxes: () => mailboxesGroup(deps),
  });
