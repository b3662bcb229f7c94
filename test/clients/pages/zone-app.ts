/**
 * An app that lives in a zone and asks, as Angular does, in which zone each answer comes and whether
 * anything is still under way. Without zone.js it tells nothing.
 */
import { offerClient, QUESTION, type ClientRun } from './client-page.ts';

function readIn(run: ClientRun, zone: Zone): Promise<void> {
  const zones: string[] = [];
  const note = (): void => {
    zones.push(Zone.current.name);
    run.result.finish = zones.join(' ');
  };
  const { signal } = run;
  const body = JSON.stringify({ question: QUESTION });
  return zone.run(() =>
    fetch(`${run.address}/v1/chat/completions`, { method: 'POST', body, signal })
      .then((response) => {
        note();
        return response.text();
      })
      .then((text) => {
        note();
        run.result.text = text;
      }),
  );
}

offerClient(async (run) => {
  const tasks: string[] = [];
  const zone = Zone.current.fork({
    name: 'app',
    onHasTask: (_delegate, _current, _target, state) => {
      tasks.push(`${state.change} ${state.microTask} ${state.macroTask}`);
    },
  });
  await readIn(run, zone);
  run.result.text += tasks.join('\n');
});
