/**
 * The panel in DevTools: joins the recorder to the model and the model to the screen.
 *
 * For scripts and tests it leaves a read-only window into what it holds: `globalThis.midstream` has
 * `session()`, the shown session's file as text with nothing replaced; `report()`, core's report on
 * it; and `body(stream)`, a stream's bytes as received in base64. Nothing can be changed through it.
 */
import { render } from 'preact';
import type { PanelCommand } from '../src/protocol.ts';
import { browser } from '../src/platform/browser.ts';
import { createPreferenceStore } from '../src/platform/preferences.ts';
import { connectRecorder } from '../src/platform/panel-link.ts';
import { App } from './app.tsx';
import { createBrowserHost } from './browser-host.ts';
import { createPanelModel } from './models/panel.ts';
import { followDevtoolsTheme } from './theme.ts';
import { exposePanel } from './window-api.ts';

let link: { readonly send: (command: PanelCommand) => void } | null = null;
const model = createPanelModel({
  host: createBrowserHost(),
  send: (command) => link?.send(command),
  generator: `Midstream ${__VERSION__}`,
  preferences: createPreferenceStore(),
});
followDevtoolsTheme(browser.devtools.panels);
exposePanel(model);
render(<App model={model} />, document.body);
link = connectRecorder(model.receive);
