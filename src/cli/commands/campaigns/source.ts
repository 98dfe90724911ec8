// What a command draws or previews: a file, or a campaign of the service by id or name.

import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import type { Session } from '../../app/session.ts';
import { parseCampaign } from '../../files/campaign-file.ts';
import { isFileWord } from '../../files/is-file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { type Drawable, readDrawable } from './drawable.ts';

/** Asks the service only for what is no file. Throws as `readDrawable` and `findCampaign` do. */
export async function readSource(session: Session, word: string): Promise<Drawable> {
  if (isFileWord(session.io, word)) return await readDrawable(session, word);
  const campaign = fileOfCampaign(await findCampaign(session, word));
  const file = await parseCampaign(word, await yamlText(campaign));
  return { file, steps: readSteps(new Problems(), campaign['steps']) };
}
