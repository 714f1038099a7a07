import type { LucideIcon } from "lucide-react";

/** Nothing to show here yet: the cause, then the next step. */
export function Blank({ icon: Icon, title, text }: { readonly icon: LucideIcon; readonly title: string; readonly text: string }) {
  return (
    <div className="s-state">
      <span className="s-state-icon">
        <Icon size={20} aria-hidden />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
