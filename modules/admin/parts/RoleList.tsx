import { OptionList } from "#kernel/web/block/OptionList.tsx";
import { role } from "#kernel/platform/grant.entity.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { ShieldAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { roleName } from "./catalogue.tsx";
import type { Role } from "./catalogue.tsx";

interface Props {
  readonly chosen: string | null;
  choose(role: Role): void;
}

/** All roles at the left, found by name or code; the arrows walk, Enter chooses. */
export function RoleList({ chosen, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [text, setText] = useState("");
  const load = useLoad("roles", async () => (await listAll<Role>(role)).rows);
  useChanged(role.name, load.again);
  useEffect(() => {
    const first = load.data?.[0];
    if (chosen === null && first !== undefined) choose(first);
    // the first role is shown once, when the list arrives
    // oxlint-disable-next-line react/exhaustive-deps
  }, [load.data]);
  const wanted = text.trim().toLowerCase();
  const shown = (load.data ?? []).filter((role) =>
    `${role.roleCode} ${role.roleName} ${role.roleNameEn ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className="pt-left-head">
        <h2>
          {say(["角色", "Roles"])} <span className="pg-count">{load.data?.length ?? "–"}</span>
        </h2>
        <SearchBox text={text} label={say(["查找角色", "Find a role"])} change={setText} />
      </div>
      <PanelState
        load={{ ...load, data: load.data === null ? null : shown }}
        empty={say(["没有这样的角色", "No such role"])}
        isEmpty={(list) => list.length === 0}
      >
        {(list) => (
          <OptionList
            label={say(["角色", "Roles"])}
            chosen={chosen}
            choose={(id) => choose(list.find((role) => role.id === id)!)}
            options={list.map((role) => ({
              key: role.id,
              title: roleName(role, language),
              mark: role.privilegedFlag === "Y" ? <ShieldAlert size={13} aria-label={say(["特权角色", "Privileged"])} /> : null,
              code: role.roleCode,
              muted: role.enabledFlag === "N",
            }))}
          />
        )}
      </PanelState>
    </>
  );
}
