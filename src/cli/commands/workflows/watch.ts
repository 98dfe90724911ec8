import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { follow, withFollow } from '../../shared/workflow-run/follow.ts';

const declare = () =>
  withFollow(
    reads('watch', {
      summary: 'Watch a run until it ends',
      description: [
        'On a terminal a table that updates in place; elsewhere one line per change, on standard error; with -o ndjson the run',
        'each time it changes. If the service cannot be reached, the command tries again while the run continues. Ctrl-C detaches,',
        'and prints the command that watches it again.',
      ].join('\n'),
      uses: [routes.workflows.getRun],
      json: [{ record: routes.workflows.getRun }, { each: routes.workflows.getRun }],
      output: 'the run when it has ended; with -o ndjson also each change before that',
      exits: ['bad', 'notFound', 'running'],
      notForAgents: 'never ends',
      examples: [
        ['reach workflow watch 31', 'until it ends'],
        ['reach workflow watch 31 --exit-status', 'exit 1 if it failed or was cancelled'],
        ['reach workflow watch 31 -o ndjson --timeout 10m', 'events, for a program; exit 8 after 10 minutes'],
      ],
    }).argument('<run>', 'id of the run'),
  );

export const watchCommand = does(declare, (session, text, options) => follow(session, runIdOf(session, text), options));
