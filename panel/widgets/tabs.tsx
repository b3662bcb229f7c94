/** A row of tabs: one stop for the keyboard, arrow keys move and select. */
import type { ComponentChildren, JSX } from 'preact';

export interface TabItem {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly title?: string;
}

export interface TabsProps {
  readonly label: string;
  /** Distinguishes the ids of several rows of tabs, and their looks. */
  readonly name: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
  readonly testId?: string;
}

/** Takes a row's name and a tab's key; returns the ids that join a tab and its panel. */
export function tabIds(
  name: string,
  key: string,
): { readonly tab: string; readonly panel: string } {
  return { tab: `tab-${name}-${key}`, panel: `tabpanel-${name}` };
}

/** Draws the row. The panel that belongs to it carries the id that tabIds gives. */
export function Tabs(props: TabsProps): JSX.Element {
  const { label, name, items, selected, onSelect, testId } = props;
  const move = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ key }) => key === selected);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    const next = items[(to + items.length) % items.length];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.key);
    document.getElementById(tabIds(name, next.key).tab)?.focus();
  };
  return (
    <div class={`tabs tabs-${name}`} role="tablist" aria-label={label}>
      {items.map(({ key, label: content, title }) => {
        const ids = tabIds(name, key);
        const isSelected = key === selected;
        return (
          <button
            key={key}
            id={ids.tab}
            type="button"
            role="tab"
            class="tab"
            title={title}
            aria-selected={isSelected}
            aria-controls={ids.panel}
            tabIndex={isSelected ? 0 : -1}
            data-testid={testId}
            onClick={() => onSelect(key)}
            onKeyDown={move}
          >
            {content}
          </button>
        );
      })}
    </div>
  );
}
