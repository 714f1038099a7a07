import type { Row } from "#kernel/page-document.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { Drawer } from "antd";
import { responsibilityName } from "./catalogue.tsx";
import type { Catalogue } from "./catalogue.tsx";
import { joined } from "./compare.ts";
import type { Side } from "./compare.ts";
import { GrantCompare } from "./GrantCompare.tsx";
import type { ResponsibilityCard } from "./responsibilities.tsx";
import { findRolePermits } from "./permits.tsx";
import { useScopes } from "./scope.tsx";

async function sideOf(card: ResponsibilityCard): Promise<Side> {
  const roles = await Promise.all(card.roles.filter((role) => !role.waits).map((role) => findRolePermits(role.roleId)));
  return joined(roles.map(({ menus, resources }) => ({ menus: new Set(menus.keys()), resources: new Set(resources.keys()) })));
}

/** Two responsibilities side by side: people, roles, data, then every menu and button on which they differ. */
export function ResponsibilityCompare({
  pair,
  catalogue,
  close,
}: {
  readonly pair: readonly [ResponsibilityCard, ResponsibilityCard];
  readonly catalogue: Catalogue;
  close(): void;
}) {
  const say = useText();
  const shown = useShown();
  const language = useLanguage((state) => state.language);
  const scopesOf = useScopes();
  const load = useLoad(
    pair.map((responsibilityCard) => responsibilityCard.responsibility.id).join(),
    async () => [await sideOf(pair[0]), await sideOf(pair[1])] as const,
  );
  const names: readonly [string, string] = [
    responsibilityName(pair[0].responsibility, language),
    responsibilityName(pair[1].responsibility, language),
  ];
  const roles = (card: ResponsibilityCard): string => card.roles.map((role) => role.roleName).join(say(["、", ", "])) || "–";
  const scopes = pair.map((responsibilityCard) =>
    scopesOf({ ...(responsibilityCard.responsibility as unknown as Row), orgs: responsibilityCard.orgs }),
  );
  const facts: readonly (readonly [string, string, string])[] = [
    [say(["持有人", "Holders"]), String(pair[0].holders), String(pair[1].holders)],
    [say(["角色", "Roles"]), roles(pair[0]), roles(pair[1])],
    ...scopes[0]!.map((entry, at) => [entry.label, entry.text, scopes[1]![at]!.text] as const),
  ];
  if (!shown) return null;
  return (
    <Drawer open size={920} className="pg-drawer" title={say(["对比职责", "Compare responsibilities"])} onClose={close}>
      <PlainTable
        label={say(["对比职责", "Compare responsibilities"])}
        rows={facts}
        rowKey={([label]) => label}
        columns={[
          { key: "item", title: say(["项目", "Item"]), width: "40%", cell: ([label]) => label },
          { key: "a", title: names[0], width: "30%", cell: ([, a]) => a },
          {
            key: "b",
            title: names[1],
            width: "30%",
            cell: ([, a, b]) => (a === b ? b : <Words tone="warning">{b}</Words>),
          },
        ]}
      />
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(sides) => <GrantCompare names={names} sides={[sides[0], sides[1]]} catalogue={catalogue} />}
      </PanelState>
    </Drawer>
  );
}
