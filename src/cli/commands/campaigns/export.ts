// reach campaign export: a campaign as the file that would create it.

import { dirname, join, resolve } from 'node:path';
import { routes } from '../../../client/routes/routes.ts';
import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { campaignView } from '../../output/views/campaigns.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { campaignSchemaText } from '../../shared/schemas/campaign.ts';
import { SCHEMA_FILE } from './init.ts';

interface ExportFlags {
  readonly file?: string;
  readonly schema?: boolean;
}

async function exportCampaign(session: Session, text: string, flags: ExportFlags): Promise<void> {
  const { io, print, settings } = session;
  const campaign = await findCampaign(session, text);
  const file = fileOfCampaign(campaign);
  const name = flags.file === '-' ? undefined : flags.file;
  if (name === undefined && (settings.output === 'json' || settings.output === 'ndjson')) {
    return await print.record(campaignView, file);
  }
  const whole = `${flags.schema === false ? '' : modeline(SCHEMA_FILE)}${await yamlText(file)}`;
  if (name === undefined) return await print.foreign(whole);
  await writeWhole(resolve(io.cwd, name), whole, name);
  if (flags.schema !== false) {
    const schema = join(dirname(name), SCHEMA_FILE);
    await writeWhole(resolve(io.cwd, schema), await campaignSchemaText(), schema);
  }
  await print.note(`campaign ${campaign.id} exported to ${name}`);
}

export function exportCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('export', {
      summary: 'Write a campaign as the file that would create it',
      description:
        'What only reading shows (ids, status) is left out; created again, the file gives an equal campaign.',
      uses: [routes.campaigns.get, routes.campaigns.list],
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      examples: [
        ['reach campaign export 12 > q3.yaml', 'by id'],
        [
          'reach campaign export "Q3 launch" --file campaigns/q3.yaml',
          'by name; the schema for editors goes beside it',
        ],
      ],
    })
      .argument('<campaign>', 'id or name of the campaign')
      .option('--file <file>', 'write to this file; it appears when it is whole')
      .option('--no-schema', 'without the schema and the line that names it'),
    exportCampaign,
  );
}
