import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";
import { toneIcons } from "./Mark.tsx";

interface Props {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  /** What can be done about it, at the end. */
  readonly action?: ReactNode;
  /** Read aloud at once; for what appears after a press. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

/** A sentence that must not be overlooked, with the step that settles it. */
export function Notice({ tone = "info", icon, action, alert, children }: Props) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <div className="bk-notice" data-tone={tone} role={alert ? "alert" : undefined}>
      <Icon size={15} aria-hidden />
      <div>{children}</div>
      {action ? <span>{action}</span> : null}
    </div>
  );
}

/** A short state or count on a soft ground. */
export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="bk-badge" data-tone={tone}>
      {children}
    </span>
  );
}
