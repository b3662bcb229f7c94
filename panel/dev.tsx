/**
 * The panel in a plain page, for development and tests: `vite`, then
 * `/panel/dev.html?session=/path/to/session.json`. The file's records arrive as they would from a
 * page; `until=<milliseconds>` stops there and leaves calls open, `theme=dark` sets the theme.
 */
import { render } from 'preact';
import { readSession } from '../src/core/index.ts';
import type { SessionRecord } from '../src/core/records.ts';
import { App } from './app.tsx';
import { createBrowserHost } from './browser-host.ts';
import { createPanelModel } from './models/panel.ts';
import { exposePanel } from './window-api.ts';

const parameters = new URLSearchParams(location.search);
const theme = parameters.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;

const model = createPanelModel({
  host: createBrowserHost(),
  send: (command) => {
    if (command.type === 'record')
      model.receive({ type: 'recording', recording: command.recording });
  },
  generator: `Midstream ${__VERSION__}`,
});
exposePanel(model);
render(<App model={model} />, document.body);

async function replay(address: string): Promise<void> {
  const result = readSession(await (await fetch(address)).text());
  if (result.type === 'unreadable') {
    model.receive({ type: 'failure', place: address, message: result.message });
    return;
  }
  const { session } = result;
  const start = Date.parse(session.startedAt);
  const until = Number(parameters.get('until') ?? Number.POSITIVE_INFINITY);
  const records: SessionRecord[] = [];
  for (const record of session.records) {
    if (record.t <= until) records.push({ ...record, t: record.t + start });
  }
  model.receive({ type: 'page', ...session.page });
  model.receive({ type: 'records', records });
}

const address = parameters.get('session');
if (address !== null) await replay(address);
