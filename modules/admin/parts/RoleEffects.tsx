import { Words } from "#kernel/web/block/layout.tsx";
import { nowText } from "#kernel/web/clock.ts";
import { respRole } from "#kernel/platform/grant.entity.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button, Skeleton } from "antd";
import { Clock3, IdCard, MinusCircle, PlusCircle, Send, TriangleAlert, Users, X } from "lucide-react";
import type { ReactNode } from "react";
import { menuName, resourceName } from "./catalogue.tsx";
import type { Catalogue } from "./catalogue.tsx";
import { saveRolePermits } from "./permits.tsx";
import type { RolePermits } from "./permits.tsx";
import { sentence } from "./rolePlan.ts";
import type { RoleDifference } from "./rolePlan.ts";

interface Props {
  readonly permits: RolePermits;
  readonly catalogue: Catalogue;
  readonly change: RoleDifference;
  readonly busy: boolean;
  confirm(): void;
  back(): void;
}

/** What the save would do, before it does it: what comes, what goes, whom it reaches, what waits. */
export function RoleEffects({ permits, catalogue, change, busy, confirm, back }: Props) {
  const say = useText();
  const trial = useLoad(JSON.stringify([permits.role.id, permits.versionNum, change]), async () => ({
    ...(await saveRolePermits(permits.role.id, change, { dryRun: true, versionNum: permits.versionNum })),
    at: nowText().slice(11),
  }));
  const responsibilities = useRows(respRole, { roleId: [permits.role.id], status: ["ACTIVE"] });
  const { data } = trial;
  useKey("Escape", ["返回修改", "Back"], back);
  useKey("Mod+Enter", ["确认保存", "Confirm"], () => data?.allowed && confirm());
  return (
    <aside className="pg-whatif" aria-label={say(["保存后会发生什么", "What happens after saving"])}>
      <div className="pg-whatif-body">
        <h2>{say(["保存后会发生什么", "What happens: save"])}</h2>
        {data === null ? (
          <Waiting error={trial.error} again={trial.again} />
        ) : (
          <>
            <p className="pg-faint">{say([`${data.at} 试算，还没有写入任何数据`, `Preview at ${data.at}. Nothing has been saved`])}</p>
            <Words as="p" size="strong">
              {say(sentence(data.added, data.removed, data.touchedUsers))}
            </Words>
            <ul className="pg-effects">
              {data.reasons.map((reason) => (
                <Effect key={reason.code + reason.msg} tone="pg-bad" icon={<X size={16} aria-hidden />} title={reason.msg} />
              ))}
              {data.notes.map((note) => (
                <Effect key={note.code + note.msg} tone="pg-warn" icon={<TriangleAlert size={16} aria-hidden />} title={note.msg} />
              ))}
              <Changes
                catalogue={catalogue}
                menus={change.addMenus}
                resources={change.addResources}
                title={say([`新增 ${data.added} 项`, `${data.added} added`])}
                icon={<PlusCircle size={16} aria-hidden />}
              />
              <Changes
                catalogue={catalogue}
                menus={change.dropMenus}
                resources={change.dropResources}
                title={say([`移除 ${data.removed} 项`, `${data.removed} removed`])}
                icon={<MinusCircle size={16} aria-hidden />}
                tone="pg-warn"
              />
              <Effect
                icon={<Users size={16} aria-hidden />}
                title={say([
                  `${data.touchedUsers} 名用户下次操作即按新权限`,
                  `Takes effect for ${data.touchedUsers} users with their next click`,
                ])}
              />
              <Effect
                icon={<IdCard size={16} aria-hidden />}
                title={say([
                  `经 ${responsibilities.data?.length ?? 0} 个职责生效`,
                  `Through ${responsibilities.data?.length ?? 0} responsibilities`,
                ])}
              >
                {(responsibilities.data ?? [])
                  .map((row) => String(row["responsibilityName"] ?? row["responsibilityCode"]))
                  .join(say(["、", ", "]))}
              </Effect>
              {permits.role.privilegedFlag === "Y" ? (
                <Effect
                  tone="pg-warn"
                  icon={<Clock3 size={16} aria-hidden />}
                  title={say(["特权角色，通知安全管理员", "Privileged: security administrators are notified"])}
                >
                  {say(["有两名安全管理员时，新增项须由另一名复核后生效。", "If there are two of them, additions await the other one."])}
                </Effect>
              ) : null}
            </ul>
          </>
        )}
      </div>
      <div className="pg-whatif-foot">
        <Button type="primary" icon={<Send size={14} />} loading={busy} disabled={!data?.allowed} onClick={confirm}>
          {say(["确认保存", "Confirm save"])} <kbd>⌃⏎</kbd>
        </Button>
        <Button onClick={back}>
          {say(["返回修改", "Back"])} <kbd>Esc</kbd>
        </Button>
      </div>
    </aside>
  );
}

function Waiting({ error, again }: { readonly error: string; again(): void }) {
  const say = useText();
  if (!error) return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  return (
    <div role="alert" className="pg-panel-empty">
      <p>{error}</p>
      <Button size="small" onClick={again}>
        {say(["重新试算", "Try again"])}
      </Button>
    </div>
  );
}

export function Effect({
  icon,
  title,
  tone,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly tone?: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className={`pg-effect ${tone ?? ""}`}>
      {icon}
      <div>
        <b>{title}</b>
        {children ? <p className="pg-faint">{children}</p> : null}
      </div>
    </li>
  );
}

interface ChangesProps {
  readonly catalogue: Catalogue;
  readonly menus: readonly string[];
  readonly resources: readonly string[];
  readonly title: string;
  readonly icon: ReactNode;
  readonly tone?: string;
}

/** The changed grants under the menus they belong to. */
function Changes({ catalogue, menus, resources, title, icon, tone }: ChangesProps) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  if (menus.length + resources.length === 0) return null;
  const buttons = catalogue.resources.filter((resource) => resources.includes(resource.id));
  const touched = catalogue.menus.filter((menu) => menus.includes(menu.id) || buttons.some((button) => button.menuId === menu.id));
  const anywhere = buttons.filter((button) => button.menuId === null);
  const list = (own: typeof buttons): string => own.map((resource) => resourceName(resource, language)).join(say(["、", ", "]));
  return (
    <li className={`pg-effect ${tone ?? ""}`}>
      {icon}
      <div>
        <b>{title}</b>
        <dl className="pg-diff">
          {touched.map((menu) => {
            const own = list(buttons.filter((button) => button.menuId === menu.id));
            const open = menus.includes(menu.id) ? say(["打开", "Open"]) : "";
            return (
              <div key={menu.id}>
                <dt>{menuName(menu, language)}</dt>
                <dd>{[open, own].filter((text) => text !== "").join(say(["、", ", "]))}</dd>
              </div>
            );
          })}
          {anywhere.length > 0 ? (
            <div>
              <dt>{say(["任意菜单", "Any menu"])}</dt>
              <dd>{list(anywhere)}</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </li>
  );
}
