/** Which documents ask the gate of suppliers at which step, and about what: one list, from which the tests are made. */
export type Asks = "ORDER" | "AWARD" | "DELIVERY" | "RECEIPT" | "NOTHING";

export const steps = {
  "requisition to order": "ORDER",
  "order submitted": "ORDER",
  "order approved": "ORDER",
  "order published": "ORDER",
  "change that orders more submitted": "ORDER",
  "change that orders more approved": "ORDER",
  "change that orders less submitted": "NOTHING",
  "order line opened again": "ORDER",
  "forecast published": "ORDER",
  "agreement submitted": "AWARD",
  "agreement approved": "AWARD",
  "price saved": "AWARD",
  "contract submitted": "AWARD",
  "contract approved": "AWARD",
  "contract sent": "AWARD",
  "call-off published": "DELIVERY",
  "delivery note shipped": "DELIVERY",
  "goods received": "RECEIPT",
} as const satisfies Readonly<Record<string, Asks>>;
export type Step = keyof typeof steps;

/** What stands against a supplier, and with which code each question is refused; a question that is not named passes. */
export const scopes = {
  nothing: {},
  "frozen as a whole": { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001" },
  "frozen for the category": { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001" },
  "frozen for the item": { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001" },
  "frozen for another item": {},
  "frozen for another category": {},
  "frozen for payment only": {},
  "a blacklist entry was submitted": { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001" },
  "qualification expired": { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001" },
  "on trial, asked as usual": { ORDER: "SLC_TRD_001" },
  "temporary and expired": { ORDER: "SUP_TMP_002", AWARD: "SUP_TMP_002" },
  "temporary and over its cap": { ORDER: "SUP_TMP_001" },
  "frozen for delivery": { DELIVERY: "SLC_TRD_001" },
  "frozen for delivery of the category": { DELIVERY: "SLC_TRD_001" },
  "frozen for delivery of the item": { DELIVERY: "SLC_TRD_001" },
  "frozen for delivery at the site": { DELIVERY: "SLC_TRD_001" },
  "frozen for delivery of another item": {},
  blacklisted: { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001", DELIVERY: "SLC_TRD_001", RECEIPT: "SLC_TRD_004" },
  "gone yesterday": { ORDER: "SLC_TRD_001", AWARD: "SLC_TRD_001", DELIVERY: "SLC_TRD_001", RECEIPT: "SLC_TRD_004" },
} as const satisfies Readonly<Record<string, Partial<Record<Asks, string>>>>;
export type Scope = keyof typeof scopes;

/** Steps that order nothing more than is counted already: a cap does not stand in their way. */
export const counted: readonly Step[] = ["requisition to order", "order published", "forecast published"];
