// The fixtures: campaign files, and beside each everything that lint says about it.

import { join } from 'node:path';
import { type CampaignFile, parseCampaign, problemsOf } from '../../../src/cli/files/campaign-file.ts';
import type { FileProblem } from '../../../src/cli/terminal/problems/problem.ts';
import { type CampaignKnowledge, fieldsKnownOffline } from '../../../src/rules/campaigns/knowledge.ts';
import { type Fixture, fixturesIn } from '../fixtures.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');

export const fixtures = (): Fixture[] => fixturesIn(FOLDER);

export interface Checked {
  readonly file: CampaignFile;
  readonly problems: readonly FileProblem[];
}

/** Lints a text as the command does, offline unless more is known. */
export async function checked(text: string, knowledge: CampaignKnowledge = {}): Promise<Checked> {
  const file = await parseCampaign('campaign.yaml', text);
  return { file, problems: await problemsOf(file, { fields: fieldsKnownOffline(), ...knowledge }) };
}
