/** What the panel can do in DevTools with the page under inspection, and what it says where that fails. */
import type { FrameDescription } from '../../src/core/records.ts';
import { strings } from '../strings.ts';
import type { MessageList } from './message-list.ts';
import type { SourcePlace } from './stack-lines.ts';

export type InspectOutcome = 'shown' | 'element-gone' | 'frame-gone' | 'failed';

/** The page under inspection. */
export interface InspectedPage {
  readonly inspect: (
    selector: string,
    frame: FrameDescription | undefined,
  ) => Promise<InspectOutcome>;
  /** Null where the browser cannot open sources. Settles with whether the place was found. */
  readonly openSource: ((place: SourcePlace) => Promise<boolean>) | null;
}

export interface PageActions {
  /** Shows an element in the Elements panel; null where there is no page. */
  readonly showElement: ((selector: string, frame: FrameDescription | undefined) => void) | null;
  /** Opens a place in the Sources panel; null where that cannot be. */
  readonly openSource: ((place: SourcePlace) => void) | null;
}

const SENTENCES: Readonly<Record<Exclude<InspectOutcome, 'shown'>, string>> = {
  'element-gone': strings.elementGone,
  'frame-gone': strings.frameGone,
  failed: strings.inspectFailed,
};

/** Takes the page, or null where there is none, and where to tell of failures. */
export function createPageActions(page: InspectedPage | null, messages: MessageList): PageActions {
  const open = page?.openSource ?? null;
  const openFailed = ({ url }: SourcePlace): void =>
    messages.add('alert', strings.sourceNotFound(url));
  return {
    showElement:
      page === null
        ? null
        : (selector, frame) => {
            page.inspect(selector, frame).then(
              (outcome) => {
                if (outcome !== 'shown') messages.add('alert', SENTENCES[outcome]);
              },
              () => messages.add('alert', strings.inspectFailed),
            );
          },
    openSource:
      open === null
        ? null
        : (place) => {
            open(place).then(
              (isFound) => {
                if (!isFound) openFailed(place);
              },
              () => openFailed(place),
            );
          },
  };
}
