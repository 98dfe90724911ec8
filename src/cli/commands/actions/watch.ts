import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { watchRun } from '../../shared/actions/started.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { watchOptions, watchTimes } from '../../shared/watch/watch.ts';

const declare = () =>
  watchOptions(
    reads('watch', {
      summary: 'Watch a run, or the import of a preview, until it ends',
      description: 'On a terminal a table that updates, elsewhere one line per change; Ctrl-C leaves the run alone.',
      uses: [routes.actions.status],
      json: [{ record: routes.actions.status }, { each: routes.actions.status }],
      output: 'its final status; with -o ndjson one event per change',
      exits: ['bad', 'notFound', 'running'],
      notForAgents: 'never ends',
      examples: [
        ['reach action watch 7', 'until it ends'],
        ['reach action watch 7 -o ndjson --timeout 10m', 'one event per change, for a program'],
      ],
    }).argument('<id>', 'id of the run'),
    'other than COMPLETED',
  );

export const watchCommand = does(declare, async (session, text, options) => {
  watchTimes(options);
  return await watchRun(session, anyId(session, text, 'run'), options);
});
