// Problems as other systems of CI read them: GitLab's Code Quality, and JUnit's XML.

import { createHash } from 'node:crypto';
import { harmless } from '../formats/cells.ts';
import type { FileProblem } from './problem.ts';

/** A Code Quality report; an empty array where nothing is wrong. A fingerprint stays the same while lines move. */
export function gitlabOf(problems: readonly FileProblem[]): Record<string, unknown>[] {
  const seen = new Map<string, number>();
  return problems.map(({ file, line, endLine, code, path, message, severity }) => {
    const identity = JSON.stringify([file, code, path, message]);
    const nth = seen.get(identity) ?? 0;
    seen.set(identity, nth + 1);
    return {
      description: harmless(path === '' ? message : `${message} (${path})`),
      check_name: code,
      fingerprint: createHash('sha256').update(`${identity}#${nth}`).digest('hex'),
      severity: severity === 'error' ? 'major' : 'minor',
      location: { path: file.replace(/\\/g, '/').replace(/^\.\//, ''), lines: { begin: line, end: endLine } },
    };
  });
}

export interface JunitCase {
  readonly file: string;
  readonly name: string;
  readonly ms: number;
  /** `error` is a file that could not be used, `failure` one that is wrong. */
  readonly failures: readonly { readonly tag: 'failure' | 'error'; readonly message: string; readonly text: string }[];
}

const escaped = (text: string) =>
  harmless(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const seconds = (ms: number) => (ms / 1000).toFixed(3);

export function junitText(suite: string, cases: readonly JunitCase[]): string {
  const bad = (tag: 'failure' | 'error') => cases.filter(({ failures }) => failures[0]?.tag === tag).length;
  const elements = cases.map(({ file, name, ms, failures }) => {
    const open = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" time="${seconds(ms)}"`;
    const inner = failures.map(
      ({ tag, message, text }) => `      <${tag} message="${escaped(message)}">${escaped(text)}</${tag}>\n`,
    );
    return inner.length === 0 ? `${open}/>\n` : `${open}>\n${inner.join('')}    </testcase>\n`;
  });
  const total = seconds(cases.reduce((sum, { ms }) => sum + ms, 0));
  const counts = `tests="${cases.length}" failures="${bad('failure')}" errors="${bad('error')}" time="${total}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${suite}" ${counts}>\n${elements.join('')}  </testsuite>\n</testsuites>\n`;
}

/** One test case a file: what is wrong with it are its failures; warnings where they count. */
export const fileCases = (
  files: readonly string[],
  problems: readonly FileProblem[],
  isStrict: boolean,
): readonly JunitCase[] =>
  files.map((file) => ({
    file,
    name: file,
    ms: 0,
    failures: problems
      .filter((problem) => problem.file === file && (isStrict || problem.severity === 'error'))
      .map(({ line, column, code, message }) => ({
        tag: 'failure',
        message,
        text: `${file}:${line}:${column}: ${message} [${code}]`,
      })),
  }));
