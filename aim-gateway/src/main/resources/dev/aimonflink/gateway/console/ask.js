// A question, its answer, and the answer that moves.

import { html, useEffect, useRef, useState } from './preact.js';
import { APPLICATION, ask, json, rows as rowsOf, stream } from './api.js';
import { address, here, isOwn, note, own, remember, remembered, step } from './place.js';
import { Answer, arrived, AsOf, csv, download, KindChoice } from './answer.js';
import { addTile } from './board.js';
import { Editor } from './editor.js';
import { Plan } from './plan.js';
import { Trouble } from './pulse.js';
import { quoted } from './text.js';

const MOST_KEPT = 10000;
const INTERVALS = ['100ms', '200ms', '500ms', '1s', '5s', '30s'];

let schemaOnce;

/** Tables and columns, asked once for the page, and again after a failure. */
export function useSchema() {
  const [schema, setSchema] = useState(null);
  useEffect(() => {
    let isGone = false;
    let later;
    const load = () => {
      schemaOnce = schemaOnce || json('GET', '/v1/schema');
      schemaOnce.then(known => isGone || setSchema(known), () => {
        schemaOnce = null;
        if (!isGone) later = setTimeout(load, 2000);
      });
    };
    load();
    return () => {
      isGone = true;
      clearTimeout(later);
    };
  }, []);
  return schema;
}

