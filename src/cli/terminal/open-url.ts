// A page in the user's browser.

import { once } from 'node:events';
import { CliError } from './exit.ts';
import { harmless } from './formats/cells.ts';
import type { Io } from './io.ts';

/** `$BROWSER`, else what the system opens pages with; the address comes last. */
function openerOf({ env, platform }: Pick<Io, 'env' | 'platform'>): readonly [string, ...string[]] {
  const named = env['BROWSER']?.trim();
  if (named) return [named];
  if (platform === 'darwin') return ['open'];
  // No shell: `start` would take an `&` of the address for the end of the command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}

/** Opens it and does not wait for the browser to end. Throws CliError (exit 2) where nothing can open it. */
export async function openUrl(io: Io, url: string): Promise<void> {
  if (!/^https?:\/\//i.test(url)) {
    throw new CliError('usage', 'no_page', `${harmless(url)} is not a web address, so it was not opened`);
  }
  const [program, ...args] = openerOf(io);
  const { execa } = await import('execa');
  const child = execa(program, [...args, url], {
    stdio: 'ignore',
    detached: true,
    cleanup: false,
    windowsHide: false,
    env: io.env,
    extendEnv: false,
  });
  const isOpen = await Promise.race([once(child, 'spawn'), child]).then(
    () => true,
    () => false,
  );
  child.unref();
  if (isOpen) return;
  throw new CliError('usage', 'no_browser', `cannot open a browser with ${program}`, {
    hint: 'BROWSER names the program to open pages with; reach open with --print prints the link',
  });
}
