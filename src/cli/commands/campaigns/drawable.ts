// A campaign file for commands that show it. They show what they can, and say when there is more to say about it.

import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { readSteps, type StepNode } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { given, isFields } from '../../../rules/shape.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type CampaignFile, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { problemsText } from '../../output/problems/human.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';

export interface Drawable {
  readonly file: CampaignFile;
  readonly steps: readonly StepNode[];
}

/** Throws CliError (exit 2) for a file that cannot be read as a campaign at all, after showing why. */
export async function readDrawable(session: Session, name: string): Promise<Drawable> {
  const file = await readCampaign(session.io, name);
  const knowledge = offlineKnowledge(session);
  const shown = name === '-' ? 'standard input' : name;
  if (!file.yaml.readable) {
    const sources = new Map([[name, file.yaml.text]]);
    await session.io.stderr.write(await problemsText(problemsOf(file, knowledge), sources, session.print.paint.stderr));
    throw new CliError('usage', 'invalid_file', `${shown} is no YAML`);
  }
  const steps = isFields(file.body) ? readSteps(new Problems(), given(file.body, 'steps')) : [];
  if (!steps.some(({ type }) => type !== null)) {
    throw new CliError('usage', 'invalid_file', `${shown} holds no campaign: it has no steps`, {
      hint: 'reach campaign init writes one to start from',
    });
  }
  const wrong = checkCampaign(file.body, knowledge).filter(({ severity }) => severity === 'error').length;
  if (wrong > 0) {
    const lint = name === '-' ? 'reach campaign lint' : `reach campaign lint ${name}`;
    await session.print.note(`${shown} has ${wrong} ${wrong === 1 ? 'error' : 'errors'}: ${lint}`);
  }
  return { file, steps };
}
