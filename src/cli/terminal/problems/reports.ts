// Problems as other programs read them: annotations of GitHub, SARIF, GitLab Code Quality, JUnit.

import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { harmless } from '../formats/cells.ts';
import type { FileProblem } from './problem.ts';

function uriOf(file: string): string {
  if (file === '-') return 'stdin';
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replace(/\\/g, '/').split('/').map(encodeURIComponent).join('/');
}

export function sarifOf(problems: readonly FileProblem[], version: string): Record<string, unknown> {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'reach',
            version,
            informationUri: INFORMATION,
            rules: codes.map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) => ({
          ruleId: problem.code,
          ruleIndex: codes.indexOf(problem.code),
          level: problem.severity,
          message: { text: problem.message },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: uriOf(problem.file) }, region: regionOf(problem) },
              ...(problem.path !== '' && { logicalLocations: [{ fullyQualifiedName: problem.path }] }),
            },
          ],
        })),
      },
    ],
  };
}

/** Code scanning requires an address; there is no page of ours that could be read. */
const INFORMATION = 'https://reach.invalid/';

/** What code scanning requires of a rule, and shows beside its results. */
function ruleOf(id: string) {
  const text = id.replace(/_/g, ' ');
  const help = { text: `${text}: the message says what is wrong and where; reach help files describes the files.` };
  return { id, shortDescription: { text }, fullDescription: help, help };
}

function regionOf({ line, column, endLine, endColumn }: FileProblem): Record<string, number> {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

/** A message must not end its line and begin a command of its own. */
function escapedData(text: string): string {
  return harmless(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

/** One `::error …::` or `::warning …::` a line. */
export function githubText(problems: readonly FileProblem[]): string {
  const lines = problems.map(({ file, line, endLine, column, endColumn, code, message, path, severity }) => {
    const onOneLine = endLine === line && endColumn > column ? [`endColumn=${endColumn}`] : [];
    const properties = [
      ...(file === '-' ? [] : [`file=${escapedProperty(file.replace(/\\/g, '/'))}`]),
      `line=${line}`,
      `endLine=${endLine}`,
      `col=${column}`,
      ...onOneLine,
      `title=${escapedProperty(code)}`,
    ];
    const text = path === '' ? message : `${message} (${path})`;
    return `::${severity} ${properties.join(',')}::${escapedData(text)}\n`;
  });
  return lines.join('');
}

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
