// reach campaign create: a file becomes a draft. Checked to the last line before anything is sent.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { readCampaign } from '../../files/campaign-file.ts';
import { targetOf, targetText } from '../../import/start/open-service.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { soundInput } from './checked-file.ts';
import { type Created, createdBefore, rememberCreated } from './created.ts';
import { printCampaign, showTree } from './view.ts';

interface CreateFlags {
  readonly yes?: boolean;
  readonly again?: boolean;
  readonly dryRun?: boolean;
}

/** Whether what was created is still there: not after a reset of the service. */
async function isThere(session: Session, { id, createdAt }: Created): Promise<boolean> {
  try {
    const found = await (await session.api()).campaigns.get({ params: { campaignId: id } });
    return found.createdAt === createdAt;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Asks what has to be asked; false for no. */
async function isWanted(session: Session, body: unknown, name: string, flags: CreateFlags): Promise<boolean> {
  const { prompt } = session;
  const target = targetText(targetOf(session));
  const before = flags.again === true ? null : createdBefore(session, body);
  if (before !== null && (await isThere(session, before))) {
    const question = `This was created before, as campaign ${before.id} in ${target}: create it again?`;
    return await prompt.confirm(question, '--again');
  }
  if (flags.yes === true || !prompt.possible) return true;
  await showTree(session, body);
  return await prompt.confirm(`Create the draft "${name}" in ${target}?`, '--yes');
}

async function create(session: Session, name: string, flags: CreateFlags): Promise<void> {
  const file = await readCampaign(session.io, name);
  const body = await soundInput(session, file);
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.campaigns.create.path, body);
  if (!(await isWanted(session, body, body.name, flags))) return await session.print.note('nothing created');
  const api = await session.api();
  const campaign = await sent(session, file, () => api.campaigns.create({ body }));
  await rememberCreated(session, body, campaign);
  await printCampaign(session, campaign);
}

export function createCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('create', {
      summary: 'Create a draft campaign from a file',
      description: [
        'Every mistake is found before anything is sent, and told with file, line and column. At a terminal the campaign is',
        'shown as a tree and confirmed. A file that was created before, with the same profile, is created again only when asked.',
      ].join('\n'),
      uses: [routes.campaigns.create, routes.campaigns.get],
      output: 'the campaign: its id and its link; JSON has the steps',
      examples: [
        ['reach campaign create q3.yaml', 'asks first'],
        ['reach campaign create q3.yaml --yes -o id', 'in a script; prints the id'],
        ['reach campaign create q3.yaml --dry-run --json', 'what would be sent'],
      ],
    })
      .argument('<file>', 'campaign file (- = standard input)')
      .option('-y, --yes', 'do not ask')
      .option('--again', 'create it although it was created before')
      .option('--dry-run', 'print what would be sent, send nothing'),
    create,
  );
}
