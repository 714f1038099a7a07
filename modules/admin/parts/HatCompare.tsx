import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { Drawer } from "antd";
import { hatName } from "./catalogue.tsx";
import type { Catalogue } from "./catalogue.tsx";
import { joined } from "./compare.ts";
import type { Side } from "./compare.ts";
import { GrantCompare } from "./GrantCompare.tsx";
import type { HatCard } from "./hats.tsx";
import { findRolePermits } from "./permits.tsx";
import { useScopes } from "./scope.tsx";
import "./grants.css";

async function sideOf(card: HatCard): Promise<Side> {
  const roles = await Promise.all(card.roles.filter((one) => !one.waits).map((one) => findRolePermits(one.roleId)));
  return joined(roles.map(({ menus, resources }) => ({ menus: new Set(menus.keys()), resources: new Set(resources.keys()) })));
}

/** Two responsibilities side by side: people, roles, data, then every menu and button on which they differ. */
export function HatCompare({
  pair,
  catalogue,
  close,
}: {
  readonly pair: readonly [HatCard, HatCard];
  readonly catalogue: Catalogue;
  close(): void;
}) {
  const say = useText();
  const shown = useShown();
  const language = useLanguage((state) => state.language);
  const scopesOf = useScopes();
  const load = useLoad(pair.map((one) => one.hat.id).join(), async () => [await sideOf(pair[0]), await sideOf(pair[1])] as const);
  const names: readonly [string, string] = [hatName(pair[0].hat, language), hatName(pair[1].hat, language)];
  const roles = (card: HatCard): string => card.roles.map((one) => one.roleName).join(say(["、", ", "])) || "–";
  const scopes = pair.map((one) => scopesOf({ ...(one.hat as unknown as Row), orgs: one.orgs }));
  const facts: readonly (readonly [string, string, string])[] = [
    [say(["持有人", "Holders"]), String(pair[0].holders), String(pair[1].holders)],
    [say(["角色", "Roles"]), roles(pair[0]), roles(pair[1])],
    ...scopes[0]!.map((one, at) => [one.label, one.text, scopes[1]![at]!.text] as const),
  ];
  if (!shown) return null;
  return (
    <Drawer open size={920} className="pg-drawer" title={say(["对比职责", "Compare responsibilities"])} onClose={close}>
      <table className="pg-compare ga-compare">
        <thead>
          <tr>
            <th scope="col">{say(["项目", "Item"])}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([label, a, b]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{a}</td>
              <td>{a === b ? b : <span className="ga-chip ga-chip-only ga-chip-long">{b}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(sides) => <GrantCompare names={names} sides={[sides[0], sides[1]]} catalogue={catalogue} />}
      </PanelState>
    </Drawer>
  );
}
