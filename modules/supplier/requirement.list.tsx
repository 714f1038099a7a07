import { pick, ref, refs } from "#kernel/field.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { Button } from "antd";
import { useState } from "react";
import { TrialDialog } from "./parts/Trial.tsx";
import type { requirement } from "./requirement.entity.ts";

interface Asked {
  readonly id: string;
  readonly requireCode: string;
  readonly requireName: string;
  readonly certType: string;
  readonly mustFlag: string;
  readonly explain: string | null;
  readonly certificate: { readonly certNo: string | null; readonly validTo: string | null; readonly longTermFlag: string | null } | null;
}

const about = {
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { pick: { infoStatus: "EFFECTIVE" } }),
  categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { pick: { enabledFlag: "Y" } }),
  sceneId: ref("SrmSlcIntroduceScenes", "场景", "Scenario", { optional: true, pick: { status: "EFFECTIVE" } }),
  stage: pick("环节", "Stage", "REQUIRE_STAGE"),
};

function Answer({ rows }: { readonly rows: readonly Asked[] }) {
  const say = useText();
  const types = useLookup("CERT_TYPE");
  if (rows.length === 0) return <p>{say(["没有要求提供的资质。", "No documents are required."])}</p>;
  return (
    <PlainTable
      label={say(["要求", "Required documents"])}
      rows={rows}
      rowKey={({ id }) => id}
      rowTone={({ certificate }) => (certificate ? "success" : undefined)}
      most="45vh"
      columns={[
        {
          key: "name",
          title: say(["资质", "Proof"]),
          cell: ({ requireName, explain }) => (
            <>
              {requireName}
              {explain ? <small>{explain}</small> : null}
            </>
          ),
        },
        { key: "type", title: say(["类型", "Type"]), cell: ({ certType }) => types.meaning(certType) },
        {
          key: "must",
          title: say(["必须", "Required"]),
          cell: ({ mustFlag }) => (mustFlag === "Y" ? say(["是", "Yes"]) : say(["否", "No"])),
        },
        {
          key: "has",
          title: say(["现有资质", "Valid certificate"]),
          cell: ({ certificate }) => {
            if (!certificate) return say(["需提供", "Required"]);
            const until = certificate.longTermFlag === "Y" ? say(["长期有效", "long-term"]) : (certificate.validTo ?? "");
            return `${certificate.certNo ?? ""} ${until}`;
          },
        },
      ]}
    />
  );
}

function Preview({ context }: { readonly context: Pick<ListContext, "viewer"> }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  if (!context.viewer.may("btnPreview")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(["按供应商预览", "Preview for a supplier"])}</Button>
      {open ? (
        <TrialDialog<readonly Asked[]>
          title={["要求预览", "Required documents for a supplier"]}
          fields={about}
          press={["预览", "Preview"]}
          ask={async (row) => (await call<readonly Asked[]>("srmServer/v1/srmSlcQualificationRequireRestful/listFor", row)).data}
          show={(rows) => <Answer rows={rows} />}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Requirements, and what one supplier would be asked for with the certificates it has. */
export const slots: ListSlots<typeof requirement> = { buttons: (context) => <Preview context={context} /> };
