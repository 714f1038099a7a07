import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { menu, responsibility } from "#kernel/platform/grant.entity.ts";
import type { TreePlace } from "#kernel/tree-place.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { callPath } from "#kernel/page.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { iconOf } from "#kernel/web/shell/icons.ts";
import { Tree } from "#kernel/web/Tree.tsx";
import { Select } from "antd";
import { EyeOff } from "lucide-react";
import { useMemo, useState } from "react";
import { responsibilityName, menuName, menuNodes } from "./catalogue.tsx";
import type { Catalogue, Responsibility, Menu } from "./catalogue.tsx";
import { mayStand, seatFor } from "./menuMove.ts";

interface Seen {
  readonly id: string;
  readonly granted?: "Y" | "N";
  readonly children: readonly Seen[];
}

const seenIds = (list: readonly Seen[]): readonly string[] =>
  list.flatMap((row) => [...(row.granted === "Y" ? [row.id] : []), ...seenIds(row.children)]);

interface Props {
  readonly catalogue: Catalogue;
  readonly chosen: string | null;
  readonly movable: boolean;
  choose(id: string): void;
}

/** The menus as everybody sees them, or as one responsibility does; moved by dragging or by Alt and the arrows. */
export function MenuTree({ catalogue, chosen, movable, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [responsibilityId, setResponsibilityId] = useState<string | null>(null);
  const responsibilities = useLoad("responsibilities", async () => (await listAll<Responsibility>(responsibility)).rows);
  const seen = useLoad(`${responsibilityId ?? ""}:${catalogue.menus.length}`, async () =>
    responsibilityId === null
      ? null
      : new Set(seenIds((await call<readonly Seen[]>("baseServer/baseMenuService/findTree", { responsibilityId: responsibilityId })).data)),
  );
  const byId = useMemo(() => new Map(catalogue.menus.map((menu) => [menu.id as string, menu])), [catalogue.menus]);
  const nodes = useMemo(() => opened(menuNodes(catalogue.menus, language)), [catalogue.menus, language]);
  const hidden = (node: TreeNode): boolean => (seen.data ? !seen.data.has(node.key) : byId.get(node.key)?.enabled === "N");

  const move = async (key: string, place: TreePlace): Promise<void> => {
    try {
      await put(byId.get(key)!, place, catalogue.menus);
      const to = place.parent === null ? say(["最上级", "the top"]) : menuName(byId.get(place.parent)!, language);
      toast.success([`已移到「${to}」`, `Moved to ${to}`]);
    } catch (error) {
      toast.error(error);
    }
    tellChanged({ entity: menu.name, id: key });
  };
  return (
    <>
      <div className="pt-left-head">
        <Select
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          value={responsibilityId}
          placeholder={say(["以职责预览", "Preview as a responsibility"])}
          aria-label={say(["以职责预览", "Preview as a responsibility"])}
          options={(responsibilities.data ?? []).map((row) => ({
            value: row.id as string,
            label: `${responsibilityName(row, language)} ${row.respCode}`,
          }))}
          onChange={(id: string | undefined) => setResponsibilityId(id ?? null)}
        />
        {responsibilityId !== null && seen.data ? (
          <p className="pg-faint" role="status">
            {say([
              `该职责看到 ${seen.data.size} / ${catalogue.menus.length} 项，其余变淡`,
              `It sees ${seen.data.size} of ${catalogue.menus.length}; the rest is dimmed`,
            ])}
          </p>
        ) : null}
        {seen.error ? (
          <p className="pg-error" role="alert">
            {seen.error}
          </p>
        ) : null}
      </div>
      <Stack grow>
        <Tree
          nodes={nodes}
          label={["菜单", "Menus"]}
          searchable
          selected={chosen}
          muted={hidden}
          icon={(node) => {
            const Icon = iconOf(byId.get(node.key)! as Parameters<typeof iconOf>[0]);
            return <Icon size={14} aria-hidden />;
          }}
          after={(node) =>
            hidden(node) ? (
              <Inline as="span" spread="end" grow>
                <EyeOff size={13} aria-label={seen.data ? say(["看不到", "Not seen"]) : say(["已停用", "Disabled"])} />
              </Inline>
            ) : null
          }
          moves={movable ? { may: (key, place) => mayStand(byId, key, place), move: (key, place) => void move(key, place) } : undefined}
          onSelect={(node) => choose(node.key)}
        />
      </Stack>
      {movable ? <p className="pg-faint">{say(["拖动，或按 Alt 加方向键移动", "Drag, or press Alt and an arrow to move"])}</p> : null}
    </>
  );
}

/** Folders of the first level stand open. */
const opened = (nodes: readonly TreeNode[]): readonly TreeNode[] => nodes.map((node) => ({ ...node, expand: true }));

/** Makes room among the new siblings where there is none, then puts the menu there. */
async function put(row: Menu, place: TreePlace, menus: readonly Menu[]): Promise<void> {
  const siblings = menus.filter((other) => other.id !== row.id && (other.menuParentId ?? null) === place.parent);
  const { seqNum, renumber } = seatFor(siblings, place.before);
  if (renumber.length > 0) await call(callPath(menu, "doBatchSaveOrUpdate"), { rows: renumber });
  await entityCall.act(menu, "doMove", { id: row.id, versionNum: row.versionNum, menuParentId: place.parent, seqNum });
}
