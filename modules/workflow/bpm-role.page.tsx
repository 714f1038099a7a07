import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import type { Seen } from "#kernel/seen.ts";
import { Button } from "antd";
import { ScanSearch, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { batched } from "#kernel/web/part/batch.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { bpmRole, bpmRoleMember } from "./model.entity.ts";
import { RoleMatrix } from "./parts/RoleMatrix.tsx";
import { checkGaps, type Gap } from "./parts/wire.tsx";

export const page = { route: "processRoleList", title: ["流程角色", "Workflow roles"] };

/** Workflow roles and who they mean for which organisation and category; gaps in red. */
export default function RolesPage() {
  const [gaps, setGaps] = useState<readonly Gap[] | null>(null);
  const slots = useMemo(
    () =>
      listSlots<typeof bpmRole>({
        head: (context) => <Gaps context={context} gaps={gaps} found={setGaps} />,
        sidePanel: (row) => <RoleMatrix role={row} />,
        columns: [
          {
            key: "members",
            title: ["成员", "Members"],
            width: 260,
            after: "nameCn",
            render: (row: Seen<typeof bpmRole>) => <Members role={String(row.id)} version={row.versionNum} />,
          },
          {
            key: "gaps",
            title: ["空缺", "Gaps"],
            width: 120,
            after: "nameCn",
            render: (row: Seen<typeof bpmRole>) => <GapCount gaps={gaps} role={String(row.roleCode)} />,
          },
        ],
      }),
    [gaps],
  );
  return (
    <Ground>
      <ListPage entity={bpmRole} slots={slots} />
    </Ground>
  );
}

/** Who stands in each role, by name; one question for all rows on the page. */
const membersOf = batched<readonly string[]>(async (roles) => {
  const { data } = await entityCall.page(bpmRoleMember, { parentId: roles, pageIndex: 1, pageRows: 500 });
  const named = data.map((row) => [String(row.parentId), String(row.userName ?? row.positionName ?? "")] as const);
  return new Map(roles.map((role) => [role, [...new Set(named.filter(([of, name]) => of === role && name).map(([, name]) => name))]]));
});

function Members({ role, version }: { readonly role: string; readonly version: unknown }) {
  const say = useText();
  const load = useLoad(`members:${role}:${String(version)}`, () => membersOf(role));
  const names = load.data ?? [];
  if (load.data === null) return <span className="pg-none">{load.error ? "–" : "…"}</span>;
  return names.length === 0 ? (
    <b className="pg-bad">{say(["没有成员", "Nobody"])}</b>
  ) : (
    <span title={names.join("、")}>{names.join("、")}</span>
  );
}

function GapCount({ gaps, role }: { readonly gaps: readonly Gap[] | null; readonly role: string }) {
  const say = useText();
  if (gaps === null) return <span className="pg-none">{say(["未检查", "Not checked"])}</span>;
  const own = gaps.filter((gap) => gap.roleCode === role).length;
  return own === 0 ? <span className="pg-ok">{say(["没有", "None"])}</span> : <b className="pg-bad">{own}</b>;
}

interface GapsProps {
  readonly context: ListContext<typeof bpmRole>;
  readonly gaps: readonly Gap[] | null;
  found(gaps: readonly Gap[] | null): void;
}

/** Which bill types would find nobody today. */
function Gaps({ gaps, found }: GapsProps) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  if (!viewer.may("btnCheckGaps")) return null;
  return (
    <Inline>
      <Button
        size="small"
        icon={<ScanSearch size={14} />}
        loading={work.busy}
        onClick={() => void work.run(async () => found(await checkGaps()))}
      >
        {say(["检查空缺", "Check gaps"])}
      </Button>
      {gaps === null ? (
        <span className="pg-faint">{say(["看看哪些单据类型会找不到处理人", "See which document types have no approver"])}</span>
      ) : null}
      {gaps?.length === 0 ? (
        <span className="pg-ok">{say(["每种单据都找得到处理人。", "Every document type has an approver."])}</span>
      ) : null}
      {work.error ? <span className="pg-bad">{work.error}</span> : null}
      {gaps && gaps.length > 0 ? (
        <Notice tone="error">
          {gaps.slice(0, 50).map((gap, at) => (
            <p key={`${gap.roleCode}-${at}`}>{gap.msg}</p>
          ))}
        </Notice>
      ) : null}
      {gaps === null ? null : (
        <button type="button" className="s-icon-btn" aria-label={say(["关闭", "Close"])} onClick={() => found(null)}>
          <X size={14} />
        </button>
      )}
    </Inline>
  );
}
