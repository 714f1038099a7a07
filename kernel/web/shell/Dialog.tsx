import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { useText } from "../language.ts";

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  /** without it the dialog cannot be closed */
  onClose?(): void;
  readonly className?: string;
}

/** A modal dialog on the browser's own top layer: focus stays inside and begins at data-focus, else at the first field; Esc closes where closing is allowed. */
export function Dialog({ title, children, foot, onClose, className }: DialogProps) {
  const t = useText();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    (dialog.querySelector<HTMLElement>("[data-focus]") ?? dialog.querySelector<HTMLElement>("input:not([hidden])") ?? dialog).focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={`s-dialog ${className ?? ""}`}
      aria-labelledby={id}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header className="s-dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose ? (
          <button type="button" className="s-icon-btn" aria-label={t(["关闭", "Close"])} onClick={onClose}>
            <X size={15} aria-hidden />
          </button>
        ) : null}
      </header>
      <div className="s-dialog-body">{children}</div>
      {foot ? <footer className="s-dialog-foot">{foot}</footer> : null}
    </dialog>
  );
}