export function Ask({ session, params }) {
  const schema = useSchema();
  const given = params.get('sql') ?? '';
  const draft = remembered('draft', { sql: '' });
  // What was typed after the statement of the address had been asked.
  const isEdited = given !== '' && draft.from === given && draft.sql !== given;
  const [sql, setSql] = useState(given && !isEdited ? given : draft.sql);
  const [example, setExample] = useState('');
  const [every, setEvery] = useState(INTERVALS.includes(params.get('every')) ? params.get('every') : '1s');
  const [kind, setKind] = useState(params.get('chart') || '');
  const [answer, setAnswer] = useState(null);
  const [fault, setFault] = useState(null);
  const [isAsking, setIsAsking] = useState(false);
  const [watched, setWatched] = useState(null);
  const [plan, setPlan] = useState(null);
  const [isFromLink, setIsFromLink] = useState(!!given && !isOwn('history', given));
  const abort = useRef(null);
  const state = useRef({});
  state.current = { sql, every, kind, watched };

  /** The address; another statement is a step, from which one can go back. */
  function noted(changes = {}) {
    const now = { ...state.current, ...changes };
    const isNext = here().params.has('sql') && here().params.get('sql') !== now.sql;
    (isNext ? step : note)('ask', { sql: now.sql, chart: now.kind, every: now.watched ? now.every : '' });
  }

  useEffect(() => {
    if (given && !isFromLink && !isEdited) {
      if (params.get('every')) watch(given);
      else run(given);
    }
    keepDraft(given);
    const onAddress = () => {
      const { view, params: next } = here();
      const text = next.get('sql');
      if (view === 'ask' && text && text !== state.current.sql) {
        stop();
        if (abort.current) abort.current.abort();
        keepDraft(text);
        setSql(text);
        setKind(next.get('chart') || '');
        if (INTERVALS.includes(next.get('every'))) setEvery(next.get('every'));
        setAnswer(null);
        setPlan(null);
        setFault(null);
        setIsFromLink(!isOwn('history', text));
        if (isOwn('history', text)) run(text, true);
      }
    };
    addEventListener('hashchange', onAddress);
    // It may have changed since this was drawn.
    if ((here().params.get('sql') ?? '') !== given) onAddress();
    return () => {
      removeEventListener('hashchange', onAddress);
      if (abort.current) abort.current.abort();
    };
  }, []);

  /** At once, because a page may be left at any time. */
  function draftIs(text) {
    remember('draft', { sql: text, from: here().params.get('sql') ?? '' });
  }

  useEffect(() => draftIs(sql), [sql]);

  useEffect(() => {
    // Who is new here has something to press a button for, unless they have begun to type.
    if (schema && document.activeElement.tagName !== 'TEXTAREA' && !remembered('history', []).length && schema.examples.length) {
      const one = schema.examples[Math.min(1, schema.examples.length - 1)];
      setExample(one);
      setSql(old => old || one);
    }
  }, [schema]);

  useEffect(() => {
    if (!watched) return undefined;
    return stream('GET', '/v1/watch?' + new URLSearchParams({ sql: watched.sql, every: watched.every, numbers: 'text' }), {
      onEvent({ event, data }) {
        if (event === 'answer') {
          setAnswer({ ...arrived(data), sql: watched.sql });
          setFault(null);
        } else if (event === 'error') {
          setFault(data.error);
        }
      },
      onState(refusal) {
        if (refusal) {
          setFault(refusal);
          if (refusal.status === 400) setWatched(null);
        } else {
          setFault(null);
        }
      },
    });
  }, [watched]);

  async function during(work) {
    if (abort.current) abort.current.abort();
    const mine = new AbortController();
    abort.current = mine;
    setIsAsking(true);
    setFault(null);
    setIsFromLink(false);
    try {
      await work(mine.signal);
    } catch (failure) {
      if (abort.current === mine && failure.name !== 'AbortError') setFault(failure);
    } finally {
      if (abort.current === mine) {
        abort.current = null;
        setIsAsking(false);
      }
    }
  }

  function run(text = sql, isNoted = false) {
    stop();
    setPlan(null);
    return during(async signal => {
      keep(text);
      if (!isNoted) noted({ sql: text, watched: null });
      const began = performance.now();
      try {
        const found = await ask(text, { signal });
        setAnswer({ ...arrived(found, performance.now() - began), sql: text });
      } catch (failure) {
        if (failure.name !== 'AbortError') setAnswer(null);
        throw failure;
      }
    });
  }

  function explain() {
    return during(async signal => {
      keep(sql);
      const found = await ask('EXPLAIN (ANALYZE, FORMAT JSON) ' + sql, { signal });
      setPlan({ ...JSON.parse(found.rows.map(row => row[0]).join('\n')), arrived: Date.now() });
    });
  }

  function watch(text = sql, interval = every) {
    if (abort.current) abort.current.abort();
    keep(text);
    setFault(null);
    setIsFromLink(false);
    setWatched({ sql: text, every: interval });
    noted({ sql: text, watched: true, every: interval });
  }

  function stop() {
    setWatched(null);
  }

  /** Also in the job, which does not see a page leave. */
  async function cancel() {
    if (abort.current) abort.current.abort();
    abort.current = null;
    setIsAsking(false);
    setFault({ message: 'Cancelled.' });
    const running = await rowsOf(`SELECT id FROM aim.queries WHERE state = 'running' AND application_name = '${APPLICATION}'`);
    await Promise.all(running.map(each => json('DELETE', '/v1/queries/' + each.id).catch(() => null)));
  }

  const position = fault && fault.position ? fault.position : 0;
  return html`
    <h1 class="hidden">Ask</h1>
    <div class="ask">
      <div class="question">
        ${isFromLink && html`<p class="banner" role="alert">This link brings a statement. Read it, then ask it, or watch it, if you want to.</p>`}
        <${Editor} value=${sql} onChange=${text => {
          draftIs(text);
          setSql(text);
        }} onSubmit=${() => run()} schema=${schema} position=${position} isExample=${sql !== '' && sql === example}
          label="Statement of SQL" />
        <div class="tools">
          <button class="primary" onClick=${() => run()} disabled=${!sql.trim()} title="Ctrl+Enter">Ask</button>
          ${watched
            ? html`<button class="on" onClick=${() => {
                stop();
                noted({ watched: null });
              }}>■ Stop</button>`
            : html`<button onClick=${() => watch()} disabled=${!sql.trim()}>▶ Watch</button>`}
          <label class="choice">every <select value=${every} onChange=${event => {
            setEvery(event.target.value);
            if (watched) watch(watched.sql, event.target.value);
          }}>${INTERVALS.map(each => html`<option value=${each}>${each}</option>`)}</select></label>
          <button onClick=${explain} disabled=${!sql.trim()}>Plan</button>
          ${isAsking && html`<button onClick=${cancel}>Cancel</button>`}
          <${KindChoice} answer=${answer} kind=${kind} onChange=${next => {
            setKind(next);
            noted({ kind: next });
          }} />
          <${Copies} sql=${sql} session=${session} />
          <button disabled=${!answer} onClick=${() => download('answer.csv', 'text/csv', csv(answer))}>CSV</button>
          <button disabled=${!sql.trim()} onClick=${() => addTile({ sql, every, chart: kind })} title="Adds it to the board">+ Board</button>
        </div>
        ${fault && html`<p class="fault" role="alert">${fault.message} ${fault.sqlState && html`<code>${fault.sqlState}</code>`}
          ${watched && fault.status !== 401 && ' Asking goes on.'}</p>`}
        ${watched && !fault && html`<${Trouble} />`}
        <p class="asking" role="status">${isAsking ? 'Asking ...' : watched ? 'Watching, every ' + watched.every : ''}</p>
        ${answer && answer.sql !== sql && html`<p class="of">The answer to <code>${answer.sql}</code></p>`}
        ${answer && html`<${AsOf} answer=${answer} isWatched=${!!watched} /><${Answer} answer=${answer} kind=${kind} isWatched=${!!watched} />`}
        ${!answer && !fault && !isAsking && html`<p class="faint">Ctrl+Enter asks. Begin with an example, or with a column; Ctrl+Space
          completes.</p>`}
        ${plan && html`<${Plan} key=${plan.arrived} plan=${plan} />`}
      </div>
      <${Side} schema=${schema} onExample=${text => {
        stop();
        setSql(text);
        run(text);
      }} onWord=${word => setSql(sql + (sql && !/\s$/.test(sql) ? ' ' : '') + word)} />
    </div>`;
}

