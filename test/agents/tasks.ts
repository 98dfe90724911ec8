// The tasks of tasks.yaml.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

interface Written {
  readonly question: string;
  readonly words: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly right: string;
  readonly state?: string;
}

export interface Task extends Omit<Written, 'right'> {
  readonly right: RegExp;
}

const written: readonly Written[] = parse(readFileSync(resolve('test', 'agents', 'tasks.yaml'), 'utf8'));

export const TASKS: readonly Task[] = written.map((task) => ({ ...task, right: new RegExp(task.right, 'im') }));
