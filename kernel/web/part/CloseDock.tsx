import { X } from "lucide-react";
import { useText } from "../language.ts";

/** Closes the panel beside a list; it has one name wherever such a panel stands. */
export function CloseDock({ close }: { close(): void }) {
  const say = useText();
  return (
    <button type="button" className="s-icon-btn" aria-label={say(["关闭面板", "Close panel"])} onClick={close}>
      <X size={16} aria-hidden />
    </button>
  );
}
