// reach campaign update: a draft becomes what a file says.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { readCampaign } from '../../files/campaign-file.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { soundPatch } from './checked-file.ts';
import { bodyOf, mayWrite } from './concurrent-edit.ts';
import { printCampaign, showTree } from './view.ts';

interface UpdateFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

async function update(session: Session, text: string, name: string, flags: UpdateFlags): Promise<void> {
  const file = await readCampaign(session.io, name);
  const campaignId = await campaignIdOf(session, text);
  const body = await soundPatch(session, file, campaignId);
  if (flags.dryRun === true) return await printDryRun(session, 'PATCH', `/v1/campaign/${campaignId}`, body);
  const api = await session.api();
  const before = bodyOf(await api.campaigns.get({ params: { campaignId } }));
  if (flags.yes !== true && session.prompt.possible) {
    if (body.steps !== undefined) await showTree(session, body);
    const what = body.steps === undefined ? 'the settings' : 'the whole sequence';
    if (!(await session.prompt.confirm(`Replace ${what} of campaign ${campaignId}?`, '--yes'))) {
      return await session.print.note('nothing changed');
    }
  }
  if (!(await mayWrite(session, campaignId, before, { body, isAsked: flags.yes !== true }))) {
    return await session.print.note('nothing changed');
  }
  const campaign = await sent(session, file, () => api.campaigns.update({ params: { campaignId }, body }));
  await printCampaign(session, campaign);
}

export function updateCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('update', {
      summary: 'Change a draft campaign to what a file says',
      description:
        'Settings that the file does not name stay as they are; steps, where it has them, replace the whole sequence. Only a draft can be changed: clone what is running. If somebody else changed the draft between the question and the write, that is shown and asked about; off a terminal it is exit 6, and nothing is sent.',
      uses: [routes.campaigns.get, routes.campaigns.update, routes.campaigns.list],
      output: 'the campaign after the change',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach campaign update 12 q3.yaml', 'by id'],
        ['reach campaign update "Q3 launch" q3.yaml --yes --json', 'by name, in a script'],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .argument('<file>', 'campaign file (- = standard input)')
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    update,
  );
}
