// What the source may not do with text from outside, seen by the compiler: no object but a dictionary is indexed by it (a name
// may be `constructor` or `__proto__`; a read goes through `getOwn`, a table that is written is a `dictionary`, or either is a Map),
// no pattern takes more than linear time over it, and no list of it is passed as arguments.

import { relative, resolve } from 'node:path';
import { analyse } from 'scslre';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isLiteralExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isSpreadElement,
} from 'typescript/unstable/ast/is';
import { API, type Checker } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SRC = resolve('src');

interface Lookup {
  readonly file: SourceFile;
  readonly node: Node;
  readonly table: Node;
  readonly name: Node;
}

/** `table[name]`, and `name in table`. */
function lookupsIn(file: SourceFile): Lookup[] {
  const found: Lookup[] = [];
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node) && !isLiteralExpression(node.argumentExpression)) {
      found.push({ file, node, table: node.expression, name: node.argumentExpression });
    }
    if (
      isBinaryExpression(node) &&
      node.operatorToken.kind === SyntaxKind.InKeyword &&
      !isLiteralExpression(node.left)
    ) {
      found.push({ file, node, table: node.right, name: node.left });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Those whose name may be any text, and whose table inherits the names of every object. */
function unsafe(checker: Checker, lookups: readonly Lookup[]): Lookup[] {
  const names = checker.getTypeAtLocation(lookups.map(({ name }) => name));
  const tables = checker.getTypeAtLocation(lookups.map(({ table }) => table));
  const [text, number] = [checker.getStringType(), checker.getNumberType()];
  return lookups.filter((_, at) => {
    const [name, table] = [names[at], tables[at]];
    if (name === undefined || table === undefined) return true;
    const isText = checker.isTypeAssignableTo(text, name) && !checker.isTypeAssignableTo(number, name);
    if (!isText || checker.isArrayLikeType(table)) return false;
    return !checker.getPropertiesOfType(table).some((property) => property.name.includes('INHERITS_NOTHING'));
  });
}

/** Patterns that take quadratic time over some text, and why that text is short or cannot be like that. */
const BOUNDED: readonly (readonly [file: string, patterns: number, bound: string])[] = [
  ['client/observe.ts', 1, 'a base URL, typed by the user'],
  ['client/base-url.ts', 1, 'a base URL, typed by the user'],
  ['cli/terminal/formats/bars.ts', 1, 'the digits of a number'],
  ['cli/outreach/folder/folder.ts', 1, 'a path, typed by the user'],
  ['cli/files/json-text.ts', 1, 'a number of at most 400 characters'],
  ['cli/files/rows/cell-formats.ts', 2, 'the first 1,000 characters of a code, or a number as short'],
  ['cli/files/rows/workbook.ts', 1, 'the first 1,000 characters of a code'],
  ['rules/records/email-text.ts', 4, 'a cell of at most 1,000 characters, of a number of at most 60'],
  ['rules/records/full-name.ts', 1, 'a name of at most 200 characters'],
  ['rules/records/addresses.ts', 6, 'a URL as the contract bounds it, or a pattern that cannot fail'],
  ['rules/playbook/recommend.ts', 1, 'a text of the playbook, as the contract bounds it'],
  ['service/stand-ins/profiles.ts', 3, 'a URL as the contract bounds it'],
  ['service/stand-ins/audience/understand.ts', 4, 'the description of an audience, as the contract bounds it'],
];

let api: API;
let checker: Checker;
let files: readonly SourceFile[];
beforeAll(() => {
  api = new API({ cwd: resolve('.') });
  const [project] = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects();
  if (project === undefined) throw new Error('no project');
  checker = project.checker;
  files = project.program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${SRC}/`))
    .flatMap((name) => project.program.getSourceFile(name) ?? []);
});
afterAll(() => api.close());

const place = (file: SourceFile, node: Node): string => {
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  return `${relative(SRC, file.fileName)}:${line} ${node.getText(file)}`;
};

test('text from outside is looked up in dictionaries', () => {
  const lookups = files.filter(({ fileName }) => !fileName.endsWith('contract/json.ts')).flatMap(lookupsIn);
  expect(lookups.length).toBeGreaterThan(100);
  expect(unsafe(checker, lookups).map(({ file, node }) => place(file, node))).toEqual([]);
});

/** Patterns that backtrack, or begin again at each place, in more than linear time. */
function slowPatterns(file: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    const [, source, flags = ''] = isRegularExpressionLiteral(node)
      ? (/^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [])
      : [];
    if (source !== undefined && analyse({ source, flags }).reports.length > 0) found.push(place(file, node));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

test('patterns are linear in what they read', () => {
  const slow = files.flatMap((file) => {
    const found = slowPatterns(file);
    const [, most = 0] = BOUNDED.find(([name]) => name === relative(SRC, file.fileName)) ?? [];
    return found.length <= most ? [] : found;
  });
  expect(slow).toEqual([]);
});

/** `list.push(...items)` and `Math.max(...numbers)`: the stack holds about 100,000 arguments. */
function spreadArguments(file: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (
      isCallExpression(node) &&
      isPropertyAccessExpression(node.expression) &&
      ['push', 'unshift', 'max', 'min'].includes(node.expression.name.text) &&
      node.arguments.some(isSpreadElement)
    ) {
      found.push(place(file, node));
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

test('no list is passed as arguments: append(), largest() and smallest() take it as it is', () => {
  expect(files.flatMap(spreadArguments)).toEqual([]);
});

/** `SomeClass.name`: the build gives classes other names. */
const classNames = (file: SourceFile): string[] =>
  [...file.text.matchAll(/\b[A-Z]\w*[a-z]\w*\.name\b|\bconstructor\.name\b/g)].map(
    ([found]) => `${relative(SRC, file.fileName)}: ${found}`,
  );

test('nothing depends on the name of a class', () => expect(files.flatMap(classNames)).toEqual([]));
