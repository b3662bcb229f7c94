/** The calls of a stream, one tab each. */
import type { JSX } from 'preact';
import type { Stream } from '../../src/core/types.ts';
import { isFault } from '../models/own-flags.ts';
import type { PanelModel } from '../models/panel.ts';
import { callLabel, callStatusWording } from '../models/state-text.ts';
import { strings } from '../strings.ts';
import { Tabs, tabIds } from '../widgets/tabs.tsx';
import { CallView } from './call-view.tsx';

export interface CallsViewProps {
  readonly model: PanelModel;
  readonly stream: Stream;
}

/** Draws the row of calls and the selected one. */
export function CallsView({ model, stream }: CallsViewProps): JSX.Element {
  const capture = model.capture();
  const selected = capture.selection.value.call;
  const call = stream.calls[selected] ?? stream.calls[0];
  if (call === undefined) {
    const mayCome = stream.status === 'open' && capture.isLive;
    return <p class="empty">{mayCome ? strings.noCallsYet : strings.noCalls}</p>;
  }
  const faulty = new Set(
    model
      .flags()
      .own.filter((flag) => flag.stream === stream.id && isFault(flag))
      .map((flag) => flag.call),
  );
  const key = String(call.position);
  const ids = tabIds('call', key);
  return (
    <div class="calls">
      <Tabs
        label={strings.callTabs}
        name="call"
        items={stream.calls.map((item) => ({
          key: String(item.position),
          title: callLabel(item),
          label: (
            <>
              <span
                class={`dot ${callStatusWording(item, capture.isLive).tone}`}
                aria-hidden="true"
              />
              <span class="call-label">
                {item.index ?? item.position} · <bdi>{item.name ?? strings.unnamed}</bdi>
              </span>
              {faulty.has(item.position) && (
                <span class="tab-flag bad-text" title={strings.flagged} />
              )}
            </>
          ),
        }))}
        selected={key}
        onSelect={(next) => capture.select({ call: Number(next), fragment: null })}
        testId="call-tab"
      />
      <div class="calls-panel" role="tabpanel" id={ids.panel} aria-labelledby={ids.tab}>
        <CallView key={`${stream.id} ${key}`} model={model} stream={stream} call={call} />
      </div>
    </div>
  );
}
