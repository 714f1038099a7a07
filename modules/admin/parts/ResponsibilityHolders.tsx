import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { periodOn, today } from "#kernel/web/part/day.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useState } from "react";

const shownAtFirst = 8;

/** Who holds one of these responsibilities now or later, with dates; each name leads to the person's responsibilities. */
export function ResponsibilityHolders({
  responsibilityIds,
  showResponsibility,
}: {
  readonly responsibilityIds: readonly string[];
  readonly showResponsibility?: boolean;
}) {
  const say = useText();
  const [all, setAll] = useState(false);
  const load = useRows(userResp, responsibilityIds.length === 0 ? null : { responsibilityId: [...responsibilityIds], pageRows: 500 });
  const day = today();
  const live = (load.data ?? []).filter((row) => row["status"] !== "REFUSED" && periodOn(row, day) !== "past");
  const people = new Set(live.map((row) => row["userId"])).size;
  const period = (row: Row): string => (row["endDate"] ? say([`至 ${String(row["endDate"])}`, `until ${String(row["endDate"])}`]) : "");
  return (
    <section className="pg-block">
      <h3 className="pg-h3">
        {say(["持有人", "Holders"])} <span className="pg-count">{load.data === null ? "–" : people}</span>
      </h3>
      <PanelState
        load={{ ...load, data: load.data === null ? null : live }}
        empty={say(["还没有人持有。", "Not assigned to anyone yet."])}
        isEmpty={(list) => list.length === 0}
      >
        {(list) => (
          <ItemList>
            {(all ? list : list.slice(0, shownAtFirst)).map((row) => (
              <ItemLine key={String(row["id"])}>
                <PageLink href={`/main/systemsetting/userresponsibility?userId=${String(row["userId"])}`}>
                  {String(row["userName"] ?? row["userCode"])}
                </PageLink>
                <span className="pg-code">{String(row["userCode"] ?? "")}</span>
                <span className="pg-faint">{showResponsibility ? String(row["responsibilityName"]) : period(row)}</span>
                {row["status"] === "ACTIVE" ? null : <StatusTag entity={userResp} code={row["status"]} />}
              </ItemLine>
            ))}
          </ItemList>
        )}
      </PanelState>
      {live.length > shownAtFirst && !all ? (
        <button type="button" className="pg-link" onClick={() => setAll(true)}>
          {say([`再看 ${live.length - shownAtFirst} 名`, `${live.length - shownAtFirst} more`])}
        </button>
      ) : null}
    </section>
  );
}
