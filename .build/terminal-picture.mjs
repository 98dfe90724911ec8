// node .build/terminal-picture.mjs: runs reach in a pseudo-terminal and writes what it shows to .github/terminal.svg.
// Needs util-linux's `script`. The workspace is a new one with the sample data.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import stringWidth from 'string-width';

/** @typedef {{ bold: boolean, dim: boolean, colour: string }} Style */
/** @typedef {{ text: string, width: number, style: Style }} Cell */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const samples = join(root, 'src', 'samples');
const COLUMNS = 100;

const BACKGROUND = '#0d1117';
const FOREGROUND = '#e6edf3';
/** By the last digit of the escape that sets a colour. */
const COLOURS = ['#6e7681', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', FOREGROUND];

/** @returns {Style} */
const plain = () => ({ bold: false, dim: false, colour: FOREGROUND });

/**
 * The style after an escape that ends in `m`.
 * @param {Style} style
 * @param {string} codes
 * @returns {Style}
 */
function styled(style, codes) {
  const next = { ...style };
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) Object.assign(next, plain());
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code === 39) next.colour = FOREGROUND;
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) next.colour = COLOURS[code % 10] ?? FOREGROUND;
  }
  return next;
}

/**
 * What a terminal shows after this output: as much of one as reach's own output needs.
 * @param {string} output
 * @returns {Cell[][]}
 */
function screenOf(output) {
  /** @type {Cell[][]} */
  const rows = [[]];
  let [row, column, style] = [0, 0, plain()];
  /** @param {number} to */
  const goTo = (to) => {
    row = Math.max(0, to);
    while (rows.length <= row) rows.push([]);
  };
  /** @param {Cell} cell */
  const put = (cell) => {
    const cells = rows[row] ?? [];
    while (cells.length < column) cells.push({ text: ' ', width: 1, style: plain() });
    cells[column] = cell;
    for (let more = 1; more < cell.width; more += 1) cells[column + more] = { text: '', width: 0, style: cell.style };
    column += cell.width;
  };
  for (const [piece, parameters = '', command] of output.matchAll(
    /\u001b\[([0-9;?]*)([A-Za-z])|\r|\n|[^\u001b\r\n]+/g,
  )) {
    const count = Number.parseInt(parameters, 10) || 1;
    if (piece === '\r') column = 0;
    else if (piece === '\n') goTo(row + 1);
    else if (command === undefined) {
      for (const { segment } of new Intl.Segmenter().segment(piece))
        put({ text: segment, width: stringWidth(segment), style });
    } else if (command === 'm') style = styled(style, parameters === '' ? '0' : parameters);
    else if (command === 'A') goTo(row - count);
    else if (command === 'G') column = count - 1;
    else if (command === 'K') rows[row] = (rows[row] ?? []).slice(0, column);
    else if (command === 'J') {
      rows[row] = (rows[row] ?? []).slice(0, column);
      rows.length = row + 1;
    }
  }
  while (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

/**
 * The screen after a command line has run on a terminal.
 * @param {string} line
 * @param {string} folder
 * @returns {Cell[][]}
 */
function shown(line, folder) {
  const command = line.replace(/^reach /, `'${process.execPath}' '${join(root, 'bin', 'reach.js')}' `);
  const { stdout } = execaSync('script', ['-qec', `stty rows 60 cols ${COLUMNS}; ${command}`, '/dev/null'], {
    cwd: folder,
    extendEnv: false,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      REACH_HOME: folder,
      TERM: 'xterm-256color',
      SHELL: '/bin/sh',
      TZ: 'UTC',
    },
    reject: false,
    stripFinalNewline: false,
  });
  /** @type {Cell[]} */
  const prompt = [...`$ ${line}`].map((text, at) => ({
    text,
    width: 1,
    style: { ...plain(), bold: at > 0, colour: at === 0 ? (COLOURS[2] ?? FOREGROUND) : FOREGROUND },
  }));
  return [prompt, ...screenOf(stdout)];
}

const CELL = { width: 8.4, height: 19 };
const MARGIN = { side: 20, top: 52, bottom: 18 };

/**
 * Spaces are kept by making them no-break ones: not every viewer knows `white-space`.
 * @param {string} text
 */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');

/**
 * Cells of one style beside each other, as one text: with its length, so that any font keeps the columns.
 * @param {Cell[]} cells
 * @param {number} row
 * @returns {string[]}
 */
function textsOf(cells, row) {
  /** @type {{ at: number, width: number, text: string, style: Style }[]} */
  const runs = [];
  let column = 0;
  for (const { text, width, style } of cells) {
    const last = runs.at(-1);
    const isSame = last !== undefined && JSON.stringify(last.style) === JSON.stringify(style);
    if (isSame) Object.assign(last, { text: last.text + text, width: last.width + width });
    else runs.push({ at: column, width, text, style });
    column += width;
  }
  return runs
    .filter(({ text }) => text.trim() !== '')
    .map(({ at, width, text, style }) => {
      // Some viewers drop spaces at the ends of a text.
      const before = text.length - text.trimStart().length;
      const after = text.length - text.trimEnd().length;
      const place = `x="${(MARGIN.side + (at + before) * CELL.width).toFixed(1)}" y="${MARGIN.top + row * CELL.height}"`;
      const length = `textLength="${((width - before - after) * CELL.width).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
      const look = `fill="${style.colour}"${style.bold ? ' font-weight="bold"' : ''}${style.dim ? ' opacity="0.55"' : ''}`;
      return `<text ${place} ${length} ${look}>${escaped(text.trim())}</text>`;
    });
}

/**
 * @param {Cell[][]} rows
 * @returns {string}
 */
function svgOf(rows) {
  const width = Math.round(MARGIN.side * 2 + COLUMNS * CELL.width);
  const height = MARGIN.top + rows.length * CELL.height + MARGIN.bottom - CELL.height;
  const buttons = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, at) => `<circle cx="${MARGIN.side + 6 + at * 20}" cy="20" r="6" fill="${colour}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="reach in a terminal">`,
    '<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}</style>',
    `<rect width="${width}" height="${height}" rx="10" fill="${BACKGROUND}"/>`,
    ...buttons,
    ...rows.flatMap(textsOf),
    '</svg>',
    '',
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'reach-picture-'));
try {
  copyFileSync(join(samples, 'contacts.csv'), join(folder, 'contacts.csv'));
  const campaign = readFileSync(join(samples, 'campaign.yaml'), 'utf8');
  writeFileSync(join(folder, 'campaign.yaml'), campaign.replace('{firstName}', '{fistName}'));
  const lines = [
    'reach company list --limit 4',
    'reach contacts import contacts.csv --yes',
    'reach campaign lint campaign.yaml',
    'reach workflow graph 1',
  ];
  const rows = lines.flatMap((line, at) => [...(at === 0 ? [] : [[]]), ...shown(line, folder)]);
  writeFileSync(join(root, '.github', 'terminal.svg'), svgOf(rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
