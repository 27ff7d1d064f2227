// A field for SQL: a text area, which keeps the browser's undo, keys and spelling of accessibility, over the same text in colours.

import { html, useEffect, useLayoutEffect, useRef, useState } from './preact.js';
import { rows } from './api.js';
import { FUNCTIONS, KEYWORDS, tokens } from './text.js';

const MOST_SHOWN = 12;
const MOST_VALUES = 200;

/** Before the caret, that say what may follow. */
const MOST_BEFORE = 400;

/** Longer texts have no colours, so that typing stays quick. */
const MOST_COLOURED = 20000;

/** Of the list, unless the page is narrower. */
const WIDTH = 540;
const VALUE = /([A-Za-z_][A-Za-z0-9_]*)\s*(?:=|<>|!=|(?:not\s+)?in\s*\([^)]*|(?:not\s+)?i?like)\s*'([^']*)$/i;
const WORD = /[A-Za-z_][A-Za-z0-9_]*$/;

const values = new Map();

/** The values of a text column, asked once. */
function valuesOf(schema, column) {
  const table = schema.tables.find(each => each.columns.some(one => one.name === column || (one.otherNames || []).includes(column)));
  const found = table && table.columns.find(one => one.name === column || (one.otherNames || []).includes(column));
  if (!found || found.type !== 'text' || found.kept === false) return Promise.resolve([]);
  if (!values.has(column)) {
    values.set(column, rows(`SELECT DISTINCT ${column} AS value FROM ${table.name} ORDER BY 1 LIMIT ${MOST_VALUES}`)
      .then(all => all.map(each => each.value).filter(value => value !== null), () => {
        values.delete(column);
        return [];
      }));
  }
  return values.get(column);
}

function candidates(schema) {
  const all = new Map();
  const add = (word, kind, note) => all.has(word) || all.set(word, { word, kind, note });
  (schema ? schema.tables : []).forEach(table => {
    add(table.name, 'table', table.columns.length + ' columns');
    table.columns.forEach(column => {
      const note = [column.type, column.description, column.unit && 'in ' + column.unit, column.kept === false && 'not always kept: the first question waits for it']
        .filter(Boolean).join(' · ');
      add(column.name, 'column', note);
      (column.otherNames || []).forEach(name => add(name, 'column', column.name + ' · ' + note));
    });
  });
  FUNCTIONS.forEach(word => add(word, 'function', ''));
  KEYWORDS.forEach(word => add(word.toUpperCase(), 'keyword', ''));
  return [...all.values()];
}

/** Those that begin so come before those that have it in them. */
function matching(all, typed) {
  const wanted = typed.toLowerCase();
  const rank = ({ word }) => {
    const at = word.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 && word[at - 1] === '_' ? 1 : at > 0 ? 2 : 3;
  };
  return all.map(each => [rank(each), each]).filter(([order]) => order < 3).sort(([one], [other]) => one - other)
    .slice(0, MOST_SHOWN).map(([order, each]) => ({ ...each, isBegun: order === 0 }));
}

/** Where a character of an element is on the screen. */
function boxOf(element, offset) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (offset <= node.length) {
      const range = document.createRange();
      range.setStart(node, offset);
      range.setEnd(node, offset);
      return range.getBoundingClientRect();
    }
    offset -= node.length;
  }
  return element.getBoundingClientRect();
}

/** Pieces in colours; the word at a position, from 1 on, is marked as wrong. */
function marked(pieces, position) {
  let passed = 0;
  return pieces.map(([kind, piece]) => {
    const at = position - 1 - passed;
    passed += piece.length;
    if (position === 0 || at < 0 || at >= piece.length) return kind ? html`<span class=${'t-' + kind}>${piece}</span>` : piece;
    const from = at - /[A-Za-z0-9_]*$/.exec(piece.slice(0, at))[0].length;
    const to = at + Math.max(1, /^[A-Za-z0-9_]*/.exec(piece.slice(at))[0].length);
    return html`<span class=${'t-' + kind}>${piece.slice(0, from)}<span class="wrong">${piece.slice(from, to)}</span>${piece.slice(to)}</span>`;
  });
}

/**
 * @param value the text
 * @param position of what is wrong, from 1 on; 0 for nothing
 * @param label of the field
 */
