// What the workspace gives, the folder's own check accepts afterwards.

import { checkAiEntity } from '../../../rules/ai/check.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { bodyOfFile as bodyOfCampaign } from '../../../rules/campaigns/file.ts';
import { aiKindOf } from '../../../rules/outreach/normal.ts';
import type { LiveResource } from '../../../rules/outreach/plan.ts';
import { checkPlaybookFile } from '../../../rules/playbook/file.ts';
import { checkWorkflow } from '../../../rules/workflows/check.ts';
import { bodyOfFile as bodyOfWorkflow } from '../../../rules/workflows/file.ts';
import type { Session } from '../../session/session.ts';
import { rememberAccepted } from '../../shared/lint/accepted-by-service.ts';

export function rememberDocuments(session: Session, live: readonly Pick<LiveResource, 'kind' | 'document'>[]): void {
  for (const { kind, document } of live) {
    const ai = aiKindOf(kind);
    if (ai !== null) {
      rememberAccepted(session, document, (body, known) => checkAiEntity(ai, body, known, 'create', 'file'));
    } else if (kind === 'campaign') rememberAccepted(session, bodyOfCampaign(document), checkCampaign);
    else if (kind === 'workflow') rememberAccepted(session, bodyOfWorkflow(document), checkWorkflow);
    else if (kind === 'playbook') rememberAccepted(session, document, checkPlaybookFile);
  }
}
