import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { Checkbox } from "antd";
import { Check, Minus } from "lucide-react";
import { useMemo, useState } from "react";
import { menuPath, resourceName } from "./catalogue.tsx";
import type { Catalogue, Resource } from "./catalogue.tsx";
import { compareSides, differs } from "./compare.ts";
import type { ComparedMenu, Side } from "./compare.ts";

interface Props {
  readonly names: readonly [string, string];
  readonly sides: readonly [Side, Side];
  readonly catalogue: Catalogue;
}

/** Two sets of grants beside each other: first how they differ in one sentence, then menu by menu. */
export function GrantCompare({ names, sides, catalogue }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [all, setAll] = useState(false);
  const found = useMemo(() => compareSides(sides[0], sides[1], catalogue), [sides, catalogue]);
  const byId = useMemo(() => new Map(catalogue.menus.map((menu) => [menu.id as string, menu])), [catalogue]);
  const rows = found.rows.filter((row) => all || differs(row));
  const [a, b] = names;
  return (
    <>
      <Words as="p" size="strong">
        {found.onlyA + found.onlyB === 0
          ? say([`两者相同，共 ${found.both} 项授权`, `They are equal: ${found.both} grants each`])
          : say([
              `${a} 独有 ${found.onlyA}，${b} 独有 ${found.onlyB}，共有 ${found.both}`,
              `Only ${a}: ${found.onlyA}, only ${b}: ${found.onlyB}, both: ${found.both}`,
            ])}
      </Words>
      <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
        {say(["也显示相同的菜单", "Show equal menus too"])}
      </Checkbox>
      {rows.length === 0 ? null : (
        <PlainTable
          label={say(["授权对比", "Grants compared"])}
          rows={rows}
          rowKey={({ menu }) => menu?.id ?? ""}
          columns={[
            {
              key: "menu",
              title: say(["菜单", "Menu"]),
              width: "40%",
              cell: ({ menu }) => (menu === null ? say(["任意菜单", "Any menu"]) : menuPath(byId, menu.id, language)),
            },
            { key: "a", title: a, width: "30%", cell: (row) => <Cell row={row} open={row.openA} only={row.onlyA} /> },
            { key: "b", title: b, width: "30%", cell: (row) => <Cell row={row} open={row.openB} only={row.onlyB} /> },
          ]}
        />
      )}
    </>
  );
}

/** What one side holds on a menu; what the other lacks stands out by a plus and a tint. */
function Cell({ row, open, only }: { readonly row: ComparedMenu; readonly open: boolean; readonly only: readonly Resource[] }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  if (!open && only.length + row.both.length === 0)
    return (
      <span className="pg-no">
        <Minus size={14} aria-hidden /> {say(["没有", "None"])}
      </span>
    );
  const alone = row.openA !== row.openB;
  return (
    <Inline as="span" gap="xs">
      {open ? (
        <Badge tone={alone ? "warning" : "neutral"}>
          {alone ? "+ " : <Check size={12} aria-hidden />}
          {say(["打开", "Open"])}
        </Badge>
      ) : null}
      {row.both.map((resource) => (
        <Badge key={resource.id}>{resourceName(resource, language)}</Badge>
      ))}
      {only.map((resource) => (
        <Badge key={resource.id} tone="warning">
          + {resourceName(resource, language)}
        </Badge>
      ))}
    </Inline>
  );
}
