// The fixtures: campaign files, and beside each everything that lint says about it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CampaignFile, parseCampaign, problemsOf } from '../../../src/cli/files/campaign-file.ts';
import type { FileProblem } from '../../../src/cli/output/problems/problem.ts';
import { type CampaignKnowledge, fieldsKnownOffline } from '../../../src/rules/campaigns/knowledge.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');

export interface Fixture {
  /** `email/refused.yaml` */
  readonly name: string;
  readonly text: string;
  /** What stands in the `.out` beside it. */
  readonly out: string;
}

/** All of them, by name. */
export function fixtures(): Fixture[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(yaml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      name: relative(FOLDER, path),
      text: readFileSync(path, 'utf8'),
      out: readFileSync(path.replace(/\.(yaml|json)$/, '.out'), 'utf8'),
    }));
}

export interface Checked {
  readonly file: CampaignFile;
  readonly problems: readonly FileProblem[];
}

/** Lints a text as the command does, offline unless more is known. */
export async function checked(text: string, knowledge: CampaignKnowledge = {}): Promise<Checked> {
  const file = await parseCampaign('campaign.yaml', text);
  return { file, problems: problemsOf(file, { fields: fieldsKnownOffline(), ...knowledge }) };
}
