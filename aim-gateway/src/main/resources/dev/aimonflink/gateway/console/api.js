// Everything that the page asks of the gateway. A cookie says who asks; it counts only with this header, which no other site's page can send.

import { forgetAll } from './place.js';

const HEADERS = { 'Aim-Console': 'yes', 'Aim-Application': 'console-' + Math.random().toString(36).slice(2, 8) };
const MOST_BYTES = 24 << 20;
const SILENT_MS = 40000;
const HIDDEN_MS = 10000;
const LEAST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 3000;

/** Who asks here, as aim.queries has it. */
export const APPLICATION = HEADERS['Aim-Application'];

/** Why there is no answer: the sentence of the gateway, or that it does not answer (status 0). */
export class Refusal extends Error {
  constructor(status, message, sqlState = '', position = 0) {
    super(message);
    this.status = status;
    this.sqlState = sqlState;
    this.position = position;
  }
}

const listeners = new Set();

/** Calls back when nobody is logged in any more (false), or somebody is (true). */
export function onLogin(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyLogin(isLoggedIn) {
  listeners.forEach(each => each(isLoggedIn));
}

async function refusal(response) {
  const text = await response.text();
  try {
    const { message, sqlState, position } = JSON.parse(text).error;
    return new Refusal(response.status, message, sqlState, position);
  } catch (noJson) {
    return new Refusal(response.status, 'The gateway answered with status ' + response.status + '.');
  }
}

async function send(method, path, { body, type, accept = 'application/json', signal, headers = {}, isQuiet } = {}) {
  const sent = { ...HEADERS, Accept: accept, ...headers };
  if (body !== undefined) {
    sent['Content-Type'] = type || (typeof body === 'string' ? 'text/plain' : 'application/json');
  }
  let response;
  try {
    response = await fetch(path, {
      method, signal, headers: sent, cache: 'no-store', credentials: 'same-origin',
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Refusal(0, 'The gateway does not answer. Look whether it runs; this page asks it again.');
  }
  if (!response.ok) {
    if (response.status === 401 && !isQuiet) notifyLogin(false);
    throw await refusal(response);
  }
  return response;
}

/** The text of an answer, unless a page could not hold it. */
async function textOf(response) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MOST_BYTES) {
      reader.cancel();
      throw new Refusal(413, 'The answer has more than ' + (MOST_BYTES >> 20) + ' MB, too much for a page. Group it, add LIMIT,'
        + ' or copy the statement as curl, which takes any number of rows.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

export async function json(method, path, options) {
  const response = await send(method, path, options);
  return response.status === 204 ? null : JSON.parse(await textOf(response));
}

export async function text(method, path, options) {
  return textOf(await send(method, path, options));
}

/** The answer to a statement; numbers are texts with the digits that were sent. */
export function ask(statement, options = {}) {
  return json('POST', '/v1/sql?numbers=text', { ...options, body: { statement } });
}

/** Rows as objects by column. */
export async function rows(statement, options) {
  const answer = await ask(statement, options);
  return answer.rows.map(row => Object.fromEntries(answer.columns.map((column, i) => [column.name, row[i]])));
}

let skewMs = 0;

/** The clock of the gateway now, by that of this machine. */
export function gatewayNow() {
  return Date.now() - skewMs;
}

/** Who is logged in; that nobody is tells nobody. */
export async function session(method = 'GET', headers = {}) {
  const began = Date.now();
  const found = await json(method, '/v1/session', { headers, isQuiet: true });
  skewMs = (began + Date.now()) / 2 - found.time;
  return found;
}

export async function login(authorization) {
  const found = await session('POST', { Authorization: authorization });
  notifyLogin(true);
  return found;
}

/** Nothing that was shown or typed stays for who comes next. */
export async function logout() {
  await json('DELETE', '/v1/session');
  forgetAll();
  location.reload();
}

// ---- streams

/**
 * Reads Server-Sent Events until it is closed, through restarts of the gateway: asks again after a moment, from where it was. A page that
 * nobody sees asks nothing.
 *
 * onEvent({event, id, data}) gets each; onState(null) says that it is open, onState(refusal) why it is not. after: the id of what has been seen. Returns how to close it.
 */
export function stream(method, path, { body, onEvent, onState = () => {}, after }) {
  let isClosed = false;
  let abort = new AbortController();
  let lastId = after;
  let pauseMs = LEAST_PAUSE_MS;
  let wake = () => {};
  let isSilent = false;

  async function read() {
    const response = await send(method, path, {
      body, accept: 'text/event-stream', signal: abort.signal, headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
    });
    onState(null);
    pauseMs = LEAST_PAUSE_MS;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let pending = '';
    const giveUp = () => {
      isSilent = true;
      abort.abort();
    };
    let silence = setTimeout(giveUp, SILENT_MS);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(giveUp, SILENT_MS);
        pending += decoder.decode(value, { stream: true });
        const blocks = pending.split('\n\n');
        pending = blocks.pop();
        blocks.forEach(block => handle(block));
      }
    } finally {
      clearTimeout(silence);
    }
  }

  function handle(block) {
    const fields = { data: [] };
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) {
        const value = line.slice(colon + 1).replace(/^ /, '');
        if (line.slice(0, colon) === 'data') fields.data.push(value);
        else fields[line.slice(0, colon)] = value;
      }
    }
    if (fields.id) lastId = fields.id;
    if (fields.data.length && !isClosed) {
      onEvent({ event: fields.event, id: fields.id, data: JSON.parse(fields.data.join('\n')) });
    }
  }

  function pause(ms) {
    return new Promise(resolve => {
      wake = resolve;
      setTimeout(resolve, ms);
    });
  }

  async function run() {
    while (!isClosed) {
      if (document.hidden) {
        await pause(60000);
        continue;
      }
      abort = new AbortController();
      isSilent = false;
      let failure = new Refusal(0, 'The connection to the gateway ended. This page asks again.');
      try {
        await read();
      } catch (thrown) {
        if (isClosed) return;
        if (thrown instanceof Refusal) failure = thrown;
        else if (isSilent) failure = new Refusal(0, 'The gateway has sent nothing for long. This page asks again.');
        else if (!(thrown instanceof TypeError) && thrown.name !== 'AbortError') console.error(thrown);
      }
      onState(failure);
      if (failure.status === 400) return;
      // Who logs in wakes it.
      await pause([401, 403, 404].includes(failure.status) ? 3600000 : pauseMs);
      pauseMs = Math.min(MOST_PAUSE_MS, 1.5 * pauseMs);
    }
  }

  let hiding;
  function seen() {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => abort.abort(), HIDDEN_MS);
    } else {
      wake();
    }
  }
  document.addEventListener('visibilitychange', seen);
  const unlisten = onLogin(isLoggedIn => isLoggedIn && wake());
  run();
  return () => {
    isClosed = true;
    unlisten();
    document.removeEventListener('visibilitychange', seen);
    abort.abort();
    wake();
  };
}
