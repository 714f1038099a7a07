import { lookup, type Lookup } from "#kernel/module.ts";
import { openItems } from "#modules/supplier/index.ts";

/** The words of daily management and exit. */
export const managingLookups: Readonly<Record<string, Lookup>> = {
  DAILY_TYPE: lookup("日常管理类型", "Daily management type", {
    FREEZE: ["冻结", "Freeze"],
    UNFREEZE: ["解冻", "Unfreeze"],
    SUSPEND: ["暂停品类", "Suspend category"],
    RESUME: ["恢复品类", "Resume category"],
    LEVEL_ADJUST: ["等级调整", "Level change"],
    WARN_LETTER: ["警告函", "Warning letter"],
    INTERVIEW: ["约谈", "Interview"],
    RECTIFY: ["限期整改", "Rectification"],
  }),
  QUIT_SCOPE: lookup("退出范围", "Exit scope", {
    ALL: ["全部", "All"],
    ORG: ["组织", "Organisation"],
    CATEGORY: ["品类", "Category"],
  }),
  QUIT_TYPE: lookup("退出类型", "Exit type", {
    VOLUNTARY: ["主动退出", "Voluntary"],
    ELIMINATED: ["淘汰", "Eliminated"],
    MERGED: ["合并", "Merged"],
    CLOSED: ["停业", "Closed down"],
  }),
  QUIT_REASON: lookup(
    "退出原因",
    "Exit reason",
    {
      QUALITY: ["质量", "Quality"],
      DELIVERY: ["交付", "Delivery"],
      PRICE: ["价格", "Price"],
      COMPLIANCE: ["合规", "Compliance"],
      PERFORMANCE: ["绩效", "Performance"],
      NO_DEMAND: ["无需求", "No demand"],
      SUPPLIER_WISH: ["供方意愿", "Supplier's wish"],
      OTHER: ["其他", "Other"],
    },
    "EXTENSIBLE",
  ),
  QUIT_CHECK: lookup("退出检查项", "Exit check", openItems),
};
