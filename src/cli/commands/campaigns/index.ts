// reach campaign: one line per verb.

import { type BuildGroup, groupByVerb } from '../../session/command.ts';
import { DELETIONS, notOffered } from '../../shared/not-offered.ts';
import { addContactCommand } from './add-contact.ts';
import { addListCommand } from './add-list.ts';
import { cloneCommand } from './clone.ts';
import { contactsCommand } from './contacts.ts';
import { createCommand } from './create.ts';
import { editCommand } from './edit.ts';
import { exportCommand } from './export.ts';
import { forecastCommand } from './forecast.ts';
import { graphCommand } from './graph.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { listCommand } from './list.ts';
import { ownersCommand } from './owners.ts';
import { previewCommand } from './preview.ts';
import { reportCommand } from './report.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';
import { updateCommand } from './update.ts';
import { voicesCommand } from './voices.ts';

export const campaign: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      init: initCommand,
      lint: lintCommand,
      graph: graphCommand,
      preview: previewCommand,
      forecast: forecastCommand,
      create: createCommand,
      list: listCommand,
      show: showCommand,
      update: updateCommand,
      edit: editCommand,
      clone: cloneCommand,
      export: exportCommand,
      status: statusCommand,
      report: reportCommand,
      contacts: contactsCommand,
      'add-contact': addContactCommand,
      'add-list': addListCommand,
      owners: ownersCommand,
      voices: voicesCommand,
    },
    {
      ...notOffered(
        DELETIONS,
        'delete campaigns',
        'reach campaign status NAME completed ends it for good; reach open campaign NAME shows it in the web app, where it can be deleted',
      ),
      ...notOffered(
        ['remove-contact', 'remove-contacts', 'remove-list'],
        'take contacts out of a campaign',
        'reach campaign status NAME paused stops it for everyone; reach open campaign NAME shows it in the web app, where one contact can be taken out; a copy can go on without them: reach help campaigns',
      ),
    },
  );
