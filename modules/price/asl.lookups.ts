import { lookup, type Lookup } from "#kernel/module.ts";

/** The words of the approved supplier list. */
export const aslLookups: Readonly<Record<string, Lookup>> = {
  PUR_ASL_LEVEL: lookup("清单层级", "ASL level", { ITEM: ["物料", "Item"], CATEGORY: ["分类", "Category"] }),
  PUR_ASL_STATUS: lookup("准入状态", "ASL status", {
    TRIAL: ["试用", "Trial"],
    APPROVED: ["合格", "Approved"],
    SUSPENDED: ["暂停", "Suspended"],
    DISQUALIFIED: ["取消资格", "Disqualified"],
    EXPIRED: ["已过期", "Expired"],
  }),
  PUR_ASL_ALTER_TYPE: lookup("货源变更类型", "ASL change type", {
    SUSPEND: ["暂停", "Suspend"],
    RESUME: ["恢复", "Resume"],
    EXTEND: ["延期", "Extend"],
    LIMIT: ["参数变更", "Limits"],
    DISQUALIFY: ["取消资格", "Disqualify"],
  }),
  PUR_ASL_SOURCE: lookup("准入来源", "ASL source", {
    APPLY: ["申请", "Application"],
    ALTERATION: ["变更", "Change"],
    SLC_QUALIFIED: ["合格供应商单", "Qualified supplier"],
    IMPORT: ["导入或维护", "Import or maintenance"],
  }),
  PUR_RECEIPT_ROUTING: lookup("收货方式", "Receipt routing", { DIRECT: ["直接入库", "Direct"], INSPECT: ["检验入库", "With inspection"] }),
};
