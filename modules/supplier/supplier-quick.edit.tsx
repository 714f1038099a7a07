import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { fileSlots } from "./parts/fileSlots.tsx";
import { supplierInfo } from "./supplier.entity.ts";

export const page = { route: "supplierInfoCreate2", title: ["快速新建供应商", "Quick supplier"] };

const { fields } = supplierInfo;

/** A temporary supplier on one page: who it is, why, until when and up to which amount. */
const quickForm: typeof supplierInfo = {
  ...supplierInfo,
  fields: { ...fields, tempFlag: { ...fields.tempFlag, initial: "Y" } },
  pages: {
    ...supplierInfo.pages,
    sections: [
      ["基本信息", "Basics", ["supplierName", "supplierNameEn", "supplierNature", "uscc", "taxNo", "supplierType"]],
      ["联系与地址", "Contact and address", ["countryId", "registeredAddress", "companyPhone", "email", "mainProducts", "ownerId"]],
      ["临时资格", "Temporary status", ["tempFlag", "tempReason", "tempValidTo", "tempAmountLimit"]],
    ],
  },
};

export default function SupplierQuickPage() {
  return (
    <Ground>
      <EditPage entity={quickForm} slots={fileSlots} />
    </Ground>
  );
}
