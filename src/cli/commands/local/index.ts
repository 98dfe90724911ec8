// reach local: control of the local service. Works on profile `local`, and on a `reach serve --admin`.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { campaignCommand } from './campaign.ts';
import { clockCommand } from './clock.ts';
import { cloneCommand } from './clone.ts';
import { compareCommand } from './compare.ts';
import { emitCommand } from './emit.ts';
import { faultGroup } from './fault/index.ts';
import { featureCommand } from './feature.ts';
import { grantCommand } from './grant.ts';
import { keyGroup } from './key/index.ts';
import { logCommand } from './log.ts';
import { resetCommand } from './reset.ts';
import { restoreCommand } from './restore.ts';
import { seedCommand } from './seed.ts';
import { snapshotCommand } from './snapshot.ts';
import { statusCommand } from './status.ts';

export const local: BuildGroup = (deps) =>
  groupByVerb(deps, {
    status: statusCommand,
    clock: clockCommand,
    fault: faultGroup,
    key: keyGroup,
    emit: emitCommand,
    grant: grantCommand,
    feature: featureCommand,
    campaign: campaignCommand,
    log: logCommand,
    seed: seedCommand,
    clone: cloneCommand,
    compare: compareCommand,
    snapshot: snapshotCommand,
    restore: restoreCommand,
    reset: resetCommand,
  });
