import type { Me, Where } from "#kernel/entity.ts";

/** The same answer for a missing id and for one outside the caller's rows, on every table of the supplier area. */
export const notFound = { notFound: ["SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible"] } as const;

/** Rows of a supplier's file: colleagues see all, a supplier its own. */
export const ofSupplier = {
  internal: "all",
  supplier: (me: Me): Where => ({ supplierId: me.supplierId ?? "-" }),
} as const;

export const countries = { districtLevel: "COUNTRY", enabledFlag: "Y" } as const;
export const provinces = { districtLevel: "PROVINCE", enabledFlag: "Y" } as const;
export const cities = { districtLevel: "CITY", enabledFlag: "Y" } as const;
