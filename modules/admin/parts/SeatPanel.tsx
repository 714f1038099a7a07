import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Face } from "#kernel/web/part/Face.tsx";
import { Periods } from "#kernel/web/part/Periods.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { position, positionAllot, positionLevel, positionLevelLimit } from "../position.entity.ts";
import { nameIn } from "./organizations.tsx";
import type { Seat } from "./seats.tsx";

/** Who sat on a seat, sits there now, or will. */
export function SeatHolders({ id }: { readonly id: string }) {
  const say = useText();
  const load = useRows(positionAllot, { positionId: [id] });
  return (
    <section className="pc-section" aria-label={say(["任职人员", "Holders"])}>
      <h3 className="pg-h3">
        {say(["任职人员", "Holders"])} {load.data ? <span className="pg-count">{load.data.length}</span> : null}
      </h3>
      <PanelState
        load={load}
        empty={say(["从未有人任职。在「岗位分配」中安排。", "Never filled. Assign someone under Position assignments."])}
        isEmpty={(rows) => rows.length === 0}
      >
        {(rows) => (
          <Periods
            label={["任职人员", "Holders"]}
            rows={rows.map((row) => ({
              key: String(row["id"]),
              startDate: row["startDate"] as string | null,
              endDate: row["endDate"] as string | null,
              title: (
                <PageLink href={`/main/EditEmployee?id=${String(row["personId"])}`}>
                  {String(row["personName"] ?? row["personCode"] ?? "")}
                </PageLink>
              ),
              action: row["primaryFlag"] === "Y" ? <span className="pg-pill pg-pill-on">{say(["主岗", "Primary"])}</span> : null,
            }))}
          />
        )}
      </PanelState>
    </section>
  );
}

/** Up to which amounts the level of a seat may approve. */
export function SeatLimits({ levelId }: { readonly levelId: string | null }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const load = useLoad(`level:${levelId ?? ""}`, async (): Promise<Row> => (levelId ? entityCall.find(positionLevel, levelId) : {}));
  return (
    <section className="pc-section" aria-label={say(["审批限额", "Approval limits"])}>
      <h3 className="pg-h3">
        {say(["审批限额", "Approval limits"])}
        {levelId && load.data ? (
          <span className="pg-h3-end">
            <PageLink href={`/main/positionLevel/positionLeveldetail?id=${levelId}`}>
              {say(["级别", "Level"])} {nameIn(load.data, "levelName", language)}
            </PageLink>
          </span>
        ) : null}
      </h3>
      <PanelState
        load={load}
        empty={say(["没有级别，也就没有审批限额。在基本信息中选择级别。", "No level, so no limits. Choose a level in the base data."])}
        isEmpty={() => !levelId}
      >
        {(level) => <Limits level={level} />}
      </PanelState>
    </section>
  );
}

function Limits({ level }: { readonly level: Row }) {
  const say = useText();
  const rows = (level["limits"] ?? []) as readonly Row[];
  if (rows.length === 0 && !level["approvalLimit"])
    return <p className="pg-faint">{say(["此级别没有审批限额。", "This level has no limits."])}</p>;
  return (
    <FactGrid
      lines
      label={say(["审批限额", "Approval limits"])}
      facts={[
        level["approvalLimit"]
          ? {
              label: say(["一般单据", "Any document"]),
              value: <FieldText field={positionLevel.fields.approvalLimit} fieldKey="approvalLimit" row={level} />,
            }
          : null,
        ...rows.map((row) => ({
          key: String(row["id"]),
          label: String(row["billTypeCode"]),
          value: <FieldText field={positionLevelLimit.fields.maxAmount} fieldKey="maxAmount" row={row} />,
        })),
      ]}
    />
  );
}

/** People on a seat, in one line; a gap in red and in words. */
export function Holders({ seat }: { readonly seat: Seat }) {
  const say = useText();
  if (seat.holders.length === 0)
    return (
      <Badge tone={seat.gap ? "error" : "neutral"}>{seat.gap ? say(["管理岗空缺", "Vacant manager"]) : say(["空缺", "Vacant"])}</Badge>
    );
  const names = seat.holders.map((row) => String(row["personName"] ?? row["personCode"] ?? ""));
  return (
    <Words size="small">
      {names.slice(0, 3).join(say(["、", ", "]))}
      {names.length > 3 ? say([` 等 ${names.length} 人`, ` +${names.length - 3}`]) : ""}
    </Words>
  );
}

/** A seat beside the reporting tree: facts, people, what reports to it. */
export function SeatPanel({ seat }: { readonly seat: Seat }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const { row } = seat;
  const load = useLoad(`position:${String(row["id"])}:${String(row["versionNum"])}`, () => entityCall.find(position, String(row["id"])));
  return (
    <Stack>
      {seat.gap ? (
        <Notice tone="error">
          {say([
            "这个管理岗没有人任职：下属的审批会越过它交给再上一级。",
            "This manager position is vacant: approvals go to the next one up.",
          ])}
        </Notice>
      ) : null}
      {row["nextParentDate"] ? (
        <Notice tone="warning">
          {say([
            `将于 ${String(row["nextParentDate"])} 调整到「${String(row["nextParentPositionName"] ?? "最上级")}」之下。`,
            `Will report to ${String(row["nextParentPositionName"] ?? "nobody")} from ${String(row["nextParentDate"])}.`,
          ])}
        </Notice>
      ) : null}
      <Facts entity={position} row={load.data ?? row} audience="internal" most={6} />
      <div className="pg-block">
        <SeatHolders id={String(row["id"])} />
        <section className="pc-section" aria-label={say(["直接下属岗位", "Reports"])}>
          <h3 className="pg-h3">
            {say(["直接下属岗位", "Reports"])} <span className="pg-count">{seat.reports.length}</span>
          </h3>
          {seat.reports.length === 0 ? (
            <p className="pg-faint">{say(["没有岗位向它汇报。", "No direct reports."])}</p>
          ) : (
            <ItemList>
              {seat.reports.map((report) => (
                <ItemLine key={String(report["id"])}>
                  <Face name={nameIn(report, "positionName", language)} />{" "}
                  <PageLink href={`/main/position/positiondetail?id=${String(report["id"])}`}>
                    {nameIn(report, "positionName", language)}
                  </PageLink>{" "}
                  <span className="pg-code">{String(report["positionCode"])}</span>
                </ItemLine>
              ))}
            </ItemList>
          )}
        </section>
      </div>
    </Stack>
  );
}
