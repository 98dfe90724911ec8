import { listPages } from '../../../client/answers/pages.ts';
import type { BuildGroup } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { campaignFiles } from '../../shared/file-kind/campaign.ts';
import { initFile } from '../../shared/file-kind/starter-file.ts';

/** Who has a mailbox is nearly always among the first. */
const LOOKED_AT = 50;

/**
 * The name of an identity that can send, the first with a mailbox; of any, where the service shows no mailboxes. Null where
 * none can be read: the file is of use without one.
 */
async function someSender(session: Session): Promise<string | null> {
  try {
    const { call } = await session.client();
    let first: string | null = null;
    for await (const { name, email, emails } of listPages(call, 'identities', 'list', {}, { limit: LOOKED_AT })) {
      if (name === undefined || name === null) continue;
      if (emails === undefined ? Boolean(email) : emails.length > 0) return name;
      first ??= name;
    }
    return first;
  } catch {
    // Not logged in, no network, no scope.
    return null;
  }
}

/** The sample with a sender, so that the campaign can start. */
async function withSender(session: Session, sample: string): Promise<string> {
  const name = await someSender(session);
  return name === null ? sample : sample.replace(/^# (identity: ).*$/m, (_, key) => `${key}${JSON.stringify(name)}`);
}

export const initCommand: BuildGroup = (deps) =>
  initFile(deps, campaignFiles, {
    documented: 'campaign-documented',
    other: 'campaigns/q3.yaml',
    fitted: withSender,
  });
