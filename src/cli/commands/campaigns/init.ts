import { listPages } from '../../../client/answers/pages.ts';
import type { BuildGroup } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { initFile } from '../../shared/init/starter-file.ts';
import { CAMPAIGN_SCHEMA_FILE, campaignSchemaText } from '../../shared/schemas/campaign.ts';

/** The name of an identity of the workspace; null where none can be read: the file is of use without one. */
async function someSender(session: Session): Promise<string | null> {
  try {
    const { call } = await session.client();
    for await (const { name } of listPages(call, 'identities', 'list', {}, { limit: 1 })) return name ?? null;
  } catch {
    // Not logged in, no network, no scope.
  }
  return null;
}

/** The sample with a sender, so that the campaign can start. */
async function withSender(session: Session, sample: string): Promise<string> {
  const name = await someSender(session);
  return name === null ? sample : sample.replace(/^# (identity: ).*$/m, (_, key) => `${key}${JSON.stringify(name)}`);
}

export const initCommand: BuildGroup = (deps) =>
  initFile(deps, {
    noun: 'campaign',
    documented: 'campaign-documented',
    other: 'campaigns/q3.yaml',
    schemaFile: CAMPAIGN_SCHEMA_FILE,
    schemaText: campaignSchemaText,
    fitted: withSender,
  });
