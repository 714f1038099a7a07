import { Columns } from "#kernel/web/block/layout.tsx";
import { role } from "#kernel/platform/grant.entity.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { Button, Drawer, Select } from "antd";
import { ArrowLeftRight } from "lucide-react";
import { useMemo, useState } from "react";
import { roleName, useCatalogue } from "./catalogue.tsx";
import type { Role } from "./catalogue.tsx";
import type { Side } from "./compare.ts";
import { GrantCompare } from "./GrantCompare.tsx";
import { findRolePermits } from "./permits.tsx";

const sideOf = async (id: string): Promise<Side> => {
  const { menus, resources } = await findRolePermits(id);
  return { menus: new Set(menus.keys()), resources: new Set(resources.keys()) };
};

/** Two roles side by side: what one opens that the other does not. */
export function RoleCompare({ first, second, close }: { readonly first: string | null; readonly second: string | null; close(): void }) {
  const say = useText();
  const shown = useShown();
  const language = useLanguage((state) => state.language);
  const catalogue = useCatalogue();
  const roles = useLoad("roles", async () => (await listAll<Role>(role)).rows);
  const [[a, b], setPair] = useState<readonly [string | null, string | null]>([first, second]);
  const load = useLoad(`${a ?? ""}|${b ?? ""}`, async () =>
    a === null || b === null ? null : ([await sideOf(a), await sideOf(b)] as const),
  );
  const nameOf = (id: string | null): string => {
    const found = roles.data?.find((role) => role.id === id);
    return found === undefined ? "" : roleName(found, language);
  };
  const options = useMemo(
    () => (roles.data ?? []).map((role) => ({ value: role.id as string, label: `${roleName(role, language)} ${role.roleCode}` })),
    [roles.data, language],
  );
  if (!shown) return null;
  const pick = (id: string | null, at: 0 | 1) => (
    <Select
      className="pg-fill"
      showSearch={{ optionFilterProp: "label" }}
      value={id}
      options={options}
      placeholder={say(["选择角色", "Choose a role"])}
      aria-label={at === 0 ? say(["第一个角色", "First role"]) : say(["第二个角色", "Second role"])}
      onChange={(next: string) => setPair(at === 0 ? [next, b] : [a, next])}
    />
  );
  return (
    <Drawer open size={920} className="pg-drawer" title={say(["对比角色", "Compare roles"])} onClose={close}>
      <Columns of="1fr auto 1fr" align="center">
        {pick(a, 0)}
        <Button
          type="text"
          className="pg-icon"
          aria-label={say(["互换", "Swap"])}
          icon={<ArrowLeftRight size={15} />}
          onClick={() => setPair([b, a])}
        />
        {pick(b, 1)}
      </Columns>
      {a === null || b === null ? (
        <p className="pg-faint pg-panel-empty">{say(["选两个角色，这里列出它们的不同。", "Choose two roles to see their differences."])}</p>
      ) : (
        <PanelState
          load={{ ...load, data: catalogue.data === null ? null : load.data, error: load.error || catalogue.error }}
          empty=""
          isEmpty={() => false}
        >
          {(sides) =>
            sides === null ? null : <GrantCompare names={[nameOf(a), nameOf(b)]} sides={[sides[0], sides[1]]} catalogue={catalogue.data!} />
          }
        </PanelState>
      )}
    </Drawer>
  );
}