/** One of a book's length would fill what a browser remembers. */
function keep(sql) {
  if (sql.length <= MOST_KEPT) own('history', sql);
}

/** What was typed and is about to be replaced is in the history. */
function keepDraft(by) {
  const { sql } = remembered('draft', { sql: '' });
  if (by && sql && sql.trim() && sql !== by) keep(sql);
}

function Side({ schema, onExample, onWord }) {
  const [wanted, setWanted] = useState('');
  const [isAll, setIsAll] = useState(false);
  const history = remembered('history', []);
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = column => words.every(word => (column.name + ' ' + (column.description || '') + ' ' + (column.otherNames || []).join(' '))
    .toLowerCase().includes(word));
  if (!schema) return html`<aside aria-label="What can be asked"><p class="faint">Columns come when the job answers.</p></aside>`;
  return html`
    <aside aria-label="What can be asked">
      <details open><summary>Examples</summary><ul class="examples">${(schema.examples || []).map(each => html`
        <li><button class="link" onClick=${() => onExample(each)}>${each}</button></li>`)}</ul></details>
      ${history.length > 0 && html`<details><summary>History</summary><ul class="examples">${history.slice(0, 20).map(each => html`
        <li><button class="link" onClick=${() => onExample(each)}>${each}</button></li>`)}</ul></details>`}
      <details open><summary>Columns</summary>
        <input type="search" placeholder="Search names and meanings" aria-label="Search columns" value=${wanted} onInput=${e => setWanted(e.target.value)} />
        ${schema.tables.map(table => {
          const found = table.columns.filter(fits);
          const visible = isAll || words.length ? found.slice(0, 600) : found.slice(0, 30);
          return found.length > 0 && html`<h3><button class="link" onClick=${() => onWord(table.name)}>${table.name}</button></h3>
            <ul class="columns">${visible.map(column => html`
              <li class=${column.kept === false ? 'unkept' : ''}><button class="link" onClick=${() => onWord(column.name)}>${column.name}</button>
                <small>${column.type}${column.unit ? ', ' + column.unit : ''}${column.kept === false ? ', for single entities' : ''}
                  ${column.description && html`<br />${column.description}`}</small></li>`)}</ul>
            ${visible.length < found.length && html`<button class="link" onClick=${() => setIsAll(true)}>All ${found.length} columns</button>`}`;
        })}</details>
    </aside>`;
}

function Copies({ sql, session }) {
  const [said, setSaid] = useState('');
  const origin = location.origin;
  const header = session.trusted ? `-H 'Authorization: Bearer aim_...'` : `-u ${session.user}`;
  // To these programs, @ and \ at the beginning mean a file, and a command.
  const plain = /^[@\\]/.test(sql) ? '\n' + sql : sql;
  const ways = {
    SQL: sql,
    link: location.origin + '/' + address('ask', { sql }),
    curl: `curl ${header} -H 'Content-Type: text/plain' -H 'Accept: text/csv' --data-binary ${quoted(plain)} ${origin}/v1/sql`,
    psql: `psql -h ${location.hostname}${session.pgPort ? ' -p ' + session.pgPort : ''} -U ${session.user} -c ${quoted(plain)} aim`,
    'for an agent': JSON.stringify({ mcpServers: { aim: { type: 'http', url: origin + '/mcp', headers: { Authorization: 'Bearer aim_...' } } } }, null, 2),
  };
  async function copy(event) {
    const way = event.target.value;
    event.target.value = '';
    try {
      await navigator.clipboard.writeText(ways[way]);
      setSaid('Copied.');
    } catch (forbidden) {
      setSaid('The browser does not let this page copy. Copy from here: ' + ways[way]);
    }
    setTimeout(() => setSaid(''), 3000);
  }
  return html`<label class="choice"><span class="hidden">Copy as</span><select value="" onChange=${copy} aria-label="Copy as">
    <option value="">Copy as</option>${Object.keys(ways).map(each => html`<option value=${each}>${each}</option>`)}</select></label>
    <span role="status" class="faint">${said}</span>`;
}
