import { useState } from "react";
import type { ReactNode } from "react";
import type { Row } from "../../../page-document.ts";
import { later } from "../../part/later.tsx";
import type { Button } from "../../table/types.ts";
import type { EditSlots, ListSlots } from "../slots.ts";
import type { ListModel } from "./useListModel.ts";

const PrintRecord = later(() => import("../document/PrintRecord.tsx").then((loaded) => loaded.PrintRecord));

/** The chosen rows on paper, one after the other: closing one shows the next. */
export function usePapers(
  { entity, viewer }: Pick<ListModel, "entity" | "viewer">,
  slots: (ListSlots & EditSlots) | undefined,
): { readonly shown: ReactNode; readonly print: ((rows: readonly Row[]) => void) | null } {
  const [queue, setQueue] = useState<readonly Row[]>([]);
  const [now, ...rest] = queue;
  const shown = now ? (
    <PrintRecord
      key={String(now["id"])}
      entity={entity}
      id={String(now["id"])}
      audience={viewer.audience}
      slots={slots}
      close={() => setQueue(rest)}
    />
  ) : null;
  return { shown, print: viewer.may("btnPrint") ? setQueue : null };
}

/** What takes chosen rows along without changing them. */
export const takingOf = (exportRows: (() => void) | null, print: ((rows: readonly Row[]) => void) | null): readonly Button[] => [
  ...(print
    ? [{ label: ["打印", "Print"] as const, needSelection: "many" as const, handler: ({ rows }: { rows: readonly Row[] }) => print(rows) }]
    : []),
  ...(exportRows ? [{ label: ["导出", "Export"] as const, needSelection: "many" as const, handler: exportRows }] : []),
];
