import type { Profiles } from "#kernel/module.ts";
import { Question } from "#kernel/question.ts";

/** May these goods leave the supplier? Answered by whoever keeps approvals of parts and lots; while nobody does, they may. */
export const checkShipment = new Question<
  {
    readonly supplierId: string;
    readonly supplierSiteId: string | null;
    readonly noteId: string;
    readonly lines: readonly {
      readonly itemId: string;
      readonly revision: string | null;
      readonly lotNo: string | null;
      readonly qty: string;
    }[];
  },
  { readonly code: string; readonly cn: string; readonly en: string }
>();

export const shippingProfiles: Profiles = {
  PUR_NOTE_REOPEN_DAYS: {
    module: "PUR",
    label: ["送货单可重新打开天数", "Days a closed note can be reopened"],
    type: "INT",
    initial: "30",
    least: "0",
    most: "3650",
  },
  PUR_SHELF_LIFE_PCT: {
    module: "PUR",
    label: ["发货时最低剩余保质期%", "Minimum remaining shelf life at shipping %"],
    type: "DECIMAL",
    initial: "66.67",
    least: "0",
    most: "100",
  },
};
