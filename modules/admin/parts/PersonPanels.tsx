import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import type { Row } from "#kernel/page-document.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { Periods } from "#kernel/web/part/Periods.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { Plus } from "lucide-react";
import { person } from "../person.entity.ts";
import { positionAllot } from "../position.entity.ts";

/** The seats of an employee over time, with the way to a further one. */
export function PersonPositions({ id }: { readonly id: string }) {
  const say = useText();
  const mayAllot = useMenus((state) => menuForRoute(state.flat, "positionAllot") !== undefined);
  const load = useRows(positionAllot, { personId: [id] });
  return (
    <section className="pc-section" aria-label={say(["任职记录", "Positions held"])}>
      <h3 className="pg-h3">
        {say(["任职记录", "Positions held"])} {load.data ? <span className="pg-count">{load.data.length}</span> : null}
        {mayAllot ? (
          <Button
            className="pg-h3-end"
            size="small"
            icon={<Plus size={13} />}
            onClick={() => void openPage({ path: "positionAllot/positionAllotAdd", query: { personId: id } })}
          >
            {say(["分配岗位", "Assign"])}
          </Button>
        ) : null}
      </h3>
      <PanelState
        load={load}
        empty={say(["还没有岗位。有岗位的员工才有上级和审批线。", "No position yet. Managers and approvals follow from positions."])}
        isEmpty={(rows) => rows.length === 0}
      >
        {(rows) => (
          <Periods
            label={["任职记录", "Positions held"]}
            rows={rows.map((row) => ({
              key: String(row["id"]),
              startDate: row["startDate"] as string | null,
              endDate: row["endDate"] as string | null,
              title: (
                <PageLink href={`/main/position/positiondetail?id=${String(row["positionId"])}`}>
                  {String(row["positionName"] ?? row["positionCode"])}
                </PageLink>
              ),
              action: row["primaryFlag"] === "Y" ? <span className="pg-pill pg-pill-on">{say(["主岗", "Primary"])}</span> : null,
            }))}
          />
        )}
      </PanelState>
    </section>
  );
}

const facts = ["userName", "email", "lastLoginTime", "mustChangePwd"] as const;

/** The account of an employee: how it stands, and where it is looked after. */
export function PersonAccount({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const load = useRows(user, { personId: [id] });
  useChanged(person.name, load.again);
  return (
    <section className="pc-section" aria-label={say(["登录账号", "Account"])}>
      <h3 className="pg-h3">{say(["登录账号", "Account"])}</h3>
      <PanelState
        load={load}
        empty={say([
          "还没有账号。在职员工可用「开通账号」，系统会把设置密码的链接发到邮箱。",
          'No account yet. "Create account" sends a link to the e-mail to set the password.',
        ])}
        isEmpty={(rows) => rows.length === 0}
      >
        {([account]) => (
          <>
            <FactGrid
              facts={[
                { label: say(["状态", "Status"]), value: <StatusTag entity={user} code={account!["userStatus"]} /> },
                ...facts.map((key) => ({
                  key,
                  label: say(user.fields[key].label),
                  value: <FieldText field={user.fields[key]} fieldKey={key} row={account!} />,
                })),
              ]}
            />
            <p className="pc-note">
              <PageLink href={`/main/user?keyword=${encodeURIComponent(String(account!["userName"]))}`}>
                {say(["在内部用户中打开", "Open in users"])}
              </PageLink>
            </p>
          </>
        )}
      </PanelState>
    </section>
  );
}
