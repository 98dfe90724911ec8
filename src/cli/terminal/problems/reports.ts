// Problems as SARIF 2.1.0, which code scanning reads.

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
