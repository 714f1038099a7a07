import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { ApprovalTimeline } from "#kernel/web/page/document/ApprovalTimeline.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { supplierChange } from "../change.entity.ts";
import { Side } from "./Comparison.tsx";
import { GuardTag } from "./FieldRows.tsx";
import "./change.css";

/** A request beside its list: whoever approves there sees what was and what shall be. */
export function ChangeBrief({ row }: { readonly row: Row }) {
  const say = useText();
  const { audience } = useViewer();
  const id = String(row["id"]);
  const load = useLoad(`change:${id}:${String(row["versionNum"] ?? "")}`, () => entityCall.find(supplierChange, id));
  return (
    <>
      <Facts entity={supplierChange} row={row} audience={audience} />
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(change) => (
          <>
            <ul className="sc-brief" aria-label={say(["变更明细", "What changes"])}>
              {((change["lines"] ?? []) as readonly Row[]).map((line) => (
                <li key={String(line["id"])}>
                  <span>
                    {say([String(line["fieldLabel"] ?? ""), String(line["fieldLabelEn"] ?? line["fieldLabel"] ?? "")])}
                    <GuardTag level={line["guardLevel"]} />
                    {line["rowTitle"] ? <small>{String(line["rowTitle"])}</small> : null}
                  </span>
                  <span>
                    <span className="sc-old">
                      <Side line={line} side="old" />
                    </span>
                    {" → "}
                    <Side line={line} side="new" />
                  </span>
                </li>
              ))}
            </ul>
            <ApprovalTimeline entity={supplierChange} row={change} />
          </>
        )}
      </PanelState>
    </>
  );
}
