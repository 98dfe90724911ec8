// Which commands work with the live service, which only in part, and which it cannot serve.

import type { Route } from '../../../client/routes/route.ts';
import { routes } from '../../../client/routes/routes.ts';
import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { Renames } from '../../../contract/renames.ts';
import type { Difference } from '../../../rules/definitions/compare.ts';
import { type Check, ok, warning } from './checks.ts';

const CHECK = 'commands';

/** The differences that are left once the names in use are taken into account. */
const isOpen = ({ request, kind, part }: Difference, used: Renames) => {
  const known = own(used, request);
  if (part === 'path' && known?.path !== undefined) return false;
  return kind === 'missing' || known === undefined;
};

function checkOf(command: string, differences: readonly Difference[]): Check {
  const gone = differences.find(({ part, kind }) => part === 'path' && kind === 'missing');
  if (gone !== undefined) {
    const hint = 'if the service has it elsewhere: reach profile sync, or reach profile set --path';
    return warning(CHECK, `${command}: not possible with this service, which has no ${gone.request}`, hint);
  }
  const renamed = differences.some(({ kind }) => kind === 'renamed');
  const names = [...new Set(differences.map(({ ours }) => ours))].join(', ');
  const how = renamed ? `the service has other names for ${names}` : `the service does not know ${names}`;
  return warning(
    CHECK,
    `${command}: degraded, as ${how}`,
    renamed ? 'adopt them: reach profile sync' : 'leave them out',
  );
}

/** A row for each command that is not ready, and how many are. */
export function commandChecks(differences: readonly Difference[], used: Renames): Check[] {
  const open = differences.filter((one) => isOpen(one, used));
  const byCommand = new Map<string, Difference[]>();
  for (const { method, path, command, access } of Object.values(routes).flatMap((rows) => Object.values<Route>(rows))) {
    if (typeof command !== 'string' || access === 'ADMIN') continue;
    const found = open.filter(({ request }) => request === `${method} ${path}`);
    byCommand.set(command, [...(byCommand.get(command) ?? []), ...found]);
  }
  const affected = [...byCommand].filter(([, found]) => found.length > 0);
  const ready = byCommand.size - affected.length;
  return [
    ...affected.map(([command, found]) => checkOf(command, found)),
    ok(CHECK, `${counted(ready, 'command')} ready for this service`),
  ];
}
