import { Button } from "antd";
import { Printer, X } from "lucide-react";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useText } from "../../language.ts";

interface Props {
  readonly label: string;
  /** Changes that are not on the paper, because they are not saved. */
  readonly unsaved: number;
  readonly children: ReactNode;
  close(): void;
}

/** Paper is white: while it is looked at, so is the screen. */
function usePaperLight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset["theme"];
    dataset["theme"] = "light";
    return () => void (dataset["theme"] = before);
  }, []);
}

/** A paper over the whole screen, to be looked at and printed; Esc closes it. */
export function PrintFrame({ label, unsaved, children, close }: Props) {
  const say = useText();
  usePaperLight();
  const leave = useEffectEvent((event: KeyboardEvent): void => void (event.key === "Escape" && close()));
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => leave(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
  return createPortal(
    <div className="pg-print" role="dialog" aria-label={label}>
      <div className="pg-print-bar">
        <Button type="primary" icon={<Printer size={14} />} onClick={() => window.print()}>
          {say(["打印", "Print"])}
        </Button>
        <Button icon={<X size={14} />} onClick={close}>
          {say(["关闭", "Close"])}
        </Button>
        {unsaved > 0 ? (
          <span role="note">
            {say([`${unsaved} 处改动未保存，打印的是已保存的版本`, `${unsaved} unsaved changes are not on this printout`])}
          </span>
        ) : null}
      </div>
      {children}
    </div>,
    document.body,
  );
}
