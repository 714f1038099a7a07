import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Checkbox } from "antd";
import { hatName } from "./catalogue.tsx";
import type { HatCard } from "./hats.tsx";
import { useScopes } from "./scope.tsx";
import "./grants.css";
import "./hats.css";

interface Props {
  readonly cards: readonly HatCard[];
  readonly chosen: readonly string[];
  /** Roles through which a card answers the question asked. */
  readonly through: ReadonlySet<string> | null;
  choose(id: string, on: boolean): void;
}

/** One card for each responsibility: who wears it, what it is made of, what it opens, which rows it sees. */
export function HatCards({ cards, chosen, through, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const audience = useLookup("AUDIENCE");
  const scopesOf = useScopes();
  return (
    <ul className="ga-cards">
      {cards.map(({ hat, roles, menus, holders, orgs }) => {
        const name = hatName(hat, language);
        const on = chosen.includes(hat.id);
        return (
          <li key={hat.id} className="ga-card" data-chosen={on || undefined} data-off={hat.enabledFlag === "N" || undefined}>
            <header>
              <Checkbox
                checked={on}
                aria-label={say([`选「${name}」来对比`, `Choose ${name} to compare`])}
                onChange={(event) => choose(hat.id, event.target.checked)}
              />
              <h2>
                <PageLink href={`/main/systemsetting/respSave?id=${hat.id}`} title={hat.respCode}>
                  {name}
                </PageLink>
              </h2>
              <span className="pg-code">{hat.respCode}</span>
              <span className="pg-faint ga-end">
                {hat.enabledFlag === "N" ? say(["已停用", "Disabled"]) : audience.meaning(hat.audience)}
              </span>
            </header>
            <dl className="ga-figures">
              <div>
                <dt>{say(["持有人", "Holders"])}</dt>
                <dd>{holders}</dd>
              </div>
              <div>
                <dt>{say(["角色", "Roles"])}</dt>
                <dd>{roles.length}</dd>
              </div>
              <div>
                <dt>{say(["菜单", "Menus"])}</dt>
                <dd>{menus.size}</dd>
              </div>
            </dl>
            <p className="ga-chips">
              {roles.length === 0 ? (
                <span className="pg-unsaved">{say(["没有角色，什么也打不开", "No roles: it gives no access"])}</span>
              ) : (
                roles.map((one) => (
                  <span key={one.roleId} className={`ga-chip${through?.has(one.roleId) ? " ga-chip-only" : ""}`}>
                    {one.roleName}
                    {one.waits ? say([" · 待复核", " · waiting"]) : ""}
                  </span>
                ))
              )}
            </p>
            <dl className="ga-scopes">
              {scopesOf({ ...(hat as unknown as Row), orgs }).map((one) => (
                <div key={one.label}>
                  <dt>{one.label}</dt>
                  <dd title={one.text}>{one.text}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
