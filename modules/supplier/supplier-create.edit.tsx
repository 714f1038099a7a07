import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { fileSlots } from "./parts/fileSlots.tsx";
import { supplierInfo } from "./supplier.entity.ts";

export const page = { route: "supplierInfoCreate", title: ["新建供应商", "New supplier"] };

/** The whole file on behalf of a supplier; it comes into force when it is approved. */
export default function SupplierCreatePage() {
  return (
    <Ground>
      <EditPage entity={supplierInfo} slots={fileSlots} />
    </Ground>
  );
}
