import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";

export const toneIcons: Readonly<Record<Tone, LucideIcon>> = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

interface Props {
  readonly tone: Tone;
  readonly icon?: LucideIcon;
  /** The name of a sign that stands without words. */
  readonly label?: string;
  /** The whole sentence, where the words are short. */
  readonly tip?: string;
  /** After the words; what does not fit is cut. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** A short judgement after the sign of its tone: passed, failed, worth a look. */
export function Mark({ tone, icon, label, tip, note, children }: Props) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <span className="bk-mark" role={label ? "img" : undefined} aria-label={label} data-tone={tone} title={tip}>
      <Icon size={13} aria-hidden />
      {children ? <span>{children}</span> : null}
      {note ? <small>{note}</small> : null}
    </span>
  );
}
