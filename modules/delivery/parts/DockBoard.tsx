import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import type { ReactNode } from "react";

interface Props {
  /** Docks by their code; "" is what names none. */
  readonly docks: readonly string[];
  readonly hours: readonly string[];
  hourText?(hour: string): string;
  cell(dock: string, hour: string): ReactNode;
}

/** A day at the gate: docks down, hours across. */
export function DockBoard({ docks, hours, hourText = (hour) => hour, cell }: Props) {
  const say = useText();
  return (
    <PlainTable
      pinned
      dense
      label={say(["卸货口", "Dock"])}
      rows={docks}
      rowKey={(dock) => dock}
      columns={[
        { key: "dock", title: say(["卸货口", "Dock"]), noWrap: true, cell: (dock) => <b>{dock || say(["未指定", "Not specified"])}</b> },
        ...hours.map((hour) => ({ key: hour, title: hourText(hour), cell: (dock: string) => cell(dock, hour) })),
      ]}
    />
  );
}
