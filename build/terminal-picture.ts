import { writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';

/**
 * Draws docs/demo.svg from a real run of the demo under a pseudo-terminal (`script` of util-linux).
 * Run: `npm run picture`.
 */
const columns = 140;
const fontWidth = 7.2;
const lineHeight = 16;
const colours: Record<string, string> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '2': '#8b949e',
  '1': '#f0f6fc',
};

const escapeSign = '\u001b';
const redraw = new RegExp(`(${escapeSign}\\[\\d+A${escapeSign}\\[J|\\n)`);
const upward = new RegExp(`^${escapeSign}\\[(\\d+)A`);
const styled = new RegExp(`(${escapeSign}\\[[0-9;]*m)`);
const styling = new RegExp(`^${escapeSign}\\[([0-9;]*)m$`);

const command = `stty cols ${columns}; exec ${process.execPath} plugin/main.ts demo`;
const { stdout } = await execa('script', ['-qec', command, '/dev/null'], {
  env: { NO_COLOR: undefined, TERM: 'xterm-256color' },
});
const lines = screen(stdout.replaceAll('\r', '')).filter(
  (line, at, all) =>
    !(stripVTControlCharacters(line) === '' && stripVTControlCharacters(all[at - 1] ?? '') === ''),
);

const width = Math.ceil(columns * fontWidth + 32);
const height = lines.length * lineHeight + 56;
const rows = lines.map(
  (line, at) => `<text x="16" y="${48 + at * lineHeight}" xml:space="preserve">${spans(line)}</text>`,
);
const dots = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
  (fill, at) => `<circle cx="${20 + at * 18}" cy="18" r="6" fill="${fill}"/>`,
);

await writeFile(
  'docs/demo.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of npm run demo">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${dots.join('')}
<g fill="#c9d1d9" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="12">
${rows.join('\n')}
</g>
</svg>
`,
);

/** What a terminal would show: the live block moves up and clears what it redraws. */
function screen(output: string): string[] {
  const shown: string[] = [''];
  for (const piece of output.split(redraw)) {
    const up = upward.exec(piece)?.[1];
    if (up !== undefined) shown.splice(Math.max(0, shown.length - 1 - Number(up)), Number(up) + 1, '');
    else if (piece === '\n') shown.push('');
    else shown[shown.length - 1] += piece;
  }
  return shown;
}

/** One `tspan` a run of the same style; only what the report uses: bold, dim, red, green, yellow. */
function spans(line: string): string {
  let style = '';
  return line
    .split(styled)
    .map((piece) => {
      const codes = styling.exec(piece)?.[1];
      if (codes === undefined) return piece === '' ? '' : `<tspan${style}>${inSvg(piece)}</tspan>`;
      const fill = codes
        .split(';')
        .map((code) => colours[code])
        .find((each) => each !== undefined);
      style = fill === undefined ? '' : ` fill="${fill}"`;
      return '';
    })
    .join('');
}

function inSvg(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
