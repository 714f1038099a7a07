import { div, format, isZero, mul, round, sum } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { LeftPane } from "#kernel/web/block/SidePane.tsx";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Tree } from "#kernel/web/Tree.tsx";
import { category } from "#modules/base/index.ts";
import { Button } from "antd";
import { Plus, Route, Snowflake } from "lucide-react";
import { useEffect } from "react";
import { create } from "zustand";
import { asReference, startWith } from "./parts/start.tsx";
import { supplierCategory } from "./standing.entity.ts";

type Grant = Seen<typeof supplierCategory>;

const nodesOf = (rows: readonly Seen<typeof category>[], english: boolean, thin: ReadonlySet<string>): readonly TreeNode[] => {
  const below = Map.groupBy(rows, (row) => row.parentId ?? "");
  const at = (parent: string): TreeNode[] =>
    (below.get(parent) ?? []).map((row) => ({
      key: String(row.id),
      title: `${String((english && row.categoryNameEn) || row.categoryName)}${thin.has(String(row.id)) ? " ⚠" : ""}`,
      children: at(String(row.id)),
      expand: true,
    }));
  return at("");
};

/** Leaves that fewer than two suppliers are qualified for. */
function thinOnes(categories: readonly Seen<typeof category>[], grants: readonly Grant[]): ReadonlySet<string> {
  const suppliers = new Map<string, Set<string>>();
  for (const grant of grants) {
    const id = String(grant.categoryId);
    suppliers.set(id, (suppliers.get(id) ?? new Set()).add(String(grant.supplierId)));
  }
  return new Set(
    categories
      .filter((category) => category.leafFlag === "Y" && (suppliers.get(String(category.id))?.size ?? 0) < 2)
      .map((category) => String(category.id)),
  );
}

interface Spent {
  readonly supplierId: string;
  readonly categoryId: string;
  readonly orgId: string;
  readonly amount: string;
}
/** What was received in twelve months, asked once for the page and read by its cells. */
const useSpent = create<{ readonly rows: readonly Spent[] | null }>(() => ({ rows: null }));

/** How much of a category came from a supplier, and which part of it that is; a grant for all organisations counts all of them. */
function Spend({ row, part }: { readonly row: Grant; readonly part: "amount" | "share" }) {
  const rows = useSpent((state) => state.rows);
  if (rows === null) return null;
  const here = rows.filter((spent) => spent.categoryId === row.categoryId && (!row.orgId || spent.orgId === row.orgId));
  const own = sum(here.filter((spent) => spent.supplierId === row.supplierId).map((spent) => spent.amount));
  const all = sum(here.map((spent) => spent.amount));
  if (isZero(own)) return <span className="pg-none">–</span>;
  return <span className="pg-figure">{part === "amount" ? format(own, { scale: 2 }) : `${round(div(mul(own, "100"), all, 8), 1)}%`}</span>;
}

/** The tree of categories; a chosen one narrows the list to it and what lies below. */
function Categories({ context }: { readonly context: ListContext<typeof supplierCategory> }) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const load = useRows(category, { pageRows: 500, enabledFlag: ["Y"], orderBy: [{ key: "categoryCode", dir: "asc" }] });
  const grants = useRows(supplierCategory, { pageRows: 2000, categoryStatus: ["QUALIFIED"] });
  useEffect(() => {
    const asked = call<readonly Spent[]>("srmServer/v1/srmSupInfoRestful/categorySpend", {});
    asked.then(
      ({ data }) => useSpent.setState({ rows: data }),
      () => useSpent.setState({ rows: [] }),
    );
  }, []);
  const { categoryId } = context.filter;
  const chosen = [categoryId].flat()[0];
  const choose = (rows: readonly Seen<typeof category>[], key: string): void => {
    const below = (id: string): string[] => [id, ...rows.filter((row) => row.parentId === id).flatMap((row) => below(String(row.id)))];
    context.setFilter({ ...context.filter, categoryId: below(key) });
  };
  return (
    <PanelState load={load} empty={say(["没有品类。", "No categories."])} isEmpty={(rows) => rows.length === 0}>
      {(rows) => {
        const thin = thinOnes(rows, grants.data ?? []);
        return (
          <LeftPane label={say(["采购品类", "Purchase categories"])} title={say(["采购品类", "Purchase categories"])}>
            <Tree
              nodes={nodesOf(rows, english, thin)}
              label={["采购品类", "Purchase categories"]}
              searchable
              selected={chosen === undefined ? null : String(chosen)}
              onSelect={(node) => choose(rows, node.key)}
            />
            <p className="pc-note">
              {say([`⚠ 合格供应商少于2家的品类 ${thin.size} 个`, `⚠ ${thin.size} categories with fewer than two qualified suppliers`])}
            </p>
          </LeftPane>
        );
      }}
    </PanelState>
  );
}

