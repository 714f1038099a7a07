import type { Seen } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import { nestRows } from "#kernel/page.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { useMemo } from "react";
import { position, positionAllot } from "../position.entity.ts";
import { sitting } from "./sitting.tsx";
import { nameIn } from "./organizations.tsx";

/** A seat with who sits on it today and which seats report to it. */
export interface Seat {
  readonly row: Seen<typeof position>;
  readonly holders: readonly Seen<typeof positionAllot>[];
  readonly reports: readonly Seen<typeof position>[];
  /** Nobody sits where somebody leads. */
  readonly gap: boolean;
}

export interface Seats extends Loaded<readonly TreeNode[]> {
  readonly byId: ReadonlyMap<string, Seat>;
  readonly gaps: readonly Seat[];
  /** A seat and every seat below it. */
  below(id: string): readonly string[];
}

/** All enabled seats as the tree of who reports to whom, with their holders of today. */
export function useSeats(): Seats {
  const language = useLanguage((state) => state.language);
  const load = useLoad("seats", async () => {
    const [seats, allots] = await Promise.all([
      listAll<Seen<typeof position>>(position, { list: "tree" }),
      listAll<Seen<typeof positionAllot>>(positionAllot),
    ]);
    return { seats: seats.rows, allots: sitting(allots.rows) };
  });
  useChanged(position.name, load.again);
  useChanged(positionAllot.name, load.again);
  return useMemo(() => {
    const rows = load.data?.seats ?? [];
    const kids = Map.groupBy(rows, (row) => String(row["parentPositionId"] ?? ""));
    const holders = Map.groupBy(load.data?.allots ?? [], (row) => String(row["positionId"]));
    const byId = new Map(
      rows.map((row): [string, Seat] => {
        const id = String(row["id"]);
        const reports = kids.get(id) ?? [];
        const own = holders.get(id) ?? [];
        return [id, { row, holders: own, reports, gap: own.length === 0 && (row["managerFlag"] === "Y" || reports.length > 0) }];
      }),
    );
    const grow = (row: Row): TreeNode => {
      const children = (row["children"] as readonly Row[] | undefined)?.map(grow);
      return {
        key: String(row["id"]),
        title: `${nameIn(row, "positionName", language)} ${String(row["positionCode"])}`,
        expand: true,
        ...(children ? { children } : {}),
      };
    };
    const below = (id: string): string[] => [id, ...(kids.get(id) ?? []).flatMap((row) => below(String(row["id"])))];
    return {
      ...load,
      data: load.data === null ? null : nestRows(rows, "parentPositionId").map(grow),
      byId,
      gaps: [...byId.values()].filter((seat) => seat.gap),
      below,
    };
  }, [load, language]);
}
