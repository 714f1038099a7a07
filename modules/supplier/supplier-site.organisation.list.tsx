import type { ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import { Network } from "lucide-react";
import type { supplierSite } from "./place.entity.ts";
import { asReference, startWith } from "./parts/start.tsx";

/** Which suppliers an organisation can use, with their sites and terms; others are brought over by an introduction. */
export const slots: ListSlots<typeof supplierSite> = {
  hideNew: true,
  rowActions: (row, { viewer }) => [
    {
      label: ["查看供应商", "Open supplier"],
      handler: () => void openPage({ path: "supplierInfoEdit", query: { id: String(row.supplierId) } }),
    },
    ...(viewer.may("btnExtendOrg")
      ? [
          {
            label: ["扩展到其他组织", "Extend to another organisation"] as const,
            icon: Network,
            handler: () => startWith("qualifyCensor/QualifyCensorEdit", asReference(row)),
          },
        ]
      : []),
  ],
};
