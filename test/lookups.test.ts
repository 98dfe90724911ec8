// No object but a dictionary is indexed by text: a name from outside may be `constructor` or `__proto__`. A read goes through
// `own`, a table that is written is a `dictionary`, or either is a Map. Seen by the compiler's types.

import { relative, resolve } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isBinaryExpression, isElementAccessExpression, isLiteralExpression } from 'typescript/unstable/ast/is';
import { API, type Checker } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';

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

test('text from outside is looked up in dictionaries', () => {
  const api = new API({ cwd: resolve('.') });
  try {
    const [project] = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects();
    if (project === undefined) throw new Error('no project');
    const files = project.program.getSourceFileNames().filter((name) => name.startsWith(`${SRC}/`));
    const lookups = files.flatMap((name) => {
      const file = project.program.getSourceFile(name);
      return file === undefined || name.endsWith('contract/dictionary.ts') ? [] : lookupsIn(file);
    });
    expect(lookups.length).toBeGreaterThan(100);
    const strays = unsafe(project.checker, lookups).map(({ file, node }) => {
      const line = file.text.slice(0, node.getStart(file)).split('\n').length;
      return `${relative(SRC, file.fileName)}:${line} ${node.getText(file)}`;
    });
    expect(strays).toEqual([]);
  } finally {
    api.close();
  }
});
