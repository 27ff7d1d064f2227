// One entity, live: what it is, its windows side by side, its latest alerts.

import { html, useEffect, useRef, useState } from './preact.js';
import { useSchema } from './ask.js';
import { Alerts } from './alerts.js';
import { AsOf, flash } from './answer.js';
import { useWatches } from './look.js';
import { go, isOwn, own } from './place.js';
import { literal, shown } from './text.js';

const WINDOW = /^(.*)_((?:this|last)_.+)$/;

export function LookUp({ session, params }) {
  const schema = useSchema();
  const key = params.get('key') || '';
  const [typing, setTyping] = useState({ key, text: key });
  const typed = typing.key === key ? typing.text : key;
  const [wanted, setWanted] = useState('');
  const [isAll, setIsAll] = useState(false);
  const [, setAsked] = useState(0);
  const isFromLink = !isOwn('keys', key);
  const first = useRef();
  const table = schema && schema.tables[0];
  const keyColumn = table && table.columns[0];

  useEffect(() => first.current.focus(), []);

  // A look-up reads the record, which has columns that no scan reads.
  const columns = table && isAll ? table.columns.map(each => each.name).join(', ') : '*';
  const isNumbered = table && /^(smallint|integer|bigint)$/.test(keyColumn.type);
  const value = isNumbered ? literal(key) : "'" + key.replaceAll("'", "''") + "'";
  const [answers, state] = useWatches(key && table && !isFromLink
    ? [{ sql: `SELECT ${columns} FROM ${table.name} WHERE ${keyColumn.name} = ${value}` }] : null);
  const { answer, fault = state } = answers[0] || {};
  const unkept = table ? table.columns.filter(each => each.kept === false).length : 0;

  return html`
    <h1 class="hidden">Look up</h1>
    <form class="tools" onSubmit=${event => {
      event.preventDefault();
      own('keys', typed.trim());
      setAsked(asked => asked + 1);
      go('lookup', { key: typed.trim() });
    }}>
      <label>${keyColumn ? keyColumn.name : 'Key'} <input ref=${first} value=${typed} onInput=${e => setTyping({ key, text: e.target.value })} required /></label>
      <button class="primary">Look up</button>
      ${answer && html`<label>Only <input type="search" placeholder="columns with" aria-label="Only columns with" value=${wanted}
        onInput=${e => setWanted(e.target.value)} /></label>`}
      ${answer && unkept > 0 && html`<label><input type="checkbox" checked=${isAll} onChange=${e => setIsAll(e.target.checked)} />
        ${' '}also ${unkept} columns that are not always kept for questions</label>`}
    </form>
    ${fault && html`<p class="fault" role="alert">${fault.message}</p>`}
    ${key && isFromLink && html`<p class="banner" role="alert">This link brings a key. Press “Look up” if you want to.</p>`}
    ${key && !isFromLink && !answer && !fault && html`<p class="faint" role="status">Looking up ...</p>`}
    ${answer && answer.rows.length === 0 && html`<p class="banner">There is no ${keyColumn.name} ${key}: it has neither events nor a profile,
      or it was erased or forgotten.</p>`}
    ${answer && answer.rows.length > 0 && html`<${AsOf} answer=${answer} isWatched=${true} />
      <${Entity} answer=${answer} table=${table} wanted=${wanted.toLowerCase()} />`}
    ${key && !isFromLink && session.allColumns && html`<h2>Alerts of ${key}</h2><${Alerts} filter=${{ key }} />`}
    ${!key && html`<p class="faint">Type a key. What the matrix keeps of it is shown, and moves.</p>`}`;
}

/** Columns with a window side by side, the others above. */
function Entity({ answer, table, wanted }) {
  const before = useRef(null);
  const now = useRef(null);
  const turn = useRef(0);
  if (now.current !== answer) {
    before.current = now.current;
    now.current = answer;
    turn.current = 1 - turn.current;
  }
  const meaning = Object.fromEntries(table.columns.map(each => [each.name, each]));
  const plain = [];
  const windows = [];
  const lines = new Map();
  answer.columns.forEach((column, i) => {
    if (wanted && !(column.name + ' ' + (meaning[column.name]?.description || '')).toLowerCase().includes(wanted)) return;
    const parts = WINDOW.exec(column.name);
    if (!parts) {
      plain.push(i);
      return;
    }
    if (!windows.includes(parts[2])) windows.push(parts[2]);
    if (!lines.has(parts[1])) lines.set(parts[1], {});
    lines.get(parts[1])[parts[2]] = i;
  });
  const cell = i => {
    const old = before.current && before.current.rows[0];
    const isChanged = old && JSON.stringify(old[i]) !== JSON.stringify(answer.rows[0][i]);
    return html`<span class=${'digits' + (isChanged ? flash(turn.current) : '') + (answer.rows[0][i] === null ? ' null' : '')}>${
      shown(answer.rows[0][i], answer.columns[i].type)}</span>`;
  };
  const unit = name => (meaning[name] && meaning[name].unit ? ' in ' + meaning[name].unit : '')
    + (meaning[name] && meaning[name].kept === false ? ', not always kept for questions' : '');
  return html`
    <dl class="attributes">${plain.map(i => html`<div><dt title=${meaning[answer.columns[i].name]?.description}>${answer.columns[i].name}</dt>
      <dd>${cell(i)}</dd></div>`)}</dl>
    ${windows.length > 0 && html`<div class="rows" tabindex="0" role="region" aria-label="Windows"><table>
      <thead><tr><th scope="col">what</th>${windows.map(each => html`<th scope="col" class="number">${each.replaceAll('_', ' ')}</th>`)}</tr></thead>
      <tbody>${[...lines].map(([name, of]) => html`<tr key=${name}><th scope="row" title=${meaning[answer.columns[Object.values(of)[0]].name]?.description}>${name.split('_').map((part, i) => html`${i > 0 ? '_' : ''}<wbr />${part}`)}<small>${unit(answer.columns[Object.values(of)[0]].name)}</small></th>
        ${windows.map(each => html`<td class="number">${of[each] === undefined ? '' : cell(of[each])}</td>`)}</tr>`)}</tbody></table></div>`}
    ${plain.length + lines.size === 0 && html`<p class="faint">No column has that.</p>`}`;
}
