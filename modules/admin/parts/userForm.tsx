import type { Row } from "#kernel/page-document.ts";
import { dateText } from "#kernel/page-format.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { call } from "#kernel/web/call.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { currentYear } from "#kernel/web/page/today.ts";
import { batched } from "#kernel/web/part/batch.ts";
import { useStore } from "zustand";
import { person } from "../person.entity.ts";

/** Choosing the employee fills in what is known of the person, so that nobody types a name twice. */
export function EmployeeField({ model }: { readonly model: EditModel }) {
  const say = useText();
  const { doc, base } = useStore(model.state);
  const fill = async (id: string): Promise<void> => {
    const row = await entityCall.find(person, id);
    const kept = (key: string, value: unknown): Row => (doc[key] ? {} : { [key]: value ?? null });
    model.patch({
      displayName: row["personName"],
      displayNameEn: row["personNameEn"],
      ...kept("email", row["email"]),
      ...kept("mobile", row["mobile"]),
      ...kept("userName", String(row["email"] ?? "").split("@")[0] || null),
      orgId: row["orgId"],
      orgName: row["orgName"],
      orgCode: row["orgCode"],
      deptId: row["deptId"],
      deptName: row["deptName"],
      deptCode: row["deptCode"],
    });
  };
  return (
    <>
      <RefInput
        field={{ ...user.fields.personId, pick: { personStatus: "ACTIVE" } }}
        fieldKey="personId"
        row={doc}
        label={say(user.fields.personId.label)}
        patch={(patch, record) => {
          model.patch(patch);
          if (record && base === null) void fill(record.id).catch((error: unknown) => toast.error(error));
        }}
      />
      {base === null ? (
        <PageLink href="/main/EditEmployee">{say(["还没有员工档案？新建员工", "Not an employee yet? New employee"])}</PageLink>
      ) : null}
    </>
  );
}

interface GateFacts {
  readonly lockedUntil: string | null;
  readonly sessionCount: number;
}

const gateOf = batched<GateFacts>(async (id) => {
  const { data } = await call<readonly (GateFacts & { readonly id: string })[]>("baseServer/baseUsersService/findPagination", {
    id,
    list: "",
    pageIndex: 1,
    pageRows: id.length,
  });
  return new Map(data.map((row) => [row.id, row]));
});

/** Locked, signed in now, or when it last was: what the gate knows of an account. */
export function GateState({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const load = useLoad(`gate:${id}:${String(row["versionNum"])}`, () => gateOf(id));
  if (load.data?.lockedUntil)
    return (
      <span className="pc-bad">
        {say([`锁定至 ${load.data.lockedUntil.slice(11, 16)}`, `Locked until ${load.data.lockedUntil.slice(11, 16)}`])}
      </span>
    );
  if ((load.data?.sessionCount ?? 0) > 0)
    return <span className="pc-ok">{say([`在线 ${load.data!.sessionCount}`, `Online ${load.data!.sessionCount}`])}</span>;
  return <span className="pg-figure">{dateText({ kind: "datetime" }, row["lastLoginTime"], currentYear())}</span>;
}
