import { ChartColumn, Table2, type LucideIcon } from "lucide-react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

interface Props {
  readonly asTable: boolean;
  readonly className?: string;
  /** What the drawing is called and looks like. */
  readonly drawing?: { readonly label: Text; readonly icon: LucideIcon };
  set(asTable: boolean): void;
}

/** Drawing or table: the same figures for whoever looks and whoever reads. */
export function LookSwitch({ asTable, className, drawing = { label: ["图", "Chart"], icon: ChartColumn }, set }: Props) {
  const say = useText();
  const entry = (isTable: boolean, label: Text, Icon: LucideIcon) => (
    <button type="button" className="s-icon-btn" aria-pressed={asTable === isTable} aria-label={say(label)} onClick={() => set(isTable)}>
      <Icon size={15} aria-hidden />
    </button>
  );
  return (
    <span className={className} role="group" aria-label={say(["显示方式", "Show as"])}>
      {entry(false, drawing.label, drawing.icon)}
      {entry(true, ["表", "Table"], Table2)}
    </span>
  );
}
