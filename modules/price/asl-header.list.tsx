import type { Seen } from "#kernel/seen.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { openPage } from "#kernel/web/router.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { Button } from "antd";
import { Building2, FilePenLine, FilePlus2 } from "lucide-react";
import { aslHeader, aslLine } from "./asl.entity.ts";
import { AslStatus, dayFrom, startAlteration, startApplication, toneOf } from "./parts/aslStart.tsx";

type Line = Seen<typeof aslLine>;

const level = [
  ...(["supplierId", "supplierSiteId", "aslStatus", "startDate", "endDate", "moq", "mpq", "leadTimeDays", "overTolerance"] as const),
  ...(["allowInquiry", "allowOrder", "allowDelivery", "sourceType"] as const),
];
const statusCell = { aslStatus: { render: (row: Line) => <AslStatus code={row.aslStatus} />, width: 92 } };
const has = (route: string): boolean => menuForRoute(useMenus.getState().flat, route) !== undefined;

const actionsOf =
  (may: (button: string) => boolean) =>
  (row: Line): readonly RowAction<Line>[] => [
    ...(may("btnAlter") && has("purAslAlterationList")
      ? [{ label: ["变更", "Change"] as const, icon: FilePenLine, handler: () => startAlteration([row]) }]
      : []),
    ...(has("supplierInfoList")
      ? [
          {
            label: ["查看供应商", "Open supplier"] as const,
            icon: Building2,
            handler: () => void openPage({ path: "supplierInfoEdit", query: { id: String(row.supplierId) } }),
          },
        ]
      : []),
  ];

/** The suppliers of one list, under its row. */
function Level({ row, context }: { readonly row: Seen<typeof aslHeader>; readonly context: ListContext<typeof aslHeader> }) {
  return (
    <RowsTable
      entity={aslLine}
      name="asl.level"
      where={{ aslHeaderId: row.id }}
      columns={level}
      height="content"
      rowTone={toneOf}
      rowActions={actionsOf((button) => context.viewer.may(button))}
      empty={{ title: ["没有供应商", "No suppliers"], detail: ["通过货源申请准入。", "Add suppliers with an application."] }}
    />
  );
}

function Apply({ context }: { readonly context: Pick<ListContext, "viewer"> }) {
  const say = useText();
  if (!context.viewer.may("btnApply") || !has("purAslApplyList")) return null;
  return (
    <Button type="primary" icon={<FilePlus2 size={14} />} onClick={startApplication}>
      {say(["申请准入", "Apply"])}
    </Button>
  );
}

/** Lines that end soon, by one press. */
function Expiring({ context }: { readonly context: ListContext<typeof aslLine> }) {
  const say = useText();
  const choose = (days: number): void =>
    context.setFilter({ ...context.filter, aslStatus: ["APPROVED", "TRIAL"], endDateFrom: dayFrom(0), endDateTo: dayFrom(days) });
  return (
    <Inline role="group" label={say(["即将到期", "Expiring soon"])}>
      <span className="pg-faint">{say(["即将到期", "Expiring within"])}</span>
      {[30, 7, 1].map((days) => (
        <Button key={days} size="small" onClick={() => choose(days)}>
          {say([`${days} 天内`, days === 1 ? "1 day" : `${days} days`])}
        </Button>
      ))}
    </Inline>
  );
}

const listsShown = listSlots<typeof aslHeader>({
  expand: (row, context) => <Level row={row} context={context} />,
  buttons: (context) => <Apply context={context} />,
  cells: { itemId: { width: 270 }, categoryId: { width: 160 }, approvedCount: { width: 110 } },
  rowTone: (row) => (row.enabledFlag === "N" ? "muted" : null),
});
const linesShown = listSlots<typeof aslLine>({
  hideNew: true,
  head: (context) => <Expiring context={context} />,
  buttons: (context) => <Apply context={context} />,
  cells: statusCell,
  rowTone: toneOf,
  rowActions: (row, { viewer }) => actionsOf((button) => viewer.may(button))(row),
  toolbar: ({ viewer }) =>
    viewer.may("btnAlter") && has("purAslAlterationList")
      ? [
          {
            label: ["变更所选", "Change selected"],
            icon: FilePenLine,
            needSelection: "many",
            handler: ({ rows }) => startAlteration(rows),
          },
        ]
      : [],
});

/** Who may supply what, since when and under which limits: by item or category with its suppliers below, or supplier by supplier. */
export default function ApprovedList() {
  return (
    <Ground>
      <TabbedLists
        label={["合格货源清单", "Approved supplier list"]}
        lists={[
          {
            key: "lists",
            label: ["按物料或分类", "By item or category"],
            draw: () => <ListPage entity={aslHeader} slots={listsShown} />,
          },
          {
            key: "lines",
            label: ["按供应商", "By supplier"],
            draw: () => <ListPage entity={aslLine} slots={linesShown} />,
          },
        ]}
      />
    </Ground>
  );
}
