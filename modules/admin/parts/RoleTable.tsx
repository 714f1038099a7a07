import { ToneKeys } from "#kernel/web/block/ToneStrip.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import type { Text } from "#kernel/text.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useNarrowedRows } from "./useNarrowedRows.tsx";
import { Matrix } from "#kernel/web/part/Matrix.tsx";
import type { CellOf, MatrixColumn, MatrixRow, MatrixSquare } from "#kernel/web/part/Matrix.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { Segmented } from "antd";
import { useCallback, useMemo, useState } from "react";
import { menuNodes, resourceName } from "./catalogue.tsx";
import type { Catalogue, Menu, Resource } from "./catalogue.tsx";
import { PendingGrants } from "./PendingGrants.tsx";
import type { RolePermits } from "./permits.tsx";
import { anyMenu, buttonsAt, hasMenu, hasResource, openColumn } from "./rolePlan.ts";
import type { RolePlan } from "./rolePlan.ts";

interface Props {
  readonly permits: RolePermits;
  readonly catalogue: Catalogue;
  readonly plan: RolePlan;
  readonly readOnly: boolean;
  reload(): void;
  set(squares: readonly MatrixSquare[], on: boolean): void;
}

type Which = "all" | "held" | "changed";
const wholes: readonly (readonly [Which, Text])[] = [
  ["all", ["全部", "All"]],
  ["held", ["已授权", "Granted"]],
  ["changed", ["有改动", "Changed"]],
];

/** The matrix of one role: one root of the menu at a time, or all; narrowed by name or by what is granted. */
export function RoleTable({ permits, catalogue, plan, readOnly, reload, set }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [text, setText] = useState("");
  const [which, setWhich] = useState<Which>("all");
  const fits = useMemo(
    () =>
      catalogue.menus.filter((menu) => permits.role.audience === "INTERNAL" || menu.audience !== "INTERNAL" || permits.menus.has(menu.id)),
    [catalogue, permits],
  );
  const at = useMemo(() => buttonsAt(catalogue.resources), [catalogue]);
  const cellOf = useCallback<CellOf>(
    (row, column) => {
      if (column === openColumn) {
        const menu = fits.find((fit) => fit.id === row);
        return menu === undefined || menu.menuType === "DIR"
          ? null
          : { on: hasMenu(permits, plan, row), was: permits.menus.has(row), waits: permits.menus.get(row) === "PENDING" };
      }
      const button = at(row, column);
      return button === undefined
        ? null
        : {
            on: hasResource(permits, plan, button.id),
            was: permits.resources.has(button.id),
            waits: permits.resources.get(button.id) === "PENDING",
          };
    },
    [fits, at, permits, plan],
  );
  const roots = useMemo(
    () => rowsOf(fits, catalogue.resources, language, say(["任意菜单", "Any menu"])),
    [fits, catalogue.resources, language, say],
  );
  const [root, setRoot] = useState("");
  const shown = roots.some((matrixRow) => matrixRow.key === root) ? roots.filter((matrixRow) => matrixRow.key === root) : roots;
  const heldIn = (row: MatrixRow): number =>
    (permits.menus.has(row.key) ? 1 : 0) + (row.children ?? []).reduce((sum, child) => sum + heldIn(child), 0);
  const columns = useMemo(
    () => columnsOf(shown, catalogue.resources, language, say(["打开", "Open"])),
    [shown, catalogue.resources, language, say],
  );
  const rows = useNarrowedRows(shown, columns, cellOf, text, which);
  const tabs = [
    { key: "", label: ["全部", "All"] as const, count: permits.menus.size },
    ...roots.map((matrixRow) => ({ key: matrixRow.key, label: [matrixRow.title, matrixRow.title] as const, count: heldIn(matrixRow) })),
  ];
  return (
    <>
      <TabBar label={["菜单目录", "Menu folders"]} now={root} choose={setRoot} tabs={tabs} />
      <PendingGrants permits={permits} reload={reload} />
      <div className="pg-filters">
        <span className="pg-keyword">
          <SearchBox text={text} label={say(["查找菜单", "Find a menu"])} change={setText} />
        </span>
        <Segmented
          aria-label={say(["显示哪些", "Which rows"])}
          value={which}
          options={wholes.map(([value, label]) => ({ value, label: say(label) }))}
          onChange={setWhich}
        />
        <ToneKeys
          keys={[
            ["info", say(["已授权", "Granted"])],
            ["neutral", say(["未授权", "Not granted"])],
            ["warning", say(["本次改动", "Changed now"])],
          ]}
        />
        <Words size="small">{say(["空格 勾选", "Space sets"])}</Words>
      </div>
      <Matrix
        label={say(["菜单与按钮", "Menus and buttons"])}
        rowTitle={say(["菜单", "Menu"])}
        rows={rows}
        columns={columns}
        cellOf={cellOf}
        readOnly={readOnly}
        set={set}
        empty={emptyText(which, text, say)}
      />
    </>
  );
}

const emptyText = (which: Which, text: string, say: (text: Text) => string): string =>
  text.trim() !== ""
    ? say([`没有名称含「${text.trim()}」的菜单。清空查找框可看全部。`, `No menu matches ${text.trim()}. Clear the search to see all.`])
    : which === "changed"
      ? say(["还没有改动。", "No changes yet."])
      : say(["这个角色在此目录下还没有权限。选「全部」开始授权。", "Nothing is granted here yet. Choose All to grant something."]);

/** The menus as rows; buttons that count anywhere stand in a row of their own. */
function rowsOf(menus: readonly Menu[], resources: readonly Resource[], language: "CN" | "EN", anywhere: string): readonly MatrixRow[] {
  const own = resources.some((resource) => resource.menuId === null) ? [{ key: anyMenu, title: anywhere }] : [];
  return [...menuNodes(menus, language), ...own];
}

const keysOf = (rows: readonly MatrixRow[]): readonly string[] => rows.flatMap((row) => [row.key, ...keysOf(row.children ?? [])]);

/** The buttons that occur on these menus, the most frequent first. */
function columnsOf(
  rows: readonly MatrixRow[],
  resources: readonly Resource[],
  language: "CN" | "EN",
  open: string,
): readonly MatrixColumn[] {
  const keys = new Set(keysOf(rows));
  const here = resources.filter((resource) => keys.has(resource.menuId ?? anyMenu));
  const groups = [...Map.groupBy(here, (resource) => resource.resourceCode)].sort(
    (a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]),
  );
  return [
    { key: openColumn, title: open },
    ...groups.map(([code, list]) => ({ key: code, title: resourceName(list[0]!, language), hint: code })),
  ];
}
