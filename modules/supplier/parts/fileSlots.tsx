import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { useText } from "#kernel/web/language.ts";
import { guardOf } from "../guards.ts";
import { FileTabs, isInForce } from "./FileTabs.tsx";
import { Standing } from "./Standing.tsx";
import type { supplierInfo } from "../supplier.entity.ts";

function Head({ model }: { readonly model: EditModel<typeof supplierInfo> }) {
  const base = useStore(model.state, (state) => state.base);
  return base && isInForce(base) ? <Standing row={base} viewer={model.viewer as PageViewer} /> : null;
}

function Tables({ model }: { readonly model: EditModel<typeof supplierInfo> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  return base ? (
    <FileTabs supplier={base} viewer={model.viewer as PageViewer} />
  ) : (
    <p className="pg-note">
      {say([
        "保存后可填写联系人、地址、账户等资料，再提交审批。",
        "Save it, then fill in contacts, locations and accounts, and submit it.",
      ])}
    </p>
  );
}

/** The file of a supplier all round: how it stands on top, its tables below, its rows not listed twice. */
export const fileSlots: EditSlots<typeof supplierInfo> = {
  head: (model) => <Head model={model} />,
  asText: (model, key) => isInForce(model.state.getState().base) && guardOf(model.entity.name, key) !== "FREE",
  afterLines: (model) => <Tables model={model} />,
  links: [{ key: "file", label: ["联系人、地址与账户", "Contacts, locations, accounts"] }],
  hideSections: ["categories", "certificates", "controls", "statusLogs", "capUses"],
};
