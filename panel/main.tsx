/**
 * The panel in DevTools: joins the recorder to the model and the model to the screen.
 *
 * For scripts and tests it leaves a read-only window into what it holds: `globalThis.midstream` has
 * `session()`, the shown session's file as text with nothing replaced; `report()`, core's report on
 * it; and `body(stream)`, a stream's bytes as received in base64. Nothing can be changed through it.
 */
import { render } from 'preact';
import { browser } from '../src/platform/browser.ts';
import { createInspectedPage } from '../src/platform/inspected-page.ts';
import { createPreferenceStore } from '../src/platform/preferences.ts';
import { connectRecorder, type RecorderLink } from '../src/platform/panel-link.ts';
import { App } from './app.tsx';
import { createBrowserHost } from './browser-host.ts';
import { createPanelModel } from './models/panel.ts';
import { followDevtoolsTheme } from './theme.ts';
import { exposePanel } from './window-api.ts';

let link: RecorderLink | null = null;
const model = createPanelModel({
  host: createBrowserHost(),
  send: (command) => link?.send(command),
  forget: () => link?.forget(),
  generator: `Midstream ${__VERSION__}`,
  preferences: createPreferenceStore(),
  page: createInspectedPage(),
});
followDevtoolsTheme(browser.devtools.panels);
exposePanel(model);
render(<App model={model} />, document.body);
link = connectRecorder(model.receive);
