// Problems as workflow commands of GitHub Actions: they show up at the line in a pull request.

import { harmless } from '../formats/cells.ts';
import type { FileProblem } from './problem.ts';

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
