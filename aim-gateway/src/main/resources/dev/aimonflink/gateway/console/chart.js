// An answer as a picture, which its shape chooses.

import { html, useEffect, useRef } from './preact.js';
import { grouped, isId, isNumber, isTime, shown } from './text.js';

const MOST_COLUMNS = 24;
const MOST_BARS = 50;
const BINS = 24;

/** Beyond that the smaller one of two numbers could not be seen. */
const MOST_TIMES = 30;

export const KINDS = { number: 'Numbers', bars: 'Bars', top: 'Top list', lines: 'Lines', histogram: 'Histogram', none: 'No chart' };

/** Those that an answer can be shown as, the best first. */
export function kindsOf({ columns, rows }) {
  const numbers = columns.map((each, i) => isNumber(each.type) ? i : -1).filter(i => i >= 0);
  const kinds = [];
  if (!rows.length || !numbers.length) return ['none'];
  if (rows.length === 1) return numbers.length <= MOST_COLUMNS ? ['number', 'none'] : ['none'];
  if (columns.length === 1) return ['histogram', 'none'];
  const label = labelOf(columns);
  const isOrdered = isTime(columns[label].type) || (isNumber(columns[label].type) && !isId(columns[label]) && isAscending(rows, label));
  if (isOrdered) kinds.push('lines');
  if (numbers.some(i => i !== label)) kinds.push(...(rows.length <= MOST_COLUMNS ? ['bars', 'top'] : ['top']));
  return [...kinds, 'none'];
}

/** The column that names a row: an id, else a text or a time, else the first. */
function labelOf(columns) {
  const id = columns.findIndex(isId);
  return id >= 0 ? id : Math.max(0, columns.findIndex(each => !isNumber(each.type)));
}

function isAscending(rows, column) {
  return rows.every((row, i) => i === 0 || Number(rows[i - 1][column]) < Number(row[column]));
}

/** The columns that are drawn: what names a row, and its numbers. */
function parts({ columns, rows }) {
  const label = labelOf(columns);
  const numbers = columns.map((each, i) => i).filter(i => i !== label && isNumber(columns[i].type));
  return { label, numbers, columns, rows };
}

export function Chart({ kind, answer, history }) {
  const Drawn = { number: Numbers, bars: Bars, top: Top, lines: Lines, histogram: Histogram }[kind];
  return Drawn ? html`<div class=${'chart ' + kind}><${Drawn} answer=${answer} history=${history} /></div>` : null;
}

function Numbers({ answer, history }) {
  return html`<dl class="numbers">${answer.columns.map((column, i) => html`
    <div><dt>${column.name}</dt><dd>${shown(answer.rows[0][i], column.type)}</dd>
      ${history && history.length > 1 && isNumber(column.type)
        && html`<${Spark} label=${column.name} points=${history.map(({ time, row }) => [time, Number(row[i])])} />`}</div>`)}</dl>`;
}

function Top({ answer }) {
  const { label, numbers, columns, rows } = parts(answer);
  const value = numbers[0];
  if (value === undefined) return null;
  const most = Math.max(...rows.slice(0, MOST_BARS).map(row => Math.abs(Number(row[value]))), 0) || 1;
  return html`
    <ol class="top">${rows.slice(0, MOST_BARS).map(row => html`
      <li><span class="name">${shown(row[label], '')}</span>
        <span class="bar"><i style=${{ width: 100 * Math.abs(Number(row[value])) / most + '%' }}></i></span>
        <span class="digits">${shown(row[value], columns[value].type)}</span></li>`)}</ol>
    ${rows.length > MOST_BARS && html`<p class="faint">The first ${MOST_BARS} of ${grouped(rows.length)}.</p>`}`;
}

/** Columns side by side, a group for each row and a column for each number; numbers of another size have a picture of their own. */
function Bars({ answer }) {
  const { label, numbers, columns, rows } = parts(answer);
  const most = numbers.map(i => Math.max(...rows.map(row => Math.abs(Number(row[i])) || 0)));
  if (Math.max(...most) <= MOST_TIMES * Math.min(...most)) {
    return html`<${Groups} label=${label} numbers=${numbers} columns=${columns} rows=${rows} />`;
  }
  return html`<div class="several">${numbers.map((i, n) => html`<figure><figcaption>${columns[i].name}</figcaption>
    <${Groups} label=${label} numbers=${[i]} columns=${columns} rows=${rows} tint=${n} /></figure>`)}</div>`;
}

