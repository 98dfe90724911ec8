// At the end of a run: how much of the JSON that commands printed in it was checked against `reach schema output`.

import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'REACH_TEST_OUTPUTS';

/** Notes what was printed, for all workers of the run. */
export function noteOutput(command: string, isAllowed: boolean): void {
  const file = process.env[VARIABLE];
  if (file !== undefined) appendFileSync(file, `${isAllowed ? 'allowed' : 'violation'} ${command}\n`);
}

/** Called once for each project. */
export default function setup(): (() => void) | undefined {
  if (process.env[VARIABLE] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'reach-outputs-'));
  const file = join(folder, 'outputs.txt');
  process.env[VARIABLE] = file;
  return () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    const commands = new Set(lines.map((line) => line.replace(/^\S+ /, '')));
    const violations = lines.filter((line) => line.startsWith('violation ')).length;
    if (lines.length > 0)
      process.stdout.write(
        `\nJSON outputs checked against their schemas: ${lines.length}, of ${commands.size} commands; ${violations} violations\n`,
      );
    rmSync(folder, { recursive: true });
  };
}
