import type { Entity } from "#kernel/entity.ts";
import { mayCreate, offersOf } from "#kernel/page-action.ts";
import { rowKey, type Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { DrawerForm } from "#kernel/web/page/list/DrawerForm.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import type { RowAction } from "#kernel/web/table/types.ts";
import { FilePen, Plus } from "lucide-react";
import { useId, useState } from "react";
import { supplierAccount } from "../account.entity.ts";
import { supplierContact } from "../contact.entity.ts";
import { supplierCustomer, supplierFinance } from "../finance.entity.ts";
import { supplierLocation, supplierSite } from "../place.entity.ts";
import { supplierBrand, supplierDevice, supplierIndirect } from "../source.entity.ts";
import { statusLog, supplierCategory, supplierCertificate, supplierControl } from "../standing.entity.ts";
import { supplierWarning } from "../warning.entity.ts";
import { guardOf } from "../guards.ts";
import { asReference, startWith } from "./start.tsx";
import { SupplierTracks } from "./stepper.tsx";
import type { supplierInfo } from "../supplier.entity.ts";

type Supplier = Seen<typeof supplierInfo>;

interface Tab {
  readonly key: string;
  readonly label: Text;
  readonly entity?: Entity;
  readonly columns?: readonly string[];
  /** Only colleagues see it. */
  readonly inside?: true;
}

const without = (entity: Entity): readonly string[] => (entity.list ?? []).filter((key) => key !== "supplierId");
const tab = (key: string, cn: string, en: string, entity: Entity, more: Partial<Tab> = {}): Tab => ({
  key,
  label: [cn, en],
  entity,
  columns: without(entity),
  ...more,
});

const tabs: readonly Tab[] = [
  tab("contacts", "联系人", "Contacts", supplierContact),
  tab("locations", "地址", "Locations", supplierLocation),
  tab("accounts", "银行账户", "Bank accounts", supplierAccount),
  tab("sites", "交易地点", "Sites", supplierSite),
  tab("categories", "品类资格", "Categories", supplierCategory),
  tab("certificates", "资质", "Certificates", supplierCertificate),
  tab("controls", "管控", "Controls", supplierControl, { inside: true }),
  { key: "tracks", label: ["引入过程", "Onboarding"] },
  tab("brands", "品牌", "Brands", supplierBrand),
  tab("devices", "设备", "Equipment", supplierDevice),
  tab("indirects", "间接供方", "Sub-tier", supplierIndirect),
  tab("finances", "财务", "Finances", supplierFinance),
  tab("customers", "主要客户", "Customers", supplierCustomer),
  tab("warnings", "预警", "Warnings", supplierWarning, { inside: true }),
  tab("log", "状态日志", "Status log", statusLog, { inside: true }),
];

const titles: Readonly<Record<string, readonly [Text, Text]>> = {
  contacts: [
    ["还没有联系人", "No contacts yet"],
    ["至少登记一位主联系人", "Enter at least one primary contact"],
  ],
};

/** A file in force: what is guarded changes by request. */
export const isInForce = (supplier: Pick<Supplier, "infoStatus"> | null): boolean => supplier?.infoStatus === "EFFECTIVE";

/** Whether a row of the table may be added without a request. */
const isFree = (entity: Entity): boolean =>
  Object.keys(entity.fields).every((key) => key === "supplierId" || entity.fields[key]!.computed || guardOf(entity.name, key) === "FREE");

const editSlots: EditSlots = { asText: (model, key) => guardOf(model.entity.name, key) !== "FREE" };

/** The tables of a supplier's file, one tab each. */
export function FileTabs({ supplier, viewer }: { readonly supplier: Supplier; readonly viewer: PageViewer }) {
  const panel = useId();
  const [now, setNow] = useState("contacts");
  const shown = tabs.filter((candidate) => viewer.audience === "internal" || !candidate.inside);
  const chosen = shown.find((candidate) => candidate.key === now) ?? shown[0]!;
  return (
    <section className="pg-section" data-section="file">
      <TabBar tabs={shown} now={chosen.key} label={["供应商档案", "Supplier profile"]} panel={panel} choose={setNow} />
      <div id={panel} role="tabpanel">
        {chosen.entity ? (
          <FileTable key={chosen.key} tab={chosen} entity={chosen.entity} supplier={supplier} viewer={viewer} />
        ) : (
          <SupplierTracks supplierId={String(supplier.id)} />
        )}
      </div>
    </section>
  );
}

function FileTable({
  tab: one,
  entity,
  supplier,
  viewer,
}: {
  readonly tab: Tab;
  readonly entity: Entity;
  readonly supplier: Supplier;
  readonly viewer: PageViewer;
}) {
  const supplierId = String(supplier.id);
  const byRequest = isInForce(supplier) && !isFree(entity);
  const [drawer, setDrawer] = useState<{ readonly id: string | null } | null>(null);
  const runner = useRunner({ entity });
  const actions = (row: Row): readonly RowAction[] =>
    offersOf(entity, row, viewer)
      .filter((offer) => offer.ready)
      .map((offer) => ({ label: offer.action.label, danger: offer.action.tone === "danger", handler: () => runner.run(offer.name, row) }));
  const words = titles[one.key];
  return (
    <>
      <RowsTable
        entity={entity}
        name={`SrmSupInfo.${one.key}`}
        where={{ supplierId: [supplierId] }}
        {...(one.columns ? { columns: one.columns } : {})}
        height="content"
        pageSize={20}
        {...(words ? { empty: { title: words[0], detail: words[1] } } : {})}
        show={(row) => setDrawer({ id: rowKey(row) })}
        rowActions={actions}
        {...(byRequest
          ? viewer.audience === "internal" && viewer.may("btnChangeInfo")
            ? {
                toolbar: [
                  {
                    label: ["发起变更", "Request a change"],
                    icon: FilePen,
                    handler: () => startWith("changeInfoEdit", asReference(supplier)),
                  },
                ],
              }
            : {}
          : mayCreate(entity, viewer)
            ? { toolbar: [{ label: ["添加", "Add"], icon: Plus, handler: () => setDrawer({ id: null }) }] }
            : {})}
      />
      {drawer ? (
        <DrawerForm
          entity={entity}
          viewer={viewer}
          runner={runner}
          id={drawer.id}
          start={{ supplierId }}
          {...(byRequest ? { slots: editSlots } : {})}
          close={() => setDrawer(null)}
        />
      ) : null}
      {runner.panel ? <div className="pg-side pg-side-open">{runner.panel}</div> : null}
      {runner.dialogs}
    </>
  );
}
