// An answer: how old it is, its picture, its rows, and what of it has changed.

import { html, useEffect, useRef, useState } from './preact.js';
import { Chart, KINDS, kindsOf } from './chart.js';
import { gatewayNow } from './api.js';
import { isJobThere } from './pulse.js';
import { counted, duration, grouped, isId, isNumber, moment, shown, ZONE } from './text.js';

const MOST_ROWS = 500;
const MOST_HISTORY = 600;

/** From when on it is said that a watched answer has not changed. */
const QUIET_MS = 5000;

/** The moment of an answer: as of 12:00:00.123, 21 ms old. */
export function AsOf({ answer, isWatched }) {
  const { asOf, arrived, ms, rows, timings } = answer;
  const [, setSeconds] = useState(0);
  useEffect(() => {
    const every = isWatched ? setInterval(() => setSeconds(seconds => seconds + 1), 1000) : 0;
    return () => clearInterval(every);
  }, [isWatched]);
  const since = isWatched ? gatewayNow() - arrived : 0;
  const age = asOf && asOf.eventTime ? Math.max(0, arrived - asOf.eventTime) : null;
  return html`<p class="asof">${counted(rows.length, 'row')}
    ${asOf && asOf.eventTime && html`${', as of '}<time datetime=${new Date(asOf.eventTime).toISOString()} class="digits" title=${ZONE}>${moment(asOf.eventTime)}</time>
      ${', '}<span class="digits">${duration(age)}</span>${' old'}`}
    ${ms !== undefined && html`${', in '}<span class="digits">${duration(ms)}</span>`}
    ${since > QUIET_MS && html`${isJobThere() ? ', unchanged for ' : ', and nothing newer for '}<span class="digits">${duration(since)}</span>`}
    ${timings && timings.rowsScanned > 0 && ', ' + counted(timings.rowsScanned, 'row') + ' scanned'}
    ${timings && timings.unkeptMicros > 0 && ', after ' + Math.ceil(timings.unkeptMicros / 1000) + ' ms for columns that were not kept'}</p>`;
}

/** As it came, with when. */
export function arrived(answer, ms) {
  return { ...answer, arrived: gatewayNow(), ms };
}

/** What names each row, so that it is known again in the next answer: its texts, else its first number, else its place. */
function keysOf({ columns }, rows) {
  const texts = columns.map((each, i) => isNumber(each.type) ? -1 : i).filter(i => i >= 0);
  const named = texts.length ? texts : columns.length > 1 ? [0] : [];
  const seen = new Map();
  return rows.map(row => {
    const key = rows.length > 1 ? JSON.stringify(named.map(i => row[i])) : '';
    seen.set(key, (seen.get(key) || 0) + 1);
    return key + seen.get(key);
  });
}

/** A cell that changes in each answer flashes in each: the same class would run its animation once. */
export function flash(turn) {
  return turn ? ' changed' : ' changed again';
}

/** Of a cell, the digits as they are, without the commas between thousands. */
function copyCell(event) {
  const { anchorNode, focusNode } = getSelection();
  const cell = anchorNode && anchorNode.parentElement.closest('td');
  if (cell && focusNode && cell.contains(focusNode) && getSelection().toString() === cell.innerText) {
    event.clipboardData.setData('text/plain', cell.dataset.value);
    event.preventDefault();
  }
}

function Table({ answer, label = 'Answer' }) {
  const before = useRef(new Map());
  const { columns, rows } = answer;
  const visible = rows.slice(0, MOST_ROWS);
  const keys = keysOf(answer, visible);
  const marked = useRef({ answer: null, old: new Map(), turn: 0 });
  if (marked.current.answer !== answer) {
    marked.current = { answer, old: before.current, turn: 1 - marked.current.turn };
    before.current = new Map(visible.map((row, r) => [keys[r], row]));
  }
  const { old } = marked.current;
  const wasThere = old.size > 0;
  return html`
    <div class="rows" tabindex="0" role="region" aria-label=${label} onCopy=${copyCell}>
      <table><thead><tr>${columns.map(column => html`
        <th scope="col" class=${isNumber(column.type) ? 'number' : ''} title=${column.type}>${column.name}</th>`)}</tr></thead>
      <tbody>${visible.map((row, r) => {
        const key = keys[r];
        const earlier = old.get(key);
        return html`<tr key=${key} class=${wasThere && !earlier ? 'added' : ''}>${columns.map((column, i) => {
          const isChanged = earlier && JSON.stringify(earlier[i]) !== JSON.stringify(row[i]);
          return html`<td class=${(isNumber(column.type) ? 'number' : '') + (row[i] === null ? ' null' : '') + (isChanged ? flash(marked.current.turn) : '')}
            data-value=${row[i] ?? ''}>${shown(row[i], isId(column) ? '' : column.type)}</td>`;
        })}</tr>`;
      })}</tbody></table>
      ${rows.length > MOST_ROWS && html`<p class="faint">The first ${MOST_ROWS} of ${grouped(rows.length)} rows. CSV has all of them.</p>`}
      ${rows.length === 0 && html`<p class="faint">No rows.</p>`}
    </div>`;
}

/** The picture and the rows. kind: '' for the one that fits best. */
export function Answer({ answer, kind, isWatched, label, isSmall }) {
  const kinds = kindsOf(answer);
  const drawn = kind && kinds.includes(kind) ? kind : kinds[0];
  const [history, setHistory] = useState([]);
  const names = answer.columns.map(each => each.name).join();
  useEffect(() => {
    setHistory(old => isWatched && answer.rows.length === 1
      ? [...(old.length && old[0].names === names ? old : []), { time: answer.arrived, row: answer.rows[0], names }].slice(-MOST_HISTORY) : []);
  }, [answer, isWatched]);
  return html`<div class=${'answer' + (isSmall ? ' small' : '')}>
    <${Chart} kind=${drawn} answer=${answer} history=${isWatched ? history : null} />
    ${(!isSmall || drawn === 'none') && html`<${Table} answer=${answer} label=${label} />`}</div>`;
}

export function KindChoice({ answer, kind, onChange }) {
  const kinds = answer ? kindsOf(answer) : ['none'];
  return html`<label class="choice">Chart <select value=${kind && kinds.includes(kind) ? kind : kinds[0]} onChange=${e => onChange(e.target.value)}>
    ${kinds.map(each => html`<option value=${each}>${KINDS[each]}</option>`)}</select></label>`;
}

export function csv({ columns, rows }) {
  // A program that calculates must not take a text for a formula.
  const field = (value, type) => {
    const text = value === null ? '' : Array.isArray(value) ? shown(value, '') : String(value);
    const safe = !isNumber(type) && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  };
  return [columns.map(each => field(each.name, 'text')), ...rows.map(row => row.map((value, i) => field(value, columns[i].type)))]
    .map(row => row.join(',')).join('\r\n') + '\r\n';
}

export function download(name, type, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