export function Editor({ value, onChange, onSubmit, schema, position = 0, label, isExample = false, rowsShown = 6 }) {
  const field = useRef();
  const colours = useRef();
  const [list, setList] = useState(null);
  const [chosen, setChosen] = useState(0);
  const [isMoved, setIsMoved] = useState(false);
  const caret = useRef(null);
  const isTyped = useRef(false);
  const all = useRef([]);
  useEffect(() => {
    all.current = candidates(schema);
    if (schema && document.activeElement === field.current) complete(false);
  }, [schema]);
  useLayoutEffect(() => {
    if (caret.current !== null) {
      field.current.setSelectionRange(caret.current, caret.current);
      caret.current = null;
    }
    if (isTyped.current) {
      isTyped.current = false;
      complete(false);
    }
  });

  async function complete(isWanted) {
    const { value: text, selectionStart: at } = field.current;
    const before = text.slice(Math.max(0, at - MOST_BEFORE), at);
    const quote = schema && VALUE.exec(before);
    let typed;
    let found;
    if (quote && (before.match(/'/g) || []).length % 2 === 1) {
      typed = quote[2];
      found = (await valuesOf(schema, quote[1].toLowerCase()))
        .filter(each => each.toLowerCase().includes(typed.toLowerCase()))
        .slice(0, MOST_SHOWN).map(word => ({ word: word.replaceAll("'", "''"), kind: 'value', note: '', isValue: true, isBegun: true }));
      if (!field.current || field.current.selectionStart !== at) return;
    } else {
      typed = (WORD.exec(before) || [''])[0];
      // A new name follows.
      const isNew = /\bas\s+[A-Za-z0-9_]*$/i.test(before) && !isWanted;
      found = isNew ? [] : typed.length > 1 || isWanted ? matching(all.current, typed) : [];
      // Enter is then a new line.
      if (found.some(each => each.word.toLowerCase() === typed.toLowerCase())) found = [];
    }
    if (!found.length) {
      setList(null);
      return;
    }
    const box = boxOf(colours.current, at - typed.length);
    const frame = colours.current.parentElement.getBoundingClientRect();
    setChosen(0);
    setIsMoved(false);
    setList({ found, from: at - typed.length, to: at, left: Math.max(0, Math.min(box.left - frame.left, frame.width - WIDTH)), top: box.bottom - frame.top });
  }

  function take(entry) {
    const text = field.current.value;
    const added = entry.word + (entry.isValue && text[list.to] !== "'" ? "'" : entry.kind === 'function' ? '(' : '');
    caret.current = list.from + added.length;
    setList(null);
    onChange(text.slice(0, list.from) + added + text.slice(list.to));
    field.current.focus();
  }

  function pressed(event) {
    // Keys come before what they cause is seen.
    if (list && list.to === field.current.selectionStart) {
      const moves = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in moves) {
        event.preventDefault();
        setChosen((chosen + moves[event.key] + list.found.length) % list.found.length);
        setIsMoved(true);
        return;
      }
      // Enter is a new line, unless the word is meant.
      const isMeant = event.key === 'Tab' || (event.key === 'Enter' && (isMoved || list.found[chosen].isBegun));
      if (isMeant && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        take(list.found[chosen]);
        return;
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        setList(null);
        return;
      }
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setList(null);
      onSubmit();
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      complete(true);
    }
  }

  function typed(event) {
    isTyped.current = true;
    onChange(event.target.value);
  }

  return html`
    <div class="editor">
      <pre ref=${colours} aria-hidden="true">${marked(value.length > MOST_COLOURED ? [['', value]] : tokens(value), position)}${'\n'}</pre>
      <textarea ref=${field} value=${value} rows=${rowsShown} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-label=${label}
        aria-expanded=${!!list} aria-controls="completions" aria-activedescendant=${list ? 'completion-' + chosen : undefined} role="combobox"
        aria-autocomplete="list" onInput=${typed} onKeyDown=${pressed} onFocus=${event => isExample && event.target.select()} onBlur=${() => setTimeout(() => setList(null), 150)}
        onScroll=${event => {
          colours.current.scrollTop = event.target.scrollTop;
          colours.current.scrollLeft = event.target.scrollLeft;
        }}></textarea>
      ${list && html`
        <ul class="completions" id="completions" role="listbox" aria-label="Completions" style=${{ left: list.left + 'px', top: list.top + 'px' }}>
          ${list.found.map((entry, i) => html`
            <li id=${'completion-' + i} role="option" aria-selected=${i === chosen} onMouseDown=${event => {
              event.preventDefault();
              take(entry);
            }}><b class=${'k-' + entry.kind}>${entry.word}</b> <small>${entry.note || entry.kind}</small></li>`)}
        </ul>`}
    </div>`;
}
