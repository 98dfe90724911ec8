import { problemsOf, readRun } from '../../files/run-file.ts';
import { does, reads } from '../../session/command.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';

const declare = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find everything that is wrong with run files',
      description: [
        'Checks offline, with the rules of the service itself: types, options, which of them exclude each other, the target.',
        'Errors would be refused by the service; warnings would be accepted, but are hardly what was meant.',
      ].join('\n'),
      json: 'problems',
      output: 'one problem after the other: file:line:col, message, path, the line with a caret; JSON: an array',
      exits: ['bad'],
      completes: { file: 'file' },
      examples: [
        ['reach action lint enrich.yaml', 'one file'],
        ['reach action lint --format github runs/*.yaml', 'in CI'],
      ],
    }).argument('<file...>', 'run files, YAML or JSON (- = standard input)'),
  );

export const lintCommand = does(declare, async (session, names, options) => {
  const files = await readAll(names, (name) => readRun(session.io, name));
  const found = await Promise.all(files.map((file) => problemsOf(file, undocumentedRules(session))));
  return await printLint(session, files, found.flat(), options);
});
