import { role } from "#kernel/platform/grant.entity.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { ShieldAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { KeyboardEvent } from "react";
import { roleName } from "./catalogue.tsx";
import type { Role } from "./catalogue.tsx";
import "./grants.css";

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
  const shown = (load.data ?? []).filter((one) => `${one.roleCode} ${one.roleName} ${one.roleNameEn ?? ""}`.toLowerCase().includes(wanted));
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=option]")];
    buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement as HTMLElement) + step))]?.focus();
  };
  return (
    <>
      <div className="pt-left-head">
        <h2>
          {say(["角色", "Roles"])} <span className="pg-count">{load.data?.length ?? "–"}</span>
        </h2>
        <SearchBox text={text} label={say(["查找角色", "Find a role"])} change={setText} />
      </div>
      <div
        className="pt-scroll ga-roles"
        role="listbox"
        aria-label={say(["角色", "Roles"])}
        onKeyDown={walk}
        tabIndex={shown.length === 0 ? 0 : -1}
      >
        <PanelState
          load={{ ...load, data: load.data === null ? null : shown }}
          empty={say(["没有这样的角色", "No such role"])}
          isEmpty={(list) => list.length === 0}
        >
          {(list) =>
            list.map((one, at) => (
              <button
                key={one.id}
                type="button"
                role="option"
                aria-selected={one.id === chosen}
                tabIndex={one.id === chosen || (at === 0 && !list.some((other) => other.id === chosen)) ? 0 : -1}
                className={one.enabledFlag === "N" ? "pt-muted" : ""}
                onClick={() => choose(one)}
              >
                <span>{roleName(one, language)}</span>
                {one.privilegedFlag === "Y" ? <ShieldAlert size={13} aria-label={say(["特权角色", "Privileged"])} /> : null}
                <span className="pg-code">{one.roleCode}</span>
              </button>
            ))
          }
        </PanelState>
      </div>
    </>
  );
}
