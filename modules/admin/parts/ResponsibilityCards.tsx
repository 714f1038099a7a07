import { Badge } from "#kernel/web/block/Notice.tsx";
import { Columns, Inline, Stack } from "#kernel/web/block/layout.tsx";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Card } from "#kernel/web/block/Card.tsx";
import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Checkbox } from "antd";
import { responsibilityName } from "./catalogue.tsx";
import type { ResponsibilityCard } from "./responsibilities.tsx";
import { useScopes } from "./scope.tsx";

interface Props {
  readonly cards: readonly ResponsibilityCard[];
  readonly chosen: readonly string[];
  /** Roles through which a card answers the question asked. */
  readonly through: ReadonlySet<string> | null;
  choose(id: string, on: boolean): void;
}

/** One card for each responsibility: who has it, what it is made of, what it opens, which rows it sees. */
export function ResponsibilityCards({ cards, chosen, through, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const audience = useLookup("AUDIENCE");
  const scopesOf = useScopes();
  return (
    <Columns of={{ least: 300 }} gap="m">
      {cards.map(({ responsibility, roles, menus, holders, orgs }) => {
        const name = responsibilityName(responsibility, language);
        const on = chosen.includes(responsibility.id);
        return (
          <Card
            key={responsibility.id}
            label={name}
            title={
              <Inline as="span" noWrap>
                <Checkbox
                  checked={on}
                  aria-label={say([`选「${name}」来对比`, `Choose ${name} to compare`])}
                  onChange={(event) => choose(responsibility.id, event.target.checked)}
                />
                <PageLink href={`/main/systemsetting/respSave?id=${responsibility.id}`} title={responsibility.respCode}>
                  {name}
                </PageLink>
              </Inline>
            }
            note={<span className="pg-code">{responsibility.respCode}</span>}
            tools={
              <span className="pg-faint">
                {responsibility.enabledFlag === "N" ? say(["已停用", "Disabled"]) : audience.meaning(responsibility.audience)}
              </span>
            }
          >
            <Stack gap="s">
              <FigureStrip
                figures={[
                  { key: "holders", label: say(["持有人", "Holders"]), value: holders },
                  { key: "roles", label: say(["角色", "Roles"]), value: roles.length },
                  { key: "menus", label: say(["菜单", "Menus"]), value: menus.size },
                ]}
              />
              <Inline as="p" gap="xs">
                {roles.length === 0 ? (
                  <span className="pg-unsaved">{say(["没有角色，什么也打不开", "No roles: it gives no access"])}</span>
                ) : (
                  roles.map((role) => (
                    <Badge key={role.roleId} tone={through?.has(role.roleId) ? "warning" : "neutral"}>
                      {role.roleName}
                      {role.waits ? say([" · 待复核", " · waiting"]) : ""}
                    </Badge>
                  ))
                )}
              </Inline>
              <FactGrid
                lines
                facts={scopesOf({ ...(responsibility as unknown as Row), orgs }).map(({ label, text }) => ({
                  key: label,
                  label,
                  value: text,
                }))}
              />
            </Stack>
          </Card>
        );
      })}
    </Columns>
  );
}
