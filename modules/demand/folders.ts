import { folder, type MenuFolder } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";

const folders = {
  PUR_SOURCE: ["货源与价格", "Sourcing and prices"],
  PUR_DEMAND: ["采购需求", "Demand"],
  PUR_ORDER: ["采购订单", "Orders"],
  PUR_DELIVERY: ["送货", "Deliveries"],
  PUR_RECEIVE: ["收货与退货", "Receipts and returns"],
  PUR_PLAN: ["计划", "Plans"],
} as const;

/** Pages under one heading of the purchasing menu; several areas fill the same headings, in the order written here. */
export function purchaseMenu(pages: Partial<Record<keyof typeof folders, MenuFolder["children"]>>): MenuFolder {
  const codes = Object.keys(folders) as (keyof typeof folders)[];
  return root(
    "PURCHASE",
    codes.flatMap((code, i) => {
      const children = pages[code];
      return children ? [{ ...folder(code, folders[code][0], folders[code][1], children), seq: (i + 1) * 10 }] : [];
    }),
  );
}
