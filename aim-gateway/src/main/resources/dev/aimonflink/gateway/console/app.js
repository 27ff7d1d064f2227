// The page: who is logged in, where one is, and how the job is at the top.

import { html, render, useEffect, useRef, useState } from './preact.js';
import { login, logout, onLogin, Refusal, session } from './api.js';
import { address, remember, remembered, rememberFor, usePlace } from './place.js';
import { Live, Pulse } from './pulse.js';
import { Ask } from './ask.js';
import { Board } from './board.js';
import { LookUp } from './lookup.js';
import { Rules } from './rules.js';
import { Health } from './health.js';

const VIEWS = [
  ['pulse', 'Pulse', Pulse],
  ['ask', 'Ask', Ask],
  ['board', 'Board', Board],
  ['lookup', 'Look up', LookUp],
  ['rules', 'Rules', Rules],
  ['health', 'Health', Health],
];
const THEMES = { '': 'as the system', light: 'light', dark: 'dark' };

function useTheme() {
  const [theme, setTheme] = useState(remembered('theme', ''));
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    remember('theme', theme);
  }, [theme]);
  return [theme, () => setTheme({ '': 'dark', dark: 'light', light: '' }[theme])];
}

/** The token of a link. */
function givenToken() {
  return (/^#token=(aim_[A-Za-z0-9]+)$/.exec(location.hash) || [])[1];
}

/** It is then no longer in the address. */
function dropToken() {
  history.replaceState(null, '', address('pulse'));
  dispatchEvent(new Event('hashchange'));
}

function App() {
  const [who, setWho] = useState(undefined);
  const [problem, setProblem] = useState('');
  const place = usePlace();
  const [theme, turnTheme] = useTheme();

  function enter(found) {
    remember('session', true);
    rememberFor(found.user);
    setWho(old => {
      // Nothing of one user is shown to another.
      if (old && old.user !== found.user) location.reload();
      return found;
    });
    setProblem('');
  }

  /** A link with a token logs in who is not: it does not put somebody else's session in the place of one's own. */
  async function begin() {
    const token = givenToken();
    try {
      try {
        if (token && !remembered('session', false)) throw new Refusal(401, '');
        const found = await session();
        enter(found);
        if (token) {
          dropToken();
          if (!found.trusted) setProblem('You are ' + found.user + ' here. To use the link that you have opened, log out first.');
        }
      } catch (failure) {
        if (failure.status !== 401 || !token) throw failure;
        try {
          enter(await login('Bearer ' + token));
          dropToken();
        } catch (refused) {
          // A gateway that is away may still know it.
          if (refused.status === 401) dropToken();
          throw refused;
        }
      }
    } catch (failure) {
      setProblem(failure.message);
      setWho(old => old || (failure.status === 401 ? null : undefined));
      if (failure.status !== 401) setTimeout(begin, 1000);
    }
  }

  useEffect(() => {
    begin();
    // A link with another token, opened in this tab.
    addEventListener('hashchange', () => givenToken() && begin());
    return onLogin(isLoggedIn => {
      if (isLoggedIn) return;
      setWho(old => old && { ...old, isOver: true });
      // Meanwhile there may be users, or none.
      session().catch(failure => setWho(old => old && { ...old, trusted: /printed/.test(failure.message) }));
    });
  }, []);

  if (who === undefined) {
    return html`<p class="loading" role="status">${problem || 'AIM on Flink ...'}</p>`;
  }
  if (who === null) {
    return html`<main class="alone"><${Login} problem=${problem} isTrusted=${/printed/.test(problem)} done=${enter} /></main>`;
  }
  const [, label, View] = VIEWS.find(([name]) => name === place.view) || VIEWS[0];
  document.title = label + ' · AIM on Flink';
  return html`
    <a class="skip" href="#main" onClick=${skip}>To the content</a>
    <header inert=${!!who.isOver}>
      <a class="brand" href="#/pulse" aria-label="AIM on Flink"><img src="/console/icon.svg" alt="" width="22" height="22" /> <span>AIM on Flink</span></a>
      <nav aria-label="Views">${VIEWS.map(([name, title]) => html`
        <a href=${'#/' + name} aria-current=${place.view === name ? 'page' : undefined}>${title}</a>`)}</nav>
      <${Live} />
      <button class="plain" onClick=${turnTheme} title=${'Colours: ' + THEMES[theme]} aria-label=${'Colours: ' + THEMES[theme] + '. Change.'}>
        ${{ '': '◐', dark: '●', light: '○' }[theme]}</button>
      ${!who.trusted && html`<button class="plain" onClick=${logout} title=${'Log out ' + who.user}>${who.user} · Log out</button>`}
    </header>
    <main id="main" tabindex="-1" inert=${!!who.isOver}>
      ${problem && html`<p class="banner" role="alert">${problem}</p>`}<${View} key=${place.view} session=${who} params=${place.params} /></main>
    ${who.isOver && html`<div class="veil"><${Login} problem="You are no longer logged in. What you have entered here stays."
      isTrusted=${who.trusted} done=${enter} /></div>`}`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

function Login({ problem, isTrusted, done }) {
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const [fault, setFault] = useState(problem);
  const [isToken, setIsToken] = useState(isTrusted);
  useEffect(() => setIsToken(isTrusted), [isTrusted]);
  const first = useRef();
  useEffect(() => first.current && first.current.focus(), [isToken]);

  async function submit(event) {
    event.preventDefault();
    try {
      const basic = new TextEncoder().encode(name + ':' + secret);
      done(await login(isToken ? 'Bearer ' + secret.trim().replace(/^.*#token=/, '') : 'Basic ' + btoa(String.fromCharCode(...basic))));
    } catch (failure) {
      setFault(failure.message);
    }
  }

  return html`
    <form class="login" onSubmit=${submit} aria-label="Log in">
      <h1><img src="/console/icon.svg" alt="" width="28" height="28" /> AIM on Flink</h1>
      <p role="alert">${fault}</p>
      <div class="tabs">
        <button type="button" aria-pressed=${!isToken} onClick=${() => setIsToken(false)}>Name and password</button>
        <button type="button" aria-pressed=${isToken} onClick=${() => setIsToken(true)}>Token</button>
      </div>
      ${!isToken && html`<label>Name <input ref=${first} autocomplete="username" value=${name} onInput=${e => setName(e.target.value)} required /></label>`}
      <label>${isToken ? 'Token, or the link that the gateway has printed' : 'Password'}
        <input ref=${isToken ? first : null} type="password" autocomplete=${isToken ? 'off' : 'current-password'} value=${secret}
          onInput=${e => setSecret(e.target.value)} required /></label>
      <button class="primary">Log in</button>
    </form>`;
}

render(html`<${App} />`, document.getElementById('app'));
