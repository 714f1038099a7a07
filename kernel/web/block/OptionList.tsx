import type { KeyboardEvent, ReactNode } from "react";

export interface ListOption {
  readonly key: string;
  readonly title: ReactNode;
  /** After the title: a sign, a warning. */
  readonly mark?: ReactNode;
  readonly code?: string;
  readonly muted?: boolean;
}

interface Props {
  readonly label: string;
  readonly options: readonly ListOption[];
  readonly chosen: string | null;
  choose(key: string): void;
}

/** Many things of one kind of which one is chosen; the arrows walk, Enter chooses. */
export function OptionList({ label, options, chosen, choose }: Props) {
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=option]")];
    buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement as HTMLElement) + step))]?.focus();
  };
  const entry = options.some(({ key }) => key === chosen) ? chosen : options[0]?.key;
  return (
    <div className="bk-options" role="listbox" aria-label={label} onKeyDown={walk} tabIndex={options.length === 0 ? 0 : -1}>
      {options.map(({ key, title, mark, code, muted }) => (
        <button
          key={key}
          type="button"
          role="option"
          aria-selected={key === chosen}
          tabIndex={key === entry ? 0 : -1}
          data-muted={muted || undefined}
          onClick={() => choose(key)}
        >
          <span>{title}</span>
          {mark}
          {code ? <span className="pg-code">{code}</span> : null}
        </button>
      ))}
    </div>
  );
}
