import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { roleName } from "./catalogue.tsx";
import type { RolePermits } from "./permits.tsx";

/** A role in one line: who it is for, what it holds, whom it reaches. */
export function RoleTruth({ permits }: { readonly permits: RolePermits }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const audience = useLookup("AUDIENCE");
  const { role } = permits;
  return (
    <>
      <b>{roleName(role, language)}</b> <span className="pg-code">{role.roleCode}</span>
      <span>{audience.meaning(role.audience)}</span>
      {role.privilegedFlag === "Y" ? <span className="pg-unsaved">{say(["特权角色", "Privileged"])}</span> : null}
      <span>
        {say(["菜单", "Menus"])} <b>{permits.menus.size}</b>
      </span>
      <span>
        {say(["按钮", "Buttons"])} <b>{permits.resources.size}</b>
      </span>
      <span>
        {say(["涉及用户", "Users"])} <b>{permits.touchedUsers}</b>
      </span>
    </>
  );
}
