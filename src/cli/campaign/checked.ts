// A campaign file on its way to the service: checked here first, and again by the service, told the same way both times.

import type { CampaignInput, CampaignPatch } from '../../contract/campaigns.ts';
import { checkCampaign, type Purpose } from '../../rules/campaigns/check.ts';
import type { CampaignKnowledge } from '../../rules/campaigns/knowledge.ts';
import { refusalOf } from '../../rules/problem.ts';
import { CliError } from '../exit.ts';
import { type CampaignFile, problemsOf } from '../files/campaign-file.ts';
import { githubText } from '../output/problems/github.ts';
import { problemsText } from '../output/problems/human.ts';
import type { FileProblem } from '../output/problems/problem.ts';
import type { Session } from '../session.ts';
import { offlineKnowledge } from './offline.ts';
import { refusedProblems } from './refusal.ts';

/** Problems on stderr, with their lines; stdout is for what was written. */
async function show(session: Session, file: CampaignFile, problems: readonly FileProblem[]): Promise<void> {
  const { io, print } = session;
  await io.stderr.write(await problemsText(problems, new Map([[file.name, file.yaml.text]]), print.paint.stderr));
  if (io.env['GITHUB_ACTIONS'] === 'true') await io.stderr.write(githubText(problems));
}

const isJson = ({ settings }: Session) => settings.output === 'json' || settings.output === 'ndjson';

/** The refusal of a file (exit 3): problems with their lines for a person, in `details.issues` for a program. */
export async function refusedFile(
  session: Session,
  file: CampaignFile,
  problems: readonly FileProblem[],
): Promise<CliError> {
  const count = problems.filter(({ severity }) => severity === 'error').length;
  const shown = file.name === '-' ? 'standard input' : file.name;
  const message = `${shown} has ${count} ${count === 1 ? 'error' : 'errors'}; nothing was written`;
  if (isJson(session)) return new CliError('refused', 'invalid_file', message, { details: { issues: problems } });
  await show(session, file, problems);
  return new CliError('refused', 'invalid_file', message);
}

async function assertSound(session: Session, file: CampaignFile, knowledge: CampaignKnowledge, purpose: Purpose) {
  const problems = problemsOf(file, knowledge, purpose);
  if (problems.some(({ severity }) => severity === 'error')) throw await refusedFile(session, file, problems);
  if (problems.length > 0 && !isJson(session) && !session.settings.quiet) await show(session, file, problems);
}

/** A test holds the rules and the shape together: what has no error has the shape. */
const isInput = (body: unknown, knowledge: CampaignKnowledge): body is CampaignInput =>
  refusalOf(checkCampaign(body, knowledge, 'create')) === null;
const isPatch = (body: unknown, knowledge: CampaignKnowledge): body is CampaignPatch =>
  refusalOf(checkCampaign(body, knowledge, 'update')) === null;

const apart = (): Error => new Error('a campaign without errors is refused by the rules');

/** The body of a create. Throws the refusal of a file with errors; shows the warnings of another. */
export async function soundInput(session: Session, file: CampaignFile): Promise<CampaignInput> {
  const knowledge = offlineKnowledge(session);
  await assertSound(session, file, knowledge, 'create');
  if (!isInput(file.body, knowledge)) throw apart();
  return file.body;
}

/** The body of an update; else as `soundInput`. */
export async function soundPatch(session: Session, file: CampaignFile, campaignId: number): Promise<CampaignPatch> {
  const knowledge = { ...offlineKnowledge(session), campaignId };
  await assertSound(session, file, knowledge, 'update');
  if (!isPatch(file.body, knowledge)) throw apart();
  return file.body;
}

/** Does the work; what the service refuses about the file is told at its lines. */
export async function sent<T>(session: Session, file: CampaignFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problems = refusedProblems(file, error);
    throw problems === null ? error : await refusedFile(session, file, problems);
  }
}
