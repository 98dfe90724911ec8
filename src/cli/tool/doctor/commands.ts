// Which commands work with the live service, which only in part, and which it cannot serve.

import type { Route } from '../../../client/routes/route.ts';
import { routes } from '../../../client/routes/routes.ts';
import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { Renames } from '../../../contract/learned.ts';
import type { Difference } from '../../../rules/definitions/compare.ts';
import { type Check, ok, warning } from './checks.ts';

const CHECK = 'commands';

/** Differences that keep something from working, once the names in use are taken into account. */
const isOpen = ({ request, kind, part, ours, chosen }: Difference, used: Renames) => {
  if (part === 'answer' || kind === 'renamed' || kind === 'type') return false;
  const known = own(used, request);
  if (part === 'path') return known?.path === undefined;
  if (kind === 'proposed') return own(known?.[part] ?? {}, ours) === undefined;
  // What we chose is sent where it is there, and what the interface shows is never left out.
  return kind === 'required' || chosen !== null;
};

function checkOf(command: string, differences: readonly Difference[]): Check {
  const gone = differences.find(({ part, kind }) => part === 'path' && kind === 'missing');
  if (gone !== undefined) {
    const hint = 'if the service has it elsewhere: reach profile set --path';
    return warning(CHECK, `${command}: not possible with this service, which has no ${gone.request}`, hint);
  }
  const names = (kind: Difference['kind'], text: (one: Difference) => string | null) =>
    [...new Set(differences.filter((one) => one.kind === kind).map(text))].join(', ');
  const [maybe, without, needed] = [
    names('proposed', ({ ours, theirs }) => `${theirs} for ${ours}`),
    names('missing', ({ ours }) => ours),
    names('required', ({ theirs }) => theirs),
  ];
  const how = [
    maybe && `the service may have ${maybe}`,
    without && `the service does not know ${without}`,
    needed && `the service asks for ${needed}, which reach never sends`,
  ];
  return warning(
    CHECK,
    `${command}: degraded, as ${how.filter(Boolean).join('; ')}`,
    maybe === '' ? 'filters are applied here; other values are left out' : 'decide: reach profile sync --accept',
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
