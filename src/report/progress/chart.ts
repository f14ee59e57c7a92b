import { pointName, progressSentence } from './index.ts';
import type { ProgressPoint, ProgressReport } from './index.ts';
import { printable } from '../style.ts';
import { attributes, escapeXml } from '../xml.ts';

const [WIDTH, HEIGHT] = [720, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 16, 24, 36];

/** Distance of the first and the last point from which both names fit below the axis. */
const ROOM_FOR_NAMES = 240;

/** The day of a point or a deadline, with the part of it that is over. */
const dayOf = ({ date, time }: Pick<ProgressPoint, 'date' | 'time'>): number =>
  Date.parse(`${date}T${time ?? '00:00'}:00Z`) / 86_400_000;

const text = (x: number, y: number, anchor: 'start' | 'middle' | 'end', content: string): string =>
  `<text${attributes({ x: Math.round(x), y: Math.round(y), 'text-anchor': anchor })}>${escapeXml(printable(content))}</text>`;

const line = (kind: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<line${attributes({ class: kind, x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) })}/>`;

/** Scales of days and counts. */
const scaleOf = ({ points, deadlines, today }: ProgressReport) => {
  // Beside points of hours a deadline of next year would leave no room for them.
  const isShort = points.some(({ time }) => time !== undefined);
  const days = [...points, ...(isShort ? [] : [...deadlines, { date: today }])].map(dayOf);
  const [from, to] = [Math.min(...days), Math.max(...days)];
  const most = Math.max(1, ...points.map(({ left }) => left));
  return {
    most,
    shown: isShort ? [] : deadlines,
    x: (at: Pick<ProgressPoint, 'date' | 'time'>) =>
      LEFT + ((dayOf(at) - from) / Math.max(1 / 1440, to - from)) * (WIDTH - LEFT - RIGHT),
    y: (count: number) => HEIGHT - BOTTOM - (count / most) * (HEIGHT - TOP - BOTTOM),
  };
};

const STYLE =
  'text{font:12px system-ui,sans-serif;fill:#3c434b}.axis{stroke:#9aa4b0}.sunset{stroke:#c62828;stroke-dasharray:4 3}.left{fill:none;stroke:#1565c0;stroke-width:2}.point{fill:#1565c0}';

/** The chart without its `<svg>`: the count by day as a line, sunset dates upright. */
const drawn = (report: ProgressReport): string => {
  const { points, unit } = report;
  const { most, shown, x, y } = scaleOf(report);
  const [first, last] = [points[0], points.at(-1)];
  const path = points.map((point) => `${x(point).toFixed(1)},${y(point.left).toFixed(1)}`).join(' ');
  const dots = points.map(
    (point) =>
      `<circle${attributes({ class: 'point', cx: x(point).toFixed(1), cy: y(point.left).toFixed(1), r: 3 })}><title>${escapeXml(`${pointName(point)}: ${point.left}`)}</title></circle>`,
  );
  const ends = shown.flatMap(({ date }, at) => [
    line('sunset', x({ date }), TOP, x({ date }), y(0)),
    text(x({ date }) - 4, TOP + 12 + at * 14, 'end', `sunset ${date}`),
  ]);
  return [
    line('axis', LEFT, y(0), WIDTH - RIGHT, y(0)),
    line('axis', LEFT, TOP, LEFT, y(0)),
    text(LEFT - 6, y(most) + 4, 'end', String(most)),
    text(LEFT - 6, y(0) + 4, 'end', '0'),
    text(LEFT, 14, 'start', unit),
    ...(first === undefined ? [] : [text(x(first), HEIGHT - 14, 'start', pointName(first))]),
    ...(first === undefined || last === undefined || x(last) - x(first) < ROOM_FOR_NAMES
      ? []
      : [text(x(last), HEIGHT - 14, 'end', pointName(last))]),
    ...ends,
    `<polyline${attributes({ class: 'left', points: path })}/>`,
    ...dots,
  ].join('\n');
};

const svgOf = (report: ProgressReport, style: string): string =>
  `<svg${attributes({ xmlns: 'http://www.w3.org/2000/svg', class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-labelledby': 'progress-title progress-text' })}>\n<title id="progress-title">${escapeXml(`${report.unit} by day`)}</title>\n<desc id="progress-text">${escapeXml(progressSentence(report))}</desc>\n${style}${drawn(report)}\n</svg>\n`;

/** The burn-down inside of a page that styles it with CHART_STYLE. */
export const progressChart = (report: ProgressReport): string => svgOf(report, '');

/** The burn-down as a picture. */
export const progressSvg = (report: ProgressReport): string =>
  svgOf(report, `<style>${STYLE}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n`);

/** The chart in a page, light or dark. */
export const CHART_STYLE = `${STYLE.replaceAll(/(^|})(?=[^}])/g, '$1.chart ')}.chart text{fill:CanvasText}.chart .axis{stroke:light-dark(#6b7480,#9aa4b0)}.chart .left{stroke:light-dark(#1565c0,#82b1ff)}.chart .point{fill:light-dark(#1565c0,#82b1ff)}.chart .sunset{stroke:light-dark(#c62828,#ff8a80)}@media(max-width:40rem){.chart text{font-size:20px}}`;

const PAGE_STYLE = `:root{color-scheme:light dark}html{background:Canvas}body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.2rem 1rem}svg{height:auto;width:100%}caption{font-weight:600;text-align:left}table{border-collapse:collapse;margin:1rem 0}td,th{border-bottom:1px solid light-dark(#dcdfe4,#3a3f46);padding:.2rem .8rem .2rem 0;text-align:left}${CHART_STYLE}`;

const cells = (tag: string, row: readonly string[]): string =>
  `<tr>${row.map((cell) => `<${tag}>${escapeXml(printable(cell))}</${tag}>`).join('')}</tr>\n`;

const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return '';
  return `<table>\n<caption>${caption}</caption>\n${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</table>\n`;
};

const shares = (all: ProgressReport['folders']) =>
  all.map(({ name, first, left }) => [name, String(first), String(left)]);

/** The chart with its numbers as a page that needs nothing else. */
export const progressHtml = (report: ProgressReport): string => {
  const { points, folders, owners, notes, unit } = report;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width">\n<title>migrate progress</title>\n<style>${PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Progress: ${unit}</h1>\n`,
    svgOf(report, ''),
    `<p>${escapeXml(progressSentence(report))}</p>\n`,
    ...notes.map((note) => `<p>Note: ${escapeXml(printable(note))}</p>\n`),
    table('By folder', ['folder', 'at the start', 'left'], shares(folders)),
    table('By owner', ['owner', 'at the start', 'left'], shares(owners)),
    table(
      'By day',
      ['date', unit],
      points.map((point) => [pointName(point), String(point.left)]),
    ),
    '</main>\n</body>\n</html>\n',
  ].join('');
};
