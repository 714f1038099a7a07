import { useId, useState } from "react";
import type { Seen } from "#kernel/seen.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { sureness } from "#modules/supplier/web.tsx";
import { Candidates, OutsideData, Risks } from "./parts/Findings.tsx";
import { register } from "./register.entity.ts";

const tabs = [
  { key: "identity", label: ["身份", "Identity"] },
  { key: "checks", label: ["查重与风险", "Duplicates and risks"] },
  { key: "outside", label: ["外部信息", "External data"] },
] as const;

const facts = [
  ...["companyName", "companyNameEn", "supplierNature", "uscc", "taxNo", "countryId", "source", "inviteId", "leadId", "joinFlag"],
  ...["username", "contactName", "mobile", "mobileProven", "email", "emailProven", "wantedCategoryIds", "wantedOrgIds"],
  ...["consentVersion", "consentDate", "consentIp", "submitDate", "dupJudgement", "endReason", "joinedSupplierId"],
] as const;

/** An application beside its list: who it is, what it may be the same as, what a register says of it. */
function AccountPanel({ row }: { readonly row: Seen<typeof register> }) {
  const say = useText();
  const panel = useId();
  const [now, setNow] = useState<string>(Number(row.dupScore) > 0 || row.riskHit === "Y" ? "checks" : "identity");
  const id = String(row.id);
  const load = useLoad(`register:${id}:${String(row.versionNum)}`, () => entityCall.find(register, id));
  return (
    <>
      <TabBar tabs={tabs} now={now} label={["注册申请", "About the registration"]} panel={panel} choose={setNow} />
      <div id={panel} role="tabpanel">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) =>
            now === "identity" ? (
              <FactGrid
                facts={facts
                  .filter((key) => whole[key] !== null && whole[key] !== undefined && whole[key] !== "")
                  .map((key) => ({
                    key,
                    label: say(register.fields[key].label),
                    value: <FieldText field={register.fields[key]} fieldKey={key} row={whole} />,
                  }))}
              />
            ) : now === "checks" ? (
              <>
                <Candidates row={whole} />
                <Risks row={whole} />
              </>
            ) : (
              <OutsideData row={whole} />
            )
          }
        </PanelState>
      </div>
    </>
  );
}

/** First stage: may this account come in? */
export const slots = listSlots<typeof register>({
  hideNew: true,
  sidePanel: (row) => <AccountPanel key={String(row.id)} row={row} />,
  cells: {
    companyName: { width: 190 },
    uscc: { width: 180 },
    inviteId: { width: 120 },
    source: { width: 90 },
    dupScore: { width: 90 },
    riskHit: { width: 90 },
    submitDate: { width: 140 },
  },
  rowTone: (row) => (row.riskHit === "Y" || sureness(Number(row.dupScore)) !== "DISTANT" ? "held" : null),
});
