// An editor for tests: keeps each text it is given as `opened-N` in the home's folder, and runs the Nth command on it.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './binary.ts';

export interface Editor {
  /** Where texts that were not sent are kept. */
  readonly edits: string;
  put(name: string, text: string): void;
  read(name: string): string;
  kept(): string[];
  /** The value of VISUAL; `name` is the file of its script. */
  running(commands: readonly string[], name?: string): string;
}

export function editorIn(home: Home): Editor {
  const edits = join(home.reachHome, 'state', 'edits');
  const put = (name: string, text: string) => writeFileSync(join(home.folder, name), text);
  return {
    edits,
    put,
    read: (name) => readFileSync(join(home.folder, name), 'utf8'),
    kept: () => (existsSync(edits) ? readdirSync(edits) : []),
    running: (commands, name = 'editor.sh') => {
      const turns = commands.map((command, index) => `${index + 1}) ${command} ;;`).join('\n');
      put(
        name,
        `n=$(($(cat count) + 1)); echo $n > count\ncp "$1" opened-$n\ncase $n in\n${turns}\n*) exit 9 ;;\nesac\n`,
      );
      put('count', '0');
      return `sh ${name}`;
    },
  };
}

/** Changes the text as sed's script says. */
export const sed = (script: string): string => `sed '${script}' "$1" > new && cat new > "$1"`;
