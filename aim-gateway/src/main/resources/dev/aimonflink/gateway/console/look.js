// What is asked again and again while somebody looks.

import { useEffect, useState } from './preact.js';
import { stream } from './api.js';
import { arrived } from './answer.js';

/** What is asked again after a while, with what it said last while it fails. */
export function useLook(look, everyMs) {
  const [state, setState] = useState({ found: null, fault: null });
  useEffect(() => {
    let isGone = false;
    let later;
    async function again() {
      if (!document.hidden) {
        try {
          const found = await look();
          if (!isGone) setState({ found, fault: null });
        } catch (fault) {
          if (!isGone) setState(old => ({ ...old, fault }));
        }
      }
      if (!isGone) later = setTimeout(again, everyMs);
    }
    again();
    return () => {
      isGone = true;
      clearTimeout(later);
    };
  }, []);
  return state;
}

/**
 * Answers of statements that are watched by one stream, by their numbers: each with what is wrong, if something is. watches: null for none yet.
 * state is why the stream is not there; null if it is.
 */
export function useWatches(watches) {
  const [answers, setAnswers] = useState({});
  const [state, setState] = useState(null);
  const wanted = watches && watches.length ? JSON.stringify(watches) : '';
  useEffect(() => {
    setAnswers({});
    setState(null);
    if (!wanted) return undefined;
    return stream('POST', '/v1/watch?numbers=text', {
      body: { watches: JSON.parse(wanted) },
      onEvent({ event, data }) {
        if (event === 'answer') setAnswers(old => ({ ...old, [data.watch]: { answer: arrived(data.data) } }));
        if (event === 'error') setAnswers(old => ({ ...old, [data.watch]: { ...old[data.watch], fault: data.data.error } }));
      },
      onState: setState,
    });
  }, [wanted]);
  return [answers, state];
}