function Groups({ label, numbers, columns, rows, tint = 0 }) {
  const all = rows.flatMap(row => numbers.map(i => Number(row[i]) || 0));
  const top = Math.max(...all, 0);
  const bottom = Math.min(...all, 0);
  const range = top - bottom || 1;
  const width = 100 / rows.length;
  const each = width * 0.8 / numbers.length;
  return html`
    <svg viewBox="0 0 100 60" preserveAspectRatio="none" role="img" aria-label=${'Bars of ' + numbers.map(i => columns[i].name).join(', ')}>
      ${rows.map((row, r) => numbers.map((i, n) => {
        const value = Number(row[i]) || 0;
        return html`<rect class=${'s' + (n + tint) % 6} x=${r * width + width * 0.1 + n * each} width=${each * 0.94}
          y=${60 * (top - Math.max(value, 0)) / range} height=${60 * Math.abs(value) / range}>
          <title>${shown(row[label], '')}: ${columns[i].name} ${shown(row[i], columns[i].type)}</title></rect>`;
      }))}</svg>
    <div class="labels" aria-hidden="true">${rows.map(row => html`<span>${shown(row[label], '')}
      ${numbers.length === 1 && html`<b>${shown(row[numbers[0]], columns[numbers[0]].type)}</b>`}</span>`)}</div>
    ${numbers.length > 1 && html`<ul class="legend">${numbers.map((i, n) => html`<li class=${'s' + n % 6}>${columns[i].name}</li>`)}</ul>`}`;
}

function Histogram({ answer }) {
  const values = answer.rows.map(row => row[0] === null ? NaN : Number(row[0])).filter(Number.isFinite);
  // There may be more of them than a call takes arguments.
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = values.reduce((one, other) => Math.max(one, other), -Infinity);
  const width = (most - least) / BINS || 1;
  const counts = new Array(BINS).fill(0);
  values.forEach(value => counts[Math.min(BINS - 1, Math.floor((value - least) / width))]++);
  const short = number => Number(number.toPrecision(4)).toString();
  return html`<${Bars} answer=${{
    columns: [{ name: answer.columns[0].name, type: 'text' }, { name: 'rows', type: 'bigint' }],
    rows: counts.map((count, i) => [short(least + i * width), String(count)]),
  }} />`;
}

/** As a canvas takes it. */
function colour(name) {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A line for each number, over the first column, or over time while a number is watched. */
function Lines({ answer }) {
  const { label, numbers, columns, rows } = parts(answer);
  const isOverTime = isTime(columns[label].type);
  const xs = rows.map(row => isOverTime
    ? Date.parse(String(row[label]).replace(' ', 'T').replace(/([+-][0-9]{2})$/, '$1:00')) / 1000 : Number(row[label]));
  // The picture outlives the answer with which it began.
  const newest = useRef();
  newest.current = rows;
  const said = i => (plot, value, s, at) => newest.current[at] ? shown(newest.current[at][i], columns[i].type) : '–';
  const series = numbers.map((i, n) => ({
    label: columns[i].name, stroke: colour('--s' + n % 6), width: 2, points: { show: rows.length < 60 }, value: said(i),
  }));
  const x = { label: columns[label].name, value: said(label) };
  return html`<${Plot} data=${[xs, ...numbers.map(i => rows.map(row => row[i] === null ? null : Number(row[i])))]} series=${series} x=${x}
    isOverTime=${isOverTime} />`;
}

function Plot({ data, series, x, isOverTime }) {
  const place = useRef();
  const plot = useRef();
  const shape = series.map(each => each.label).join() + x.label + isOverTime;
  useEffect(() => {
    const axis = { stroke: colour('--faint'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 } };
    plot.current = new uPlot({
      width: place.current.clientWidth, height: 260, series: [x, ...series], scales: { x: { time: isOverTime } },
      axes: [axis, { ...axis, size: (u, values) => 20 + 8 * Math.max(0, ...(values || []).map(each => String(each).length)) }],
    }, data, place.current);
    const resized = new ResizeObserver(() => place.current && plot.current.setSize({ width: place.current.clientWidth, height: 260 }));
    resized.observe(place.current);
    return () => {
      resized.disconnect();
      plot.current.destroy();
    };
  }, [shape]);
  useEffect(() => {
    plot.current.setData(data);
  });
  return html`<div class="plot" ref=${place}></div>`;
}

/** A line without axes. points: [x, y or null], marks: [x, kind, what]. */
export function Spark({ points, marks = [], label, from, to }) {
  const known = points.filter(([, y]) => y !== null && y !== undefined && Number.isFinite(y));
  const left = from ?? (points.length ? points[0][0] : 0);
  const width = (to ?? (points.length ? points[points.length - 1][0] : 1)) - left || 1;
  const most = Math.max(...known.map(([, y]) => y), 0) || 1;
  const at = (x, y) => (200 * (x - left) / width).toFixed(1) + ',' + (38 - 36 * y / most).toFixed(1);
  // A gap where nothing is known.
  const lines = points.reduce((all, [x, y]) => {
    if (y === null || y === undefined) all.push([]);
    else all[all.length - 1].push(at(x, y));
    return all;
  }, [[]]).filter(line => line.length);
  return html`
    <svg class="spark" viewBox="0 0 200 40" preserveAspectRatio="none" role="img" aria-label=${label + ', the last two minutes'}>
      ${lines.map(line => html`<polyline points=${line.join(' ')} vector-effect="non-scaling-stroke" />`)}
      ${marks.map(([x, kind, what]) => html`<line class=${kind} x1=${200 * (x - left) / width} x2=${200 * (x - left) / width} y1="0" y2="40"
        vector-effect="non-scaling-stroke"><title>${what}</title></line>`)}
    </svg>`;
}
