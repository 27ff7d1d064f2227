// Where one is: a view and its parameters, all in the address behind #, which no browser sends to a server.

import { useEffect, useState } from './preact.js';

const MOST_OWN = 60;

export function here() {
  const [, view, query] = /^#\/([a-z]*)\??(.*)$/.exec(location.hash) || ['', '', ''];
  return { view: view || 'pulse', params: new URLSearchParams(query) };
}

export function address(view, params = {}) {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  return '#/' + view + (query.toString() ? '?' + query : '');
}

export function go(view, params) {
  location.hash = address(view, params);
}

/** Changes the address without a step to go back to. */
export function note(view, params) {
  const next = address(view, params);
  if (next !== location.hash) {
    history.replaceState(null, '', next);
  }
}

/** Changes the address, with a step to go back to. */
export function step(view, params) {
  history.pushState(null, '', address(view, params));
}

export function usePlace() {
  const [place, setPlace] = useState(here());
  useEffect(() => {
    const changed = () => setPlace(here());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return place;
}

// ---- what this browser remembers of a user, until a log-out

let owner = '';

export function rememberFor(user) {
  owner = user + '.';
}

export function forgetAll() {
  Object.keys(localStorage).filter(each => each.startsWith('aim.') && each !== 'aim.theme').forEach(each => localStorage.removeItem(each));
}

/** Not of a user: the colours, and whether somebody has logged in. */
const COMMON = ['theme', 'session'];

function keyOf(name) {
  return 'aim.' + (COMMON.includes(name) ? '' : owner) + name;
}

export function remembered(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name))) ?? otherwise;
  } catch (unreadable) {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch (full) {
    // Then it is not remembered.
  }
}

/** Statements and keys that were asked here. Others, of a link from somebody else, are only asked after a yes. */
export function isOwn(name, value) {
  return remembered(name, []).includes(value);
}

export function own(name, value) {
  remember(name, [value, ...remembered(name, []).filter(each => each !== value)].slice(0, MOST_OWN));
}
