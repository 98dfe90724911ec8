// reach identity: who writes.

import type { BuildGroup } from '../../app/command.ts';
import { groupByVerb } from '../../app/command.ts';
import { mailboxesGroup } from './mailboxes.ts';
import { listCommand, showCommand } from './read.ts';
import { signatureCommand } from './signature.ts';
import { updateCommand } from './update.ts';

export const identity: BuildGroup = (deps) =>
  groupByVerb(deps, 'identity', ['identities'], 'Who writes: identities, signatures, mailboxes', {
    list: () => listCommand(deps),
    show: () => showCommand(deps),
    update: () => updateCommand(deps),
    signature: () => signatureCommand(deps),
    mailboxes: () => mailboxesGroup(deps),
  });
