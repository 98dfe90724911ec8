// Writes a twin: records of another workspace as its interface showed them, with their ids.

import type { TwinStage } from '../../../../contract/local/store.ts';
import type { Parsed, ReplyData } from '../../../../contract/table.ts';
import { Refusal } from '../../../core/context.ts';
import type { OperatorContext } from '../../../core/operator.ts';
import { firstContext } from '../../../core/principals.ts';
import { ai, folders, prompts, tones } from './ai.ts';
import type { WriteStage } from './cells.ts';
import { campaigns, playbook, steps, workflows } from './outreach.ts';
import { companies, contacts, fields, lists, members } from './records.ts';
import { identities, messages, owners, tags, threads, voices, workspace } from './senders.ts';

const STAGES: Readonly<Record<TwinStage, WriteStage>> = {
  ...{ workspace, identities, owners, voices, tags, fields, tones, folders, companies, contacts, lists, members },
  ...{ campaigns, ai, prompts, steps, workflows, playbook, threads, messages },
};

/** Throws Refusal `invalid` over a socket: a store that others use is no place for a twin. */
export async function writeTwin(
  { store, now, isRemote }: OperatorContext,
  { stage, records }: Parsed<'local', 'twin'>['body'],
): Promise<ReplyData<'local', 'twin'>> {
  if (isRemote) throw new Refusal('invalid', 'A twin is made in a store of this machine: reach local clone');
  return await store.write(async (tx) => {
    const refused = await STAGES[stage](await firstContext(tx, now), records);
    return { written: records.length - refused.length, refused: [...refused] };
  });
}
