import type { LucideIcon } from "lucide-react";
import { Table2 } from "lucide-react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

interface Props {
  readonly drawn: { readonly icon: LucideIcon; readonly label: Text };
  readonly asTable: boolean;
  choose(asTable: boolean): void;
}

/** The same as a drawing or as a table. */
export function TableSwitch({ drawn, asTable, choose }: Props) {
  const say = useText();
  const ways = [
    { ...drawn, table: false },
    { icon: Table2, label: ["表", "Table"] as const, table: true },
  ];
  return ways.map(({ icon: Icon, label, table }) => (
    <button
      key={label[1]}
      type="button"
      className="s-icon-btn"
      aria-pressed={asTable === table}
      aria-label={say(label)}
      onClick={() => choose(table)}
    >
      <Icon size={15} aria-hidden />
    </button>
  ));
}
