// The folders an assistant may read and write: those of --root, else those its client names. Nothing leads out of them.

import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { own } from '../../../contract/dictionary.ts';
import { offeredOptions, propertyOf, type Tool } from './tools.ts';

const isPath = (completes: unknown): boolean => completes === 'file' || completes === 'folder';

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').map(String);

/** Properties of the tool that name files or folders. */
function pathsOf({ command, takesBody }: Tool): readonly string[] {
  return [
    ...command.arguments.filter(({ completes }) => isPath(completes)).map(({ name }) => name),
    ...offeredOptions(command, takesBody)
      .filter(({ completes }) => isPath(completes))
      .map(propertyOf),
  ];
}

/** Whether a call of the tool reads or writes files of this machine: a folder that is not given is the current one. */
export function touchesFiles(tool: Tool, input: Readonly<Record<string, unknown>>): boolean {
  const isImplied = tool.command.arguments.some(({ completes }) => completes === 'folder');
  return (
    isImplied ||
    tool.command.effect === 'writes a local file' ||
    pathsOf(tool).some((name) => own(input, name) !== undefined)
  );
}

/** Where a path leads, links followed; null for a link that leads nowhere. What does not exist yet is in its folder. */
function target(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path) return null;
    const folder = target(dirname(path));
    return folder === null ? null : join(folder, basename(path));
  }
}

function isInside(root: string, path: string): boolean {
  const [folder, real] = [target(root), target(path)];
  if (folder === null || real === null) return false;
  const way = relative(folder, real);
  return way !== '..' && !way.startsWith(`..${join('/')}`) && !isAbsolute(way);
}

/** A path of the input that is outside of all roots; null where there is none. The first root is the current folder. */
export function pathOutside(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  roots: readonly [string, ...string[]],
): string | null {
  const given = pathsOf(tool).flatMap((name) => texts(own(input, name)));
  const strays = given.filter((path) => !roots.some((root) => isInside(root, resolve(roots[0], path))));
  return strays.find((path) => path !== '-') ?? null;
}
