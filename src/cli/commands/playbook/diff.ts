// reach playbook diff: what applying a file would change.

import { routes } from '../../../client/routes/routes.ts';
import { planUpdate } from '../../../rules/playbook/plan-update.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readPlaybook } from '../../files/playbook-file.ts';
import { changeRecord, changesText, changeView } from './changes.ts';
import { intentOfFile, soundContent } from './input.ts';
import { livePlaybook, tellLeftovers } from './send-changes.ts';

interface DiffFlags {
  readonly prune?: boolean;
  readonly exitCode?: boolean;
}

async function diff(session: Session, name: string, flags: DiffFlags): Promise<ExitName> {
  const { print, settings } = session;
  const file = await readPlaybook(session.io, name);
  const live = await livePlaybook(await session.api());
  const { content } = intentOfFile(await soundContent(session, file, live)).wantedOf(live);
  const plan = planUpdate(live, content, { prune: flags.prune === true });
  if (settings.output === 'table' && settings.fields === null) {
    await print.text(changesText(plan.changes, print.paint.stdout));
  } else await print.list(changeView, plan.changes.map(changeRecord));
  await tellLeftovers(session, plan);
  if (plan.changes.length === 0) await print.note('no differences');
  return flags.exitCode === true && plan.changes.length > 0 ? 'bad' : 'done';
}

export function diffCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('diff', {
      summary: 'Show what applying a file would change',
      description:
        'A file may speak of some sections, items and fields only: the rest stays. What no update can do is said on stderr.',
      uses: [routes.playbook.get],
      output: 'each change with what was and what will be; JSON: the array of changes',
      exits: ['bad', 'notFound'],
      examples: [
        ['reach playbook diff playbook.yaml', 'before applying it'],
        ['reach playbook diff playbook.yaml --prune --exit-code', 'in CI: exit 1 when there is something to apply'],
      ],
    })
      .argument('<file>', 'playbook file (- = standard input)')
      .option('--prune', 'as if items that the file does not list were removed')
      .option('--exit-code', 'exit 1 when there are changes'),
    diff,
  );
}
