import { action, type Me } from "#kernel/entity.ts";

/** The same answer for a missing id and for one outside the caller's rows, on every table of base data. */
export const notFound = { notFound: ["BASE_DATA_404", "数据不存在或无权查看", "Not found or not visible"] } as const;

/** The two verbs of a record that is switched on and off. */
export const switches = {
  doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal", batch: "each" }),
  doInvalid: action("停用", "Disable", { button: "btnInvalid", who: "internal", tone: "danger", batch: "each" }),
};

/** The life of a record that is drawn up, comes into effect and goes out of it. */
export const effectStates = {
  DRAFT: ["拟定", "Draft"],
  EFFECTIVE: ["生效", "Effective", "done"],
  INVALID: ["失效", "Invalid", "ended"],
} as const;
export const effectActions = {
  doEnabled: action("启用", "Enable", {
    button: "btnEnable",
    who: "internal",
    from: ["DRAFT", "INVALID"],
    to: "EFFECTIVE",
    tone: "primary",
  }),
  doInvalid: action("失效", "Invalidate", { button: "btnInvalid", who: "internal", from: ["EFFECTIVE"], to: "INVALID", tone: "danger" }),
};

/** Where a record comes from: a partner system in somebody's name, a workbook, or a hand. */
export const broughtBy = <H extends string>(me: Me, byHand: H): "ERP" | "IMPORT" | H =>
  me.via === undefined ? (me.imports ? "IMPORT" : byHand) : "ERP";