const review = "qualifyCensor/QualifyCensorEdit";
const candidate = (categoryId: unknown, categoryCode: unknown, categoryName: unknown): Row => ({
  categoryId,
  categoryCode,
  categoryName,
  applyStatus: "QUALIFIED",
});

/** A supplier becomes a candidate by a review; the chosen category goes with it. */
function AddCandidate({ context }: { readonly context: ListContext<typeof supplierCategory> }) {
  const say = useText();
  const work = useWork();
  const { categoryId } = context.filter;
  const chosen = [categoryId ?? []].flat();
  if (!context.viewer.may("btnAddCandidate")) return null;
  const begin = async (): Promise<void> => {
    const entry = chosen.length === 1 ? await entityCall.find(category, String(chosen[0])) : null;
    startWith(review, entry ? { categories: [candidate(entry.id, entry.categoryCode, entry.categoryName)] } : {});
  };
  return (
    <Button type="primary" icon={<Plus size={14} />} loading={work.busy} onClick={() => void work.run(begin)}>
      {say(["添加候选", "Add candidate"])}
    </Button>
  );
}

const tones: Readonly<Record<string, string>> = { QUALIFIED: "done", TRIAL: "running", CANDIDATE: "waiting", SUSPENDED: "refused" };
function Standing({ row }: { readonly row: Grant }) {
  const { meaning } = useLookup("SUP_CATEGORY_STATUS");
  const code = String(row.categoryStatus);
  return <span className={`pg-status pg-tone-${tones[code] ?? "ended"}`}>{meaning(code)}</span>;
}

/** Who may deliver what: the categories at the left, their suppliers by state. */
export const slots: ListSlots<typeof supplierCategory> = {
  hideNew: true,
  columns: [
    {
      key: "spend12m",
      title: ["近12个月收货额", "Received in 12 months"],
      width: 150,
      align: "right",
      after: "gradeLevel",
      render: (row) => <Spend row={row} part="amount" />,
    },
    {
      key: "share",
      title: ["占比", "Share"],
      width: 80,
      align: "right",
      after: "gradeLevel",
      render: (row) => <Spend row={row} part="share" />,
    },
  ],
  cells: { categoryStatus: { render: (row) => <Standing row={row} /> } },
  buttons: (context) => <AddCandidate context={context} />,
  left: (context) => <Categories context={context} />,
  rowActions: (row, { viewer }) => [
    {
      label: ["查看供应商", "Open supplier"],
      handler: () => void openPage({ path: "supplierInfoEdit", query: { id: String(row.supplierId) } }),
    },
    ...(viewer.may("btnStartIntroduce")
      ? [
          {
            label: ["发起引入", "Start onboarding"] as const,
            icon: Route,
            handler: () =>
              startWith(review, {
                ...asReference(row),
                orgId: row.orgId,
                orgCode: row.orgCode,
                orgName: row.orgName,
                categories: [candidate(row.categoryId, row.categoryCode, row.categoryName)],
              }),
          },
        ]
      : []),
    ...(viewer.may("btnSuspend") && row.categoryStatus === "QUALIFIED"
      ? [
          {
            label: ["暂停品类", "Suspend"] as const,
            icon: Snowflake,
            danger: true,
            handler: () => startWith("slcDailyManageEdit", { ...asReference(row), manageType: "SUSPEND" }),
          },
        ]
      : []),
  ],
};
