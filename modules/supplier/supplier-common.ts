import type { Me, Where } from "#kernel/entity.ts";

/** Rows of a supplier's file: colleagues see all, a supplier its own. */
export const ofSupplier = {
  internal: "all",
  supplier: (me: Me): Where => ({ supplierId: me.supplierId ?? "-" }),
} as const;

export const countries = { districtLevel: "COUNTRY", enabledFlag: "Y" } as const;
export const provinces = { districtLevel: "PROVINCE", enabledFlag: "Y" } as const;
export const cities = { districtLevel: "CITY", enabledFlag: "Y" } as const;
