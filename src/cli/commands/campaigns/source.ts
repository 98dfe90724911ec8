// What a command draws or previews: a file, or a campaign of the service by id or name.

import { getOwn, isObject } from '../../../contract/json.ts';
import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { readSteps, type SequenceNode } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { type CampaignFile, parseCampaign, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { isFileWord } from '../../files/is-file.ts';
import { displayedBody } from '../../files/named-file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import type { Session } from '../../session/session.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { assertReadable, noteErrors, nothingToShow } from '../../shared/lint/lint.ts';
import { findCampaign } from '../../shared/lookup/by-name.ts';

export interface CampaignSource {
  readonly file: CampaignFile;
  readonly steps: readonly SequenceNode[];
}

/** Asks the service only for a word that is not a file. Throws CliError (exit 2) for a file without a campaign, else as `findCampaign`. */
export async function readSource(session: Session, word: string): Promise<CampaignSource> {
  if (isFileWord(session.io, word)) return await readFileSource(session, word);
  const campaign = fileOfCampaign(await findCampaign(session, word));
  const file = await parseCampaign(word, await yamlText(campaign));
  return { file, steps: readSteps(Problems.none(), campaign['steps']) };
}

async function readFileSource(session: Session, name: string): Promise<CampaignSource> {
  const file = await readCampaign(session.io, name);
  const knowledge = offlineKnowledge(session);
  await assertReadable(session, file, () => problemsOf(file, knowledge));
  const body = displayedBody(file);
  const steps = isObject(body) ? readSteps(Problems.none(), getOwn(body, 'steps')) : [];
  if (!steps.some(({ type }) => type !== null)) throw nothingToShow(file, 'campaign', 'steps');
  await noteErrors(session, file, 'campaign', await problemsOf(file, knowledge));
  return { file: { ...file, body }, steps };
}
