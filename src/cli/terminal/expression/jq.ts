// --jq: an expression over the JSON of a command, evaluated by jq itself, compiled to WebAssembly.

import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { UsageError } from '../exit.ts';
import { harmless } from '../formats/cells.ts';
import type { Expression, ExpressionHost } from './template.ts';

export interface JqRequest {
  readonly expression: string;
  readonly input: string;
  readonly flags: readonly string[];
}

interface JqAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** One value a line; the last one ends the options, for an expression may begin with a minus. */
const flags = ['--compact-output', '--'];

type Evaluate = (request: JqRequest) => Promise<JqAnswer>;

/** jq's own exit code for an expression that does not compile. */
const NOT_COMPILED = 3;

async function onThread(file: string, interrupt: AbortSignal): Promise<Evaluate> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(file, { workerData: { program: join(dirname(file), 'jq.wasm.br') } });
  worker.unref();
  const stop = () => void worker.terminate();
  interrupt.addEventListener('abort', stop, { once: true });
  return async (request) => {
    interrupt.throwIfAborted();
    // The process waits for the thread only while there is something to wait for.
    worker.ref();
    worker.postMessage(request);
    try {
      const [answer] = await once(worker, 'message', { signal: interrupt });
      return answer;
    } finally {
      worker.unref();
    }
  };
}

async function onThisThread(): Promise<Evaluate> {
  const jq = await (await import('jq-wasm')).loadJq();
  return async ({ expression, input }) => jq.raw(input, expression, flags);
}

/** `jq: error: syntax error, unexpected end of file at <top-level>, line 1, column 2:` and the place, below it. */
function problemOf({ stderr }: JqAnswer): string {
  const lines = stderr.split('\n').filter((line) => !/^jq: \d+ compile errors?$/.test(line));
  return lines
    .join('\n')
    .replaceAll(/^jq: (error: )?/gm, '')
    .replaceAll(' at <top-level>', '')
    .replace(/^error \(at [^)]*\): /, '')
    .trimEnd();
}

/** Text as it is, everything else as JSON; indented for a person. */
function displayedValue(line: string, isTTY: boolean): string {
  if (line.startsWith('"')) {
    const text = String(JSON.parse(line));
    return isTTY ? harmless(text) : text;
  }
  return isTTY && /^[[{]/.test(line) ? harmless(JSON.stringify(JSON.parse(line), null, 2)) : line;
}

/** Throws UsageError, with the place, where it does not compile. */
export async function jqExpression(expression: string, { io, jqThread, isTTY }: ExpressionHost): Promise<Expression> {
  const evaluate = jqThread === null ? await onThisThread() : await onThread(jqThread, io.interrupt);
  // Compiled, and evaluated for none of no inputs.
  const compiled = await evaluate({ expression, input: '', flags });
  if (compiled.exitCode === NOT_COMPILED) throw new UsageError(`--jq: ${problemOf(compiled)}`);
  return {
    isPerRecord: false,
    apply: async (documents) => {
      const answer = await evaluate({ expression, input: documents.join('\n'), flags });
      const lines = answer.stdout === '' ? [] : answer.stdout.split('\n');
      const text = lines.map((line) => `${displayedValue(line, isTTY)}\n`).join('');
      return { text, problem: answer.exitCode === 0 ? null : `--jq: ${problemOf(answer) || 'halted'}` };
    },
  };
}
