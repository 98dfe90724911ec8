// What commands print as JSON in tests, against `reach schema output`. Published schemas are open; here every name must be known.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { outputDocument } from '../../src/cli/tool/output-schema.ts';
import { readDeclared } from '../../src/cli/tool/tree/read.ts';
import { isObject } from '../../src/contract/json.ts';
import { noteOutput } from '../checked-outputs.ts';

/** The same schemas without room for what they do not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isOpen = isObject(value['properties']) && value['additionalProperties'] === undefined;
  return isOpen && value['type'] === 'object' ? { ...inner, additionalProperties: false } : inner;
}

type Checks = ReadonlyMap<string, () => ValidateFunction>;

async function compiled(): Promise<Checks> {
  const declared = await readDeclared('1.2.3');
  // To make shorter functions takes longer than they run.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  const document = closed(outputDocument(declared));
  if (!isObject(document)) throw new Error('no document');
  ajv.addSchema(document, 'reach');
  const checkOf = (name: string) => () => {
    const found = ajv.getSchema(`reach#/$defs/${encodeURIComponent(name)}`);
    if (found === undefined) throw new Error(`${name} has no schema`);
    return found;
  };
  return new Map(['error', ...declared.map(({ path }) => path)].map((name) => [name, checkOf(name)]));
}

let made: Promise<Checks> | undefined;

/** Pick, transform or replace what the command prints. */
const OTHERWISE = /^(--fields|--jq|--template|--format|--tree|--help|-h|--columns|--include|-i)(=|$)/;

/** Whether the command line asks for JSON, as it is. */
function printsJson(words: readonly string[]): boolean {
  if (words.some((word) => OTHERWISE.test(word))) return false;
  const line = words.join(' ');
  return words.includes('--json') || /(^| )(-o|--output)[ =](json|ndjson)( |$)/.test(line);
}

interface Printed {
  readonly words: readonly string[];
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command that the line names, and what of its JSON its schema does not allow; null where it prints none. */
async function checkedOutput({ words, code, stdout, stderr }: Printed) {
  if (!printsJson(words) || words[0] === 'help') return null;
  made ??= compiled();
  const checks = await made;
  const failed = code > 1 ? stderr.trimEnd().split('\n').at(-1) : undefined;
  if (failed?.startsWith('{') === true) return problemsOf('error', checks, [JSON.parse(failed)]);
  const path = [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => checks.has(name));
  if (path === undefined || path.endsWith(' export') || code > 1 || stdout === '') return null;
  return problemsOf(path, checks, readingsOf(stdout));
}

/** One value, or one in each line, which are a list; undefined where it is neither. */
function readingsOf(stdout: string): readonly unknown[] {
  const read = (text: string): readonly unknown[] => {
    try {
      return [JSON.parse(text)];
    } catch {
      return [];
    }
  };
  const lines = stdout.trimEnd().split('\n');
  const each = lines.flatMap(read);
  const readings = [...read(stdout), ...(each.length === lines.length ? [each] : [])];
  return readings.length === 0 ? [undefined] : readings;
}

/** One of the values is as the schema says: lines of ndjson are a list, or one record. */
function problemsOf(path: string, checks: Checks, values: readonly unknown[]) {
  const check = checks.get(path)?.();
  if (check === undefined) return null;
  const problems = values.map((value) => (check(value) ? [] : (check.errors ?? [])));
  return { path, problems: problems.some(({ length }) => length === 0) ? [] : (problems[0] ?? []) };
}

/** Fails where a command prints JSON that its schema does not describe. */
export async function assertOutput(printed: Printed): Promise<void> {
  const checked = await checkedOutput(printed);
  if (checked === null) return;
  noteOutput(checked.path, checked.problems.length === 0);
  if (checked.problems.length === 0) return;
  const problems = checked.problems.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`reach schema output ${checked.path} does not allow: ${problems.join('; ')}`);
}
