import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

/** A part that can be folded away; while it is, the note says what is set inside. */
export function Fold({ title, note, children }: { readonly title: string; readonly note?: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <section className="bk-fold">
      <h3>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon size={14} aria-hidden /> {title}
          {note && !open ? <span className="pg-faint">{note}</span> : null}
        </button>
      </h3>
      {open ? <div>{children}</div> : null}
    </section>
  );
}
