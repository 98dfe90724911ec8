// reach playbook diff.

import { routes } from '../../../contract/routes/routes.ts';
import { planUpdate } from '../../../rules/playbook/plan-update.ts';
import { readPlaybook } from '../../files/playbook-file.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { changeRecord, changesText, changeView } from './changes.ts';
import { intentOfFile, validContent } from './input.ts';
import { livePlaybook, reportLeftovers } from './send-changes.ts';

const declare = () =>
  reads('diff', {
    summary: 'Show what applying a file would change',
    description:
      'Sections, items and fields that the file does not mention stay as they are. What no update can do is reported on stderr.',
    uses: [routes.playbook.get],
    view: changeView,
    json: 'list',
    output: 'each change, before and after; JSON: the array of changes',
    exits: ['bad', 'notFound'],
    examples: [
      ['reach playbook diff playbook.yaml', 'before applying it'],
      ['reach playbook diff playbook.yaml --prune --exit-code', 'in CI: exit 1 if there are changes to apply'],
    ],
    completes: { file: 'file' },
  })
    .argument('<file>', 'playbook file (- = standard input)')
    .option('--prune', 'include the removal of items that the file does not list')
    .option('--exit-code', 'exit 1 if there are changes');

async function diff(session: Session, name: string, { prune, exitCode }: OptionsOf<typeof declare>): Promise<ExitName> {
  const { print, settings } = session;
  const file = await readPlaybook(session.io, name);
  const live = await livePlaybook(await session.api());
  const { content } = intentOfFile(await validContent(session, file, live)).wantedOf(live);
  const plan = planUpdate(live, content, { prune: prune === true });
  if (settings.output === 'table' && settings.fields === null) {
    await print.text(changesText(plan.changes, print.paint.stdout));
  } else await print.list(changeView, plan.changes.map(changeRecord));
  await reportLeftovers(session, plan);
  if (plan.changes.length === 0) await print.note('no differences');
  return exitCode === true && plan.changes.length > 0 ? 'bad' : 'done';
}

export const diffCommand = does(declare, diff);
