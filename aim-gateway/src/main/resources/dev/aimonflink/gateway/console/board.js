// Answers that move, side by side, by one stream for all of them. A board is a file of JSON, saved and opened.

import { html, useEffect, useRef, useState } from './preact.js';
import { address, go, remember, remembered } from './place.js';
import { Answer, AsOf, download } from './answer.js';
import { useWatches } from './look.js';
import { counted } from './text.js';

const MOST_TILES = 24;
const UNITS = { ms: 1, s: 1000, m: 60000, h: 3600000 };

/** The gateway takes 100 ms to an hour. */
function interval(given) {
  const [, count, unit] = /^([0-9]{1,7})(ms|s|m|h)$/.exec(given) || [];
  const ms = count * UNITS[unit];
  return ms >= 100 && ms <= 3600000 ? given : '1s';
}

function tiles() {
  const kept = remembered('board', []);
  return Array.isArray(kept) ? kept.filter(each => each && typeof each.sql === 'string').map(each => ({ ...each, every: interval(each.every) })) : [];
}

export function addTile(tile) {
  remember('board', [...tiles(), tile].slice(-MOST_TILES));
  go('board');
}

/** What of a file may become tiles; an error if that is no board. */
function parseBoard(text) {
  let given;
  try {
    given = JSON.parse(text);
  } catch (noJson) {
    throw new Error('This is no board: the file is no JSON.');
  }
  if (!given || given.kind !== 'aim-board' || !Array.isArray(given.tiles)) {
    throw new Error('This is no board: it has no "kind":"aim-board" with "tiles".');
  }
  if (given.tiles.length > MOST_TILES) {
    throw new Error('The board has ' + given.tiles.length + ' tiles. ' + MOST_TILES + ' are the most.');
  }
  return given.tiles.map((each, i) => {
    if (!each || typeof each.sql !== 'string' || each.sql.length > 100000) throw new Error('Tile ' + (i + 1) + ' has no statement "sql".');
    return {
      sql: each.sql, title: typeof each.title === 'string' ? each.title.slice(0, 200) : '',
      every: interval(each.every), chart: typeof each.chart === 'string' ? each.chart : '',
    };
  });
}

export function Board() {
  const [board, setBoard] = useState(tiles());
  const [offered, setOffered] = useState(null);
  const [replaced, setReplaced] = useState(null);
  const [fault, setFault] = useState('');
  const file = useRef();
  const [answers, state] = useWatches(board.map(({ sql, every }) => ({ sql, every })));

  useEffect(() => {
    remember('board', board);
  }, [board]);

  async function opened(event) {
    setFault('');
    try {
      setOffered(parseBoard(await event.target.files[0].text()));
    } catch (wrong) {
      setFault(wrong.message);
    }
    event.target.value = '';
  }

  function change(i, changes) {
    setBoard(board.flatMap((each, n) => n !== i ? [each] : changes ? [{ ...each, ...changes }] : []));
  }

  return html`
    <h1 class="hidden">Board</h1>
    <div class="tools">
      <button disabled=${!board.length} onClick=${() => download('board.json', 'application/json',
        JSON.stringify({ kind: 'aim-board', tiles: board }, null, 2) + '\n')}>Save</button>
      <button onClick=${() => file.current.click()}>Open a file</button>
      <input ref=${file} type="file" accept=".json,application/json" class="hidden" tabindex="-1" aria-label="A board's file" onChange=${opened} />
      <button onClick=${() => go('ask')}>+ A question</button>
      ${replaced && html`<button onClick=${() => {
        setBoard(replaced);
        setReplaced(null);
      }}>Back to the board before</button>`}
      <span class="faint" role="status">${state ? state.message : ''}</span>
    </div>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    ${offered && html`
      <section class="offer" role="alertdialog" aria-label="Statements of the file">
        <h2>The file has ${counted(offered.length, 'statement')}. Nothing is asked before you say yes.</h2>
        <ol>${offered.map(each => html`<li><code>${each.sql}</code> <small>every ${each.every}</small></li>`)}</ol>
        <button class="primary" onClick=${() => {
          setReplaced(board.length ? board : null);
          setBoard(offered);
          setOffered(null);
        }}>Yes, watch them</button>
        <button onClick=${() => setOffered(null)}>No</button>
      </section>`}
    ${!board.length && !offered && html`<p class="faint">Nothing is on the board. Ask something, and press “+ Board”; or open a file.</p>`}
    <div class="board">${board.map((tile, i) => {
      const { answer, fault: wrong } = answers[i] || {};
      return html`<section class="tile" key=${i + tile.sql}>
        <h2><input value=${tile.title || ''} placeholder=${tile.sql.replace(/\s+/g, ' ').slice(0, 80)} aria-label="Title of the tile"
          onChange=${event => setBoard(board.map((each, n) => n === i ? { ...each, title: event.target.value } : each))} />
          <a class="plain" href=${address('ask', { sql: tile.sql, chart: tile.chart })} title="Open as a question">↗</a>
          <button class="plain" onClick=${() => change(i, null)} aria-label="Remove the tile" title="Remove">×</button></h2>
        ${wrong && html`<p class="fault" role="alert">${wrong.message}</p>`}
        ${answer ? html`<${AsOf} answer=${answer} isWatched=${true} /><${Answer} answer=${answer} kind=${tile.chart} isWatched=${true} isSmall=${true} />`
          : !wrong && html`<p class="faint">Asking ...</p>`}
      </section>`;
    })}</div>`;
}
