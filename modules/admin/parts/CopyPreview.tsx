import { respRole, responsibility } from "#kernel/platform/grant.entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import type { WhatIfAnswer } from "#kernel/web/page/entityCall.ts";
import { namedAs, useNames } from "#kernel/web/page/field/useNames.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { CircleCheck, CircleX } from "lucide-react";
import { nameIn } from "./organizations.tsx";
import { useScopes } from "./scope.tsx";

interface Props {
  readonly original: Row;
  readonly typed: Row;
  readonly trial: WhatIfAnswer | null;
  readonly error: string;
  readonly complete: boolean;
}

/** The original and the new one line by line; what differs stands out, and the server says whether it would do. */
export function CopyPreview({ original, typed, trial, error, complete }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const scopesOf = useScopes();
  const roles = useRows(respRole, { responsibilityId: [String(original["id"])], pageRows: 500 });
  const orgIds = Array.isArray(typed["orgIds"]) ? (typed["orgIds"] as readonly string[]) : [];
  const names = useNames("BaseOrganization", [...orgIds]);
  const chosen = orgIds.map((id) => ({ orgName: namedAs("BaseOrganization", id, names), includeChildren: "Y" }));
  const copy: Row = { ...original, ...(orgIds.length > 0 ? { orgScope: "LIST", orgs: chosen } : {}) };
  const roleNames = (roles.data ?? []).map((row) => String(row["roleName"])).join(say(["、", ", "]));
  const [before, after] = [scopesOf(original), scopesOf(copy)];
  const rows: readonly (readonly [label: string, old: string, new_: string])[] = [
    [say(["编码", "Code"]), String(original["respCode"]), String(typed["respCode"] ?? "")],
    [say(["名称", "Name"]), nameIn(original, "respName", language), nameIn(typed, "respName", language)],
    [say(["角色", "Roles"]), roleNames || "–", roleNames || "–"],
    ...before.map((entry, at) => [entry.label, entry.text, after[at]!.text] as const),
    [say(["持有人", "Holders"]), say(["不照搬", "not copied"]), say(["无，保存后再分配", "none, to be granted later"])],
  ];
  const waits =
    trial?.changes.filter(
      (change) => change.entity === respRole.name && change.fields.some((field) => field.key === "status" && field.new === "PENDING"),
    ).length ?? 0;
  const unmet = trial?.reasons.filter((reason) => !reason.ok) ?? [];
  return (
    <>
      <PlainTable
        label={say(["对照", "Comparison"])}
        rows={rows}
        rowKey={([label]) => label}
        columns={[
          { key: "item", title: say(["项目", "Item"]), width: 180, cell: ([label]) => label },
          { key: "old", title: say(["原职责", "Original"]), width: "40%", cell: ([, old]) => old },
          {
            key: "new",
            title: say(["新职责", "New one"]),
            cell: ([, old, next]) => {
              if (next === "") return <span className="pg-none">–</span>;
              if (old !== next) return <Words tone="warning">{next}</Words>;
              return (
                <>
                  {next} <span className="pg-code">{say(["相同", "same"])}</span>
                </>
              );
            },
          },
        ]}
      />
      {error ? (
        <p className="pg-sentence pg-sentence-bad" role="alert">
          <CircleX size={16} aria-hidden />
          <b>{error}</b>
        </p>
      ) : null}
      {unmet.length > 0 ? (
        <p className="pg-sentence pg-sentence-bad" role="alert">
          <CircleX size={16} aria-hidden />
          <b>{unmet.map((condition) => condition.msg).join(say(["；", "; "]))}</b>
        </p>
      ) : null}
      {trial?.allowed ? (
        <p className="pg-sentence pg-sentence-ok" role="status">
          <CircleCheck size={16} aria-hidden />
          <b>
            {say([
              `试算通过：新建 1 个${responsibility.label[0]}，带 ${roles.data?.length ?? 0} 个角色${waits > 0 ? `，其中 ${waits} 个待复核` : ""}`,
              `Check passed: one responsibility with ${roles.data?.length ?? 0} role${roles.data?.length === 1 ? "" : "s"}${waits > 0 ? `, ${waits} of them awaiting a second person` : ""}`,
            ])}
          </b>
        </p>
      ) : null}
      {complete ? null : <p className="pg-faint">{say(["填写编码和名称后自动试算。", "Checked once code and name are entered."])}</p>}
    </>
  );
}
